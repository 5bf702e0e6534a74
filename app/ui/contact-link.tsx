import { formatPhone } from "#app/domain/shared/phone.ts";
import { EmailText } from "./email-text.tsx";
import { mailto } from "./mailto.ts";

export function ContactLink({ by, value }: { by: "email" | "phone"; value: string }) {
  return by === "email" ? (
    <a className="contact-link" href={mailto(value)}>
      <EmailText>{value}</EmailText>
    </a>
  ) : (
    <a className="contact-link" href={`tel:${value}`}>
      {formatPhone(value)}
    </a>
  );
}
