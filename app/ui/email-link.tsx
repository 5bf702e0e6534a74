import { mailto } from "./mailto.ts";

/** Renders an email link; nothing if the address is unknown. */
export function EmailLink({ email }: { email: string | undefined }) {
  return email ? <a href={mailto(email)}>{email}</a> : null;
}
