import { makeInvitationLink } from "#app/auth/invitation-link.server.ts";
import type { EmailFile } from "#app/clients/postmark/client.server.ts";
import type { EmailProps, QueuedEmailName } from "#app/emails/index.server.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * Reads the content of a queued email, at the time when it is sent. In an email about a matter, the
 * content depends on the recipient.
 * @throws {ZodError} if the stored ids do not match the email's schema; {NoResultError} if a row
 *   with one of the ids no longer exists
 */
export async function readContents<Name extends QueuedEmailName>(
  db: Db,
  name: Name,
  ids: Json,
  recipient = "",
): Promise<EmailProps[Name]> {
  const { [name]: email } = (await loadEmails()).queuedEmails;
  return email.read(db, ids, { recipient, makeInvitationLink });
}

/** Creates the attachments of an email. Most emails have none. */
export async function writeFiles<Name extends QueuedEmailName>(
  name: Name,
  contents: EmailProps[Name],
): Promise<EmailFile[]> {
  const { [name]: email } = (await loadEmails()).queuedEmails;
  return (await email.files?.(contents)) ?? [];
}

const importEmails = () => import("#app/emails/index.server.ts");
let loading: ReturnType<typeof importEmails> | undefined;

/**
 * Loads the emails' modules once, on first use, so that the worker starts without the libraries
 * that render emails.
 */
export function loadEmails(): ReturnType<typeof importEmails> {
  loading ??= importEmails();
  return loading;
}
