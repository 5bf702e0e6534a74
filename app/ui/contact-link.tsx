import { formatPhone } from "#app/domain/fields/phone.ts";
import { mailto } from "./mailto.ts";

/** An email to write to, or a stored telephone number to call, as people read it. */
export function ContactLink({ by, value }: { by: "email" | "phone"; value: string }) {
  // Too long for its line, it breaks there rather than in a word.
  const at = value.lastIndexOf("@");
  return by === "email" ? (
    <a className="contact-link" href={mailto(value)}>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </a>
  ) : (
    <a className="contact-link" href={`tel:${value}`}>
      {formatPhone(value)}
    </a>
  );
}
