import { makeInvitationLink } from "#app/auth/invitation-link.server.ts";
import type { EmailFile } from "#app/clients/postmark/client.server.ts";
import type { EmailProps, QueuedEmailName } from "#app/emails/index.server.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * Reads a queued email's content at the time it is sent. Emails about a matter depend on
 * `recipient`.
 * @throws {ZodError} if the stored ids do not match; {NoResultError} if a row no longer exists
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

/** Creates an email's attachments; most have none. */
export async function writeFiles<Name extends QueuedEmailName>(
  name: Name,
  contents: EmailProps[Name],
): Promise<EmailFile[]> {
  const { [name]: email } = (await loadEmails()).queuedEmails;
  return (await email.files?.(contents)) ?? [];
}

const importEmails = () => import("#app/emails/index.server.ts");
let loading: ReturnType<typeof importEmails> | undefined;

/** Loads the emails once, on first use: the worker starts without the rendering libraries. */
export function loadEmails(): ReturnType<typeof importEmails> {
  loading ??= importEmails();
  return loading;
}
