import { sql } from "kysely";
import { z } from "zod";
import { classifyFailure, sendEmail } from "#app/clients/postmark/client.server.ts";
import type { EmailName, EmailProps } from "#app/emails/index.server.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { countEmail } from "#app/observability/metrics.server.ts";
import { INVITATION_EMAILS } from "#app/domain/invitations/invitations.server.ts";
import { markSent, markUnsent } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Sends an email with a sign-in link immediately instead of queueing it, because the visitor is
 * waiting (AMB-B07). The email log stores neither the link nor the text. Do not call this in a
 * transaction.
 * @param email.withhold true to show the link in the development outbox instead of sending the
 *   email (B-049, AMB-B04); refused in production
 * @throws {VendorError} if Postmark refused the email or did not answer
 */
export async function sendEmailNow<Name extends EmailName>(
  db: Db,
  email: {
    name: Name;
    recipient: string;
    user_id?: string;
    props: EmailProps[Name];
    withhold?: boolean;
  },
): Promise<void> {
  const { name, recipient, user_id = null } = email;
  if (email.withhold) {
    const props = JSON.stringify("link" in email.props ? { link: email.props.link } : {});
    await db.insertInto("email_log").values({ name, recipient, user_id, props }).execute();
    return;
  }
  const content = await renderEmail(name, email.props);
  const { id } = await db
    .insertInto("email_log")
    .values({ name, recipient, user_id, status: "sending" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const message_id = await sendEmail({
    to: recipient,
    tag: name,
    metadata: { email_log_id: id },
    ...content,
  }).catch(async (error: unknown) => {
    await markUnsent(db, id, "failed", classifyFailure(error).reason);
    countEmail("refused");
    throw error;
  });
  await markSent(db, id, message_id);
  countEmail("sent");
}

/** Names of the emails that contain a sign-in link. */
const NAMES = [
  "magic_link_sign_up",
  "magic_link_sign_in",
  "magic_link_admin",
  ...Object.values(INVITATION_EMAILS).map(({ name }) => name),
];

const Link = z.object({ link: z.url() });

type WithheldLink = { id: string; name: string; recipient: string; link: string; at: Date };

/**
 * Lists the links that the development outbox shows because their emails were withheld, newest
 * first (AMB-B04).
 */
export async function listWithheldLinks(db: Db, limit = 100): Promise<WithheldLink[]> {
  const rows = await db
    .selectFrom("email_log")
    .select(["id", "name", "recipient", "props", "created_at"])
    .where("status", "=", "queued")
    .where("name", "in", NAMES)
    .where(sql<boolean>`props ? 'link'`)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ props, created_at: at, ...row }) => {
    const { data } = Link.safeParse(props);
    return data ? [{ ...row, link: data.link, at }] : [];
  });
}
