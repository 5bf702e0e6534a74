import type { z } from "zod";
import { makeInvitationLink } from "#app/auth/invitation-link.server.ts";
import type { EmailFile } from "#app/clients/postmark/client.server.ts";
import type { EmailProps } from "#app/emails/index.server.ts";
import { type EmailIds, emailIds, type QueuedEmailName } from "#app/queue/emails.ts";
import type { Db } from "#db/connection.ts";
import type { Json } from "#db/types.d.ts";

const shapes: { [Name in QueuedEmailName]: z.ZodType<EmailIds[Name]> } = emailIds;

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
  const email = await loadEmail(name);
  return email.read(db, shapes[name].parse(ids), { recipient, makeInvitationLink });
}

/** Writes the files that go along with an email; most have none. */
export async function writeFiles<Name extends QueuedEmailName>(
  name: Name,
  contents: EmailProps[Name],
): Promise<EmailFile[]> {
  const email = await loadEmail(name);
  return (await email.files?.(contents)) ?? [];
}

const importEmails = () => import("#app/emails/index.server.ts");
let loading: ReturnType<typeof importEmails> | undefined;

/**
 * Loaded when the first one is sent: the worker starts without the libraries that draw emails. Asked for once, since tsx takes
 * a millisecond for each time.
 */
async function loadEmail<Name extends QueuedEmailName>(name: Name) {
  loading ??= importEmails();
  const { queuedEmails } = await loading;
  return queuedEmails[name];
}
