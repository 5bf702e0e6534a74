import { sql, type Selectable } from "kysely";
import { INVITATION_DAYS, LINK_MINUTES, OPEN } from "#app/domain/fields/invitations.ts";
import { SignUpDetails } from "#app/domain/people/users.server.ts";
import type { Role } from "#app/paths.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * The rows behind the links: 32 random bytes, kept only as a hash. A sign-in or sign-up link works once within
 * 30 minutes; an invitation's link works for 7 days, as often as it is opened (AMB-B09).
 */

type Purpose = Selectable<DB["magic_link_tokens"]>["purpose"];

/** The person a link signs in, as the database knows them: the link itself says nothing about anybody. */
export type LinkHolder = {
  token_id: string;
  user_id: string;
  user_type: "admin" | "customer";
  purpose: Purpose;
  role: Role | null;
  invitation_id: string | null;
  requested_by: string | null;
};

/** A link that was used, and whether the same press had used it a moment before. */
export type UsedLink = Omit<LinkHolder, "requested_by"> & { isCopy: boolean };

/**
 * Makes a one-time token for a user. An invitation that is sent again has one live link, the newest; sign-in links
 * that were asked for stay alive together, or strangers could void them by asking for more.
 *
 * @param link.user_id null for an address without an account: the row takes as long to write as any, and opens nothing
 * @param link.requested_by the session that asked for it, so that the same browser can be let in without a press
 * @param link.typed what was typed at sign-up: it counts when this very link is used (AMB-B06)
 * @returns the token; it is not stored and cannot be read again.
 */
export async function issueToken(
  db: Db,
  link: {
    user_id: string | null;
    purpose: Purpose;
    role?: Role | undefined;
    invitation_id?: string;
    requested_by?: string;
    typed?: SignUpDetails | undefined;
  },
): Promise<string> {
  if (link.invitation_id) await voidInvitationLinks(db, link.invitation_id);
  const token = randomId();
  const minutes = link.purpose === "invitation" ? INVITATION_DAYS * 24 * 60 : LINK_MINUTES;
  await db
    .insertInto("magic_link_tokens")
    .values({
      token_hash: sha256(token),
      user_id: link.user_id,
      purpose: link.purpose,
      role: link.role ?? null,
      invitation_id: link.invitation_id ?? null,
      requested_by: link.requested_by ?? null,
      typed: link.typed ? JSON.stringify(link.typed) : null,
      expires_at: sql`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
  return token;
}

async function voidInvitationLinks(db: Db, invitation_id: string) {
  await db
    .updateTable("magic_link_tokens")
    .set({ expires_at: sql`now()` })
    .where("invitation_id", "=", invitation_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
}

/** Using one sign-in or sign-up link voids the person's others (AMB-B09). */
async function voidUnusedLinks(db: Db, user_id: string) {
  await db
    .updateTable("magic_link_tokens")
    .set({ expires_at: sql`now()`, typed: null })
    .where("user_id", "=", user_id)
    .where("purpose", "<>", "invitation")
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
}

/** A press that is sent twice may use its token twice within this time: the first answer may have got lost. */
const DOUBLE_PRESS_SECONDS = 300;

/** Not used, or used a moment ago by the very same press. */
function usableBy(press: string | null) {
  return sql<boolean>`(used_at is null or (
    used_by = ${press} and used_at > now() - make_interval(secs => ${DOUBLE_PRESS_SECONDS})))`;
}

/** Rows that open something: alive, unused unless an invitation's, and of a person who is not blocked. */
function liveTokens(db: Db, token: string, press: string | null = null) {
  return db
    .selectFrom("magic_link_tokens as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .leftJoin("invitations as i", "i.id", "t.invitation_id")
    .where("t.token_hash", "=", sha256(token))
    .where("t.expires_at", ">", sql<Date>`now()`)
    .where("u.deactivated_at", "is", null)
    .where((eb) =>
      eb.or([
        eb.and([eb("t.purpose", "<>", "invitation"), usableBy(press)]),
        eb.and([
          eb("t.purpose", "=", "invitation"),
          eb("i.status", "in", OPEN),
          // An invitation is never a way into the back office (AMB-B09).
          eb("u.type", "=", "customer"),
        ]),
      ]),
    )
    .select([
      "t.id as token_id",
      "u.id as user_id",
      "u.type as user_type",
      "t.purpose",
      "t.role",
      "t.invitation_id",
      "t.requested_by",
    ]);
}

/** Looks at a token without using it (AMB-B10: a GET, or a mail scanner, changes nothing). */
export async function inspectToken(db: Db, token: string): Promise<LinkHolder | null> {
  return (await liveTokens(db, token).executeTakeFirst()) ?? null;
}

/**
 * Uses a token: in one conditional UPDATE, so that of two presses at once only one succeeds. The user becomes
 * active, since the mailbox is theirs (AMB-A01), and their other sign-in links are void.
 *
 * @param trx a transaction.
 * @param press one press of one showing of the page in one browser: a second copy of it is let in as well.
 * @returns who is signed in, or null when the token opens nothing (any more).
 */
export async function consumeToken(
  trx: Db,
  token: string,
  press: string | null,
): Promise<UsedLink | null> {
  // The second of two presses waits here for the first, and then sees what it did.
  const before = await trx
    .selectFrom("magic_link_tokens")
    .select(["used_by", "typed"])
    .where("token_hash", "=", sha256(token))
    .forUpdate()
    .executeTakeFirst();
  const used = await trx
    .updateTable("magic_link_tokens")
    .set({ used_at: sql`coalesce(used_at, now())`, used_by: press, typed: null })
    .where("id", "in", liveTokens(trx, token, press).clearSelect().select("t.id"))
    .returning(["id as token_id", "user_id", "purpose", "role", "invitation_id"])
    .$narrowType<{ user_id: string }>()
    .executeTakeFirst();
  if (!used) return null;
  await voidUnusedLinks(trx, used.user_id);
  const typed = SignUpDetails.safeParse(before?.typed).data;
  if (typed) await takeOver(trx, used.user_id, typed);
  const user = await trx
    .updateTable("users")
    .set({ active: true, last_signed_in_at: sql`now()` })
    .where("id", "=", used.user_id)
    .returning("type")
    .executeTakeFirstOrThrow();
  const isCopy = press !== null && before?.used_by === press;
  return { ...used, user_type: user.type, isCopy };
}

/** What was typed at sign-up, taken on a first visit only: later it is the customer's to change (AMB-B06). */
async function takeOver(trx: Db, user_id: string, typed: SignUpDetails) {
  await trx
    .updateTable("users")
    .set(typed)
    .where("id", "=", user_id)
    .where("active", "=", false)
    .execute();
}

/** Who used a token that opens nothing any more, and where its link led: for the double click (AMB-A06). */
export async function findUsedToken(
  db: Db,
  token: string,
): Promise<{ user_id: string; role: Role | null } | null> {
  const row = await db
    .selectFrom("magic_link_tokens")
    .select(["user_id", "role"])
    .where("token_hash", "=", sha256(token))
    .where("used_at", "is not", null)
    .where("user_id", "is not", null)
    .$narrowType<{ user_id: string }>()
    .executeTakeFirst();
  return row ?? null;
}

/** The member of staff whose token it is or was; null for everybody else's, and for one that was never given out. */
export async function findStaffOfToken(db: Db, token: string): Promise<string | null> {
  const row = await db
    .selectFrom("magic_link_tokens")
    .innerJoin("users", "users.id", "magic_link_tokens.user_id")
    .select("users.id")
    .where("token_hash", "=", sha256(token))
    .where("users.type", "=", "admin")
    .executeTakeFirst();
  return row?.id ?? null;
}
