import { mailto } from "./mailto.ts";

export function EmailLink({ email }: { email: string | undefined }) {
  return email ? <a href={mailto(email)}>{email}</a> : null;
}
