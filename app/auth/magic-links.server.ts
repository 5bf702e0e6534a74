/**
 * Tokens in emailed links: 32 random bytes, of which we store only a hash. A sign-in or sign-up
 * link works once, within 30 minutes. An invitation works any number of times within 7 days
 * (AMB-B09).
 */

import { sql, type Selectable } from "kysely";
import { INVITATION_DAYS, LINK_MINUTES, OPEN_STATUSES } from "#app/domain/shared/invitations.ts";
import { SignUpDetails } from "#app/domain/people/users.server.ts";
import type { Role } from "#app/paths.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

type Purpose = Selectable<DB["magic_link_tokens"]>["purpose"];

/** Person whom a link signs in. All values come from the database, not from the link's query. */
export type LinkHolder = {
  token_id: string;
  user_id: string;
  user_type: "admin" | "customer";
  purpose: Purpose;
  role: Role | null;
  invitation_id: string | null;
  requested_by: string | null;
};

/** Link that has been used. `isDuplicate` is true if the same submit had already used the link. */
export type UsedLink = Omit<LinkHolder, "requested_by"> & { isDuplicate: boolean };

/**
 * Issues a token and returns it. Only the token's hash is stored. A new link for an invitation
 * voids the invitation's earlier link. A new sign-in link does not void earlier ones, because a
 * stranger who requests a link could then void the owner's link.
 * @param link.user_id null for an address without an account: the token then signs no one in, but
 *   its row takes just as long to write
 * @param link.requested_by session of the browser that may sign in without a click
 * @param link.typed values typed at sign-up, saved when this link is used (AMB-B06)
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

/** Voids the person's other sign-in and sign-up links (AMB-B09). */
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

/**
 * Time within which a duplicate of a submit is accepted, because the first response may have been
 * lost.
 */
const DUPLICATE_SUBMIT_SECONDS = 300;

/**
 * Returns an SQL condition that is true if the token is unused, or if the same submit used it
 * within the last 5 minutes.
 */
function usableBy(press: string | null) {
  return sql<boolean>`(used_at is null or (
    used_by = ${press} and used_at > now() - make_interval(secs => ${DUPLICATE_SUBMIT_SECONDS})))`;
}

/**
 * Selects a token if it works: it has not expired, its person is not blocked, and it has not been
 * used. An invitation's token also works after it has been used.
 */
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
          eb("i.status", "in", OPEN_STATUSES),
          // An invitation can't sign a member of staff in (AMB-B09).
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

/**
 * Returns the person whom a token signs in, without using the token, because mail scanners open
 * links too (AMB-B10).
 */
export async function inspectToken(db: Db, token: string): Promise<LinkHolder | null> {
  return (await liveTokens(db, token).executeTakeFirst()) ?? null;
}

/**
 * Uses a token in one conditional UPDATE, so that only one of two concurrent requests succeeds.
 * Activates the user, because opening the link proves that the mailbox is theirs (AMB-A01), and
 * voids the user's other links. Returns null if the token does not work.
 * @param press id of this submit, unique to the browser and the page view; a duplicate with the
 *   same id is accepted too
 */
export async function consumeToken(
  trx: Db,
  token: string,
  press: string | null,
): Promise<UsedLink | null> {
  // A second concurrent request waits here for the first one to finish and then sees its result.
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
  if (typed) await saveSignUpDetails(trx, used.user_id, typed);
  const user = await trx
    .updateTable("users")
    .set({ active: true, last_signed_in_at: sql`now()` })
    .where("id", "=", used.user_id)
    .returning("type")
    .executeTakeFirstOrThrow();
  const isDuplicate = press !== null && before?.used_by === press;
  return { ...used, user_type: user.type, isDuplicate };
}

/**
 * Saves the values that a person typed at sign-up, but only if the person has never signed in
 * (AMB-B06).
 */
async function saveSignUpDetails(trx: Db, user_id: string, typed: SignUpDetails) {
  await trx
    .updateTable("users")
    .set(typed)
    .where("id", "=", user_id)
    .where("active", "=", false)
    .execute();
}

/**
 * Returns the user and the role of a token that has been used, to answer a double click (AMB-A06).
 */
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

/**
 * Returns the id of the member of staff to whom a token was issued, even if it has expired; null
 * for a customer's or an unknown token.
 */
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
