/**
 * Sign-in links and sessions of law firms. A link is emailed to a person in the lawyer group that
 * acts for one side of a matter, and works once. The session that it starts opens the page of that
 * side alone, for 12 hours. Its cookie and its table are not those of customers and staff, so that
 * all three can be signed in in one browser.
 */

import { sql } from "kysely";
import { type FirmPlace, selectActingGroup } from "#app/domain/firm-pages/acting-firm.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { pageCookie, readCookieHash } from "#app/platform/cookies.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/** Hours for which a law firm stays signed in. */
const FIRM_HOURS = 12;

/** Time within which a duplicate of a submit gets the same session, as for other links. */
const DUPLICATE_SUBMIT_SECONDS = 300;

const cookieOf = ({ transaction_id, side }: FirmPlace) =>
  pageCookie("firm", paths.firm.page(side, transaction_id), FIRM_HOURS * 60 * 60);

/**
 * Issues a token and returns it. Only its hash is stored.
 * @param link.firm person who gets the link; null for an address that is not the firm’s, whose link
 *   opens nothing
 * @param link.requested_by hash of the browser that may sign in without a click
 */
export async function issueFirmLink(
  db: Db,
  link: {
    firm: (FirmPlace & { lawyer_group_id: string; email: string }) | null;
    requested_by: string | null;
  },
): Promise<string> {
  const token = randomId();
  const { firm } = link;
  await db
    .insertInto("firm_sessions")
    .values({
      transaction_id: firm?.transaction_id ?? null,
      side: firm?.side ?? null,
      lawyer_group_id: firm?.lawyer_group_id ?? null,
      email: firm?.email ?? null,
      token_hash: sha256(token),
      requested_by: link.requested_by,
      expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
    })
    .execute();
  return token;
}

/**
 * Selects the sessions of a side whose person still works in the lawyer group that acts for it. A
 * group that has been replaced or retired therefore loses access at once.
 */
function selectSessions(db: Db, place: FirmPlace) {
  return selectActingGroup(db, place)
    .innerJoin("firm_sessions", (join) =>
      join
        .onRef("firm_sessions.transaction_id", "=", "transactions.id")
        .onRef("firm_sessions.lawyer_group_id", "=", "lawyer_groups.id"),
    )
    .where("firm_sessions.side", "=", place.side)
    .where("firm_sessions.expires_at", ">", sql<Date>`now()`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("lawyer_group_members")
          .select("lawyer_group_members.id")
          .whereRef("lawyer_group_members.lawyer_group_id", "=", "lawyer_groups.id")
          .whereRef("lawyer_group_members.email", "=", "firm_sessions.email"),
      ),
    );
}

/**
 * Returns whether a link works, without using it, because mail scanners open links too; null if it
 * does not. `requested_by` is the hash of the browser that asked for it.
 */
export async function inspectFirmLink(
  db: Db,
  place: FirmPlace,
  token: string,
): Promise<{ requested_by: string | null } | null> {
  const link = await selectSessions(db, place)
    .clearSelect()
    .select("firm_sessions.requested_by")
    .where("firm_sessions.token_hash", "=", sha256(token))
    .where("firm_sessions.used_at", "is", null)
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Uses a link in one conditional UPDATE and starts its session. The person’s other unused links to
 * the page stop working.
 * @param session_id id of the session, the same for a duplicate of a submit; random if null
 * @returns the Set-Cookie header of the session; null if the link does not work
 */
export async function consumeFirmLink(
  trx: Db,
  place: FirmPlace,
  { token, session_id }: { token: string; session_id: string | null },
): Promise<string | null> {
  const id = session_id ?? randomId();
  const used = await trx
    .updateTable("firm_sessions")
    .set({
      id_hash: sha256(id),
      used_at: sql`coalesce(used_at, now())`,
      expires_at: sql`case when used_at is null
        then now() + make_interval(hours => ${FIRM_HOURS}) else expires_at end`,
    })
    .where(
      "id",
      "in",
      selectSessions(trx, place)
        .clearSelect()
        .select("firm_sessions.id")
        .where("firm_sessions.token_hash", "=", sha256(token)),
    )
    .where(
      sql<boolean>`(used_at is null or (id_hash = ${sha256(id)}
        and used_at > now() - make_interval(secs => ${DUPLICATE_SUBMIT_SECONDS})))`,
    )
    .returning(["lawyer_group_id", "email"])
    .executeTakeFirst();
  if (!used) return null;
  await trx
    .deleteFrom("firm_sessions")
    .where("transaction_id", "=", place.transaction_id)
    .where("side", "=", place.side)
    .where("lawyer_group_id", "=", used.lawyer_group_id)
    .where("email", "=", used.email)
    .where("used_at", "is", null)
    .execute();
  return cookieOf(place).serialize(id);
}

/** Returns the session of a request for the page of a law firm; null if there is none. */
export async function readFirmSession(db: Db, request: Request, place: FirmPlace) {
  const id_hash = await readCookieHash(request, cookieOf(place));
  if (id_hash === null) return null;
  const session = await selectSessions(db, place)
    .select(["firm_sessions.id", "firm_sessions.email", "firm_sessions.person_name"])
    .where("firm_sessions.id_hash", "=", id_hash)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  return session ?? null;
}

/** Ends the session of a request. Returns the Set-Cookie header that removes its cookie. */
export async function endFirmSession(db: Db, request: Request, place: FirmPlace): Promise<string> {
  const cookie = cookieOf(place);
  const id_hash = await readCookieHash(request, cookie);
  if (id_hash !== null) {
    await db.deleteFrom("firm_sessions").where("id_hash", "=", id_hash).execute();
  }
  return cookie.serialize("", { maxAge: 0 });
}
