import { formatPhone } from "#app/domain/shared/phone.ts";
import { mailto } from "./mailto.ts";

export function ContactLink({ by, value }: { by: "email" | "phone"; value: string }) {
  // A long email address can break before the @.
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
