import { mailto } from "./mailto.ts";

/** An address to write to; nothing on a page that could not be told which. */
export function EmailLink({ email }: { email: string | undefined }) {
  return email ? <a href={mailto(email)}>{email}</a> : null;
}
