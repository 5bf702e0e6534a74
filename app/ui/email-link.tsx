import { EmailText } from "./email-text.tsx";
import { mailto } from "./mailto.ts";

export function EmailLink({ email }: { email: string | undefined }) {
  return email ? (
    <a href={mailto(email)}>
      <EmailText>{email}</EmailText>
    </a>
  ) : null;
}
