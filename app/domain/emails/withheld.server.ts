import { sql } from "kysely";
import { z } from "zod";
import { INVITATION_EMAILS } from "#app/domain/invited-matters/statuses.ts";
import type { Db } from "#db/connection.ts";

/** Of the emails that hold such a link. */
const NAMES = [
  "magic_link_sign_up",
  "magic_link_sign_in",
  "magic_link_admin",
  ...Object.values(INVITATION_EMAILS),
];

const Link = z.object({ link: z.url() });

export type WithheldLink = { id: string; name: string; recipient: string; link: string; at: Date };

/** The development outbox: links that were asked for with `preventEmail` and not sent, newest first (AMB-B04). */
export async function listWithheld(db: Db, limit = 100): Promise<WithheldLink[]> {
  const rows = await db
    .selectFrom("email_log")
    .select(["id", "name", "recipient", "props", "created_at"])
    .where("status", "=", "queued")
    .where("name", "in", NAMES)
    // An invitation that is on its way has no link yet.
    .where(sql<boolean>`props ? 'link'`)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ props, created_at: at, ...row }) => {
    const { data } = Link.safeParse(props);
    return data ? [{ ...row, link: data.link, at }] : [];
  });
}
