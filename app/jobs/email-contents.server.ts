import { makeInvitationLink } from "#app/auth/invitation-link.server.ts";
import type { EmailFile } from "#app/clients/postmark/client.server.ts";
import type { EmailProps, QueuedEmailName } from "#app/emails/index.server.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

/**
 * What a queued email says, read from the database at the time it is sent.
 *
 * @param ids what was kept with it
 * @param recipient whom it goes to: emails to the customers of a matter are written for that person
 * @throws ZodError when its ids are not those of this email; NoResultError when what they name is gone.
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

/** Writes the files that go along with an email; most have none. */
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
 * Loads the emails when the first one is sent, so that the worker starts without the libraries that draw emails. It imports
 * them once, because tsx takes a millisecond for each time.
 */
export function loadEmails(): ReturnType<typeof importEmails> {
  loading ??= importEmails();
  return loading;
}
