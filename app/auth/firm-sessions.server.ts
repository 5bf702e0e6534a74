/**
 * Sign-in links and sessions of law firms and of estate agents. A link is emailed to a person in
 * the lawyer group that acts for one side of a matter, or to a person of an office, and works once.
 * The session that it starts opens the page of that side or office alone, for 12 hours. Its cookie
 * and its table are not those of customers and staff, so that all can be signed in in one browser.
 */

import { sql } from "kysely";
import {
  type AgentPlace,
  selectOffice,
  worksAtOfficeSql,
} from "#app/domain/estate-agents/office-people.server.ts";
import { type FirmPlace, selectActingGroup } from "#app/domain/firm-pages/acting-firm.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { pageCookie, readCookieHash } from "#app/platform/cookies.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/** Hours for which a person stays signed in. */
const FIRM_HOURS = 12;

/** Time within which a duplicate of a submit gets the same session, as for other links. */
const DUPLICATE_SUBMIT_SECONDS = 300;

/** The page that a session opens: that of a side’s law firm, or of an estate agent’s office. */
export type PagePlace = FirmPlace | AgentPlace;

const cookieOf = (place: PagePlace) =>
  "side" in place
    ? pageCookie("firm", paths.firm.page(place.side, place.transaction_id), FIRM_HOURS * 60 * 60)
    : pageCookie("agent", paths.agent.page(place.estate_agent_id), FIRM_HOURS * 60 * 60);

/** The person who gets a link. */
export type LinkOwner = ((FirmPlace & { lawyer_group_id: string }) | AgentPlace) & {
  email: string;
};

/**
 * Issues a token and returns it. Only its hash is stored.
 * @param link.owner null for an address that is not the firm’s or the office’s, whose link opens
 *   nothing
 * @param link.requested_by hash of the browser that may sign in without a click
 */
export async function issueFirmLink(
  db: Db,
  { owner, requested_by }: { owner: LinkOwner | null; requested_by: string | null },
): Promise<string> {
  const token = randomId();
  const page = { transaction_id: null, side: null, lawyer_group_id: null, estate_agent_id: null };
  await db
    .insertInto("firm_sessions")
    .values({
      ...page,
      // The same columns for every address, so that response times don’t differ.
      email: null,
      ...owner,
      token_hash: sha256(token),
      requested_by,
      expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES})`,
    })
    .execute();
  return token;
}

/**
 * Selects the sessions of a side whose person still works in the lawyer group that acts for it. A
 * group that has been replaced or retired therefore loses access at once.
 */
function selectFirmSessions(db: Db, place: FirmPlace) {
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

/** Selects the sessions of an office’s page whose person still works at the office. */
function selectAgentSessions(db: Db, place: AgentPlace) {
  return selectOffice(db, place)
    .innerJoin("firm_sessions", "firm_sessions.estate_agent_id", "estate_agents.id")
    .where("firm_sessions.expires_at", ">", sql<Date>`now()`)
    .where(worksAtOfficeSql("estate_agents.id", sql.ref("firm_sessions.email")));
}

/** Selects the ids of the sessions and links that open a page. */
function selectIds(db: Db, place: PagePlace) {
  return "side" in place
    ? selectFirmSessions(db, place).clearSelect().select("firm_sessions.id")
    : selectAgentSessions(db, place).clearSelect().select("firm_sessions.id");
}

/**
 * Returns whether a link works, without using it, because mail scanners open links too; null if it
 * does not. `requested_by` is the hash of the browser that asked for it.
 */
export async function inspectFirmLink(
  db: Db,
  place: PagePlace,
  token: string,
): Promise<{ requested_by: string | null } | null> {
  const link = await db
    .selectFrom("firm_sessions")
    .select("requested_by")
    .where("token_hash", "=", sha256(token))
    .where("used_at", "is", null)
    .where("id", "in", selectIds(db, place))
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
  place: PagePlace,
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
    .where("token_hash", "=", sha256(token))
    .where("id", "in", selectIds(trx, place))
    .where(
      sql<boolean>`(used_at is null or (id_hash = ${sha256(id)}
        and used_at > now() - make_interval(secs => ${DUPLICATE_SUBMIT_SECONDS})))`,
    )
    .returning(["lawyer_group_id", "email"])
    .executeTakeFirst();
  if (!used) return null;
  await trx
    .deleteFrom("firm_sessions")
    .where((eb) =>
      "side" in place
        ? eb.and({ transaction_id: place.transaction_id, side: place.side })
        : eb("estate_agent_id", "=", place.estate_agent_id),
    )
    .where("lawyer_group_id", "is not distinct from", used.lawyer_group_id)
    .where("email", "=", used.email)
    .where("used_at", "is", null)
    .execute();
  return cookieOf(place).serialize(id);
}

/** Returns the session of a request for the page of a law firm; null if there is none. */
export async function readFirmSession(db: Db, request: Request, place: FirmPlace) {
  const id_hash = await readCookieHash(request, cookieOf(place));
  if (id_hash === null) return null;
  const session = await selectFirmSessions(db, place)
    .select(["firm_sessions.id", "firm_sessions.email", "firm_sessions.person_name"])
    .where("firm_sessions.id_hash", "=", id_hash)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  return session ?? null;
}

/** Returns the session of a request for the page of an office; null if there is none. */
export async function readAgentSession(db: Db, request: Request, place: AgentPlace) {
  const id_hash = await readCookieHash(request, cookieOf(place));
  if (id_hash === null) return null;
  const session = await selectAgentSessions(db, place)
    .clearSelect()
    .select(["firm_sessions.id", "firm_sessions.email", "firm_sessions.person_name"])
    .select(["estate_agents.office_name", "brands.brand_name"])
    .where("firm_sessions.id_hash", "=", id_hash)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  return session ?? null;
}

/** Ends the session of a request. Returns the Set-Cookie header that removes its cookie. */
export async function endFirmSession(db: Db, request: Request, place: PagePlace): Promise<string> {
  const cookie = cookieOf(place);
  const id_hash = await readCookieHash(request, cookie);
  if (id_hash !== null) {
    await db.deleteFrom("firm_sessions").where("id_hash", "=", id_hash).execute();
  }
  return cookie.serialize("", { maxAge: 0 });
}
