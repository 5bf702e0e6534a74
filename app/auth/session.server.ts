/**
 * Sessions. The cookie contains a random id; the row in `sessions` contains everything else and can
 * be deleted to end the session. A customer stays signed in for 30 days after the last visit, but
 * for at most 90 days. A member of staff stays signed in for 12 hours, or until 2 hours have passed
 * without a visit (AMB-A05).
 */

import { sql } from "kysely";
import { readCookieHash, signedCookie } from "#app/platform/cookies.server.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { memo, requestId } from "#app/observability/request-context.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { db, type Db, inTransaction } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";
import type { SignInDevice } from "./device.server.ts";
import {
  type Onboarding,
  type Session,
  SessionData,
  type SignedIn,
} from "./session-data.server.ts";

export type { Onboarding, PendingLink, Session, SignedIn } from "./session-data.server.ts";

const DAY = 24 * 60 * 60;
const CUSTOMER_SECONDS = 30 * DAY;
/** Maximum lifetime of a customer's session. It limits how long a stolen cookie works. */
const CUSTOMER_MAX_SECONDS = 90 * DAY;
const ADMIN_SECONDS = DAY / 2;
const ADMIN_IDLE_SECONDS = 2 * 60 * 60;
const VISITOR_SECONDS = DAY;
/**
 * Minimum time between two updates of a session's last visit, so that most page views don't write
 * to the database.
 */
const TOUCH_SECONDS = 5 * 60;
/** Time after sign-in during which a second click on the link counts as a double click (A-037). */
const RECENT_SECONDS = 300;
/** Time after sign-in during which the sign-in still proves that the user can read the mailbox. */
const FRESH_SECONDS = 15 * 60;
/**
 * Time after passing the second factor during which the user may take actions that can't be undone.
 */
const FRESH_FACTOR_SECONDS = 10 * 60;

// The cookie only needs to outlast the session, because the session's row decides when it expires.
const cookie = signedCookie("sid", 365 * DAY);

/**
 * Returns the request's session, loaded once per request. Returns null if there is none, or if its
 * user is blocked or an idle member of staff.
 */
export function readSession(request: Request): Promise<Session | null> {
  return memo("session", async () => {
    const id = await readCookieHash(request, cookie);
    return id ? loadSession(db, id) : null;
  });
}

/**
 * Loads a session and records the visit. Deletes the session instead if its user is blocked, or is
 * a member of staff who was idle for too long.
 */
async function loadSession(db: Db, id: string): Promise<Session | null> {
  const row = await findSession(db, id);
  if (!row) return null;
  const { user_id, type, active, idle_seconds } = row;
  if (user_id && (!active || (type === "admin" && idle_seconds > ADMIN_IDLE_SECONDS))) {
    await deleteSession(db, id);
    return null;
  }
  if (idle_seconds > TOUCH_SECONDS) {
    // Ignore a failure, so that users can read pages while the database accepts no writes.
    await nullIfFailed(touchSession(db, id, type), { what: "visit" });
  }
  const data = SessionData.parse(row.data);
  const user = userOf(row, { session_id: id, onboarding: data.onboarding });
  const awaits = type === "admin" && row.has_second_factor && !row.second_factor_shown;
  return { id, data, user: awaits ? null : user, awaitingSecondFactor: awaits ? user : null };
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

function findSession(db: Db, id: string) {
  return db
    .selectFrom("sessions")
    .modifyFront(preparedStatement)
    .leftJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.data", "sessions.user_id"])
    .select(["users.type", "users.active", "users.email", "users.first_name", "users.last_name"])
    .select([...TIMES, ...STAFF, INVITED])
    .where("sessions.id_hash", "=", id)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Time since the session's last visit, and how recent its sign-in is. Both are computed with the
 * database's clock, which also set the stored times, because the clock of this machine may be hours
 * off.
 */
const TIMES = [
  sql<number>`extract(epoch from now() - sessions.last_seen_at)::float8`.as("idle_seconds"),
  isWithin("signed_in_at", RECENT_SECONDS).as("signed_in_recently"),
  isWithin("signed_in_at", FRESH_SECONDS).as("signed_in_freshly"),
];

function isWithin(column: "signed_in_at" | "second_factor_at", seconds: number) {
  return sql<boolean>`coalesce(
    ${sql.ref(`sessions.${column}`)} >= now() - make_interval(secs => ${seconds}), false)`;
}

const STAFF = [
  sql<StaffRole[]>`array(
    select role from staff_roles where staff_roles.user_id = sessions.user_id order by role)`.as(
    "roles",
  ),
  sql<boolean>`(
    exists (select 1 from totp_keys where totp_keys.user_id = sessions.user_id)
    or exists (select 1 from passkeys where passkeys.user_id = sessions.user_id))`.as(
    "has_second_factor",
  ),
  sql<boolean>`sessions.second_factor_at is not null`.as("second_factor_shown"),
  isWithin("second_factor_at", FRESH_FACTOR_SECONDS).as("second_factor_is_fresh"),
];

const INVITED = sql<boolean>`exists (
  select 1 from invitations
  where invitations.user_id = sessions.user_id and invitations.link_click_count > 0)`.as("invited");

function userOf(
  row: SessionRow,
  { session_id, onboarding }: { session_id: string; onboarding: Onboarding },
): SignedIn | null {
  const { user_id, type, email, first_name, last_name } = row;
  if (!user_id || !type || email === null || first_name === null || last_name === null) return null;
  const { roles, invited, signed_in_recently, signed_in_freshly } = row;
  const { has_second_factor, second_factor_is_fresh } = row;
  return {
    ...{ id: user_id, type, email, first_name, last_name, roles, invited },
    ...{ session_id, signed_in_recently, signed_in_freshly },
    ...{ has_second_factor, second_factor_is_fresh, onboarding },
  };
}

async function touchSession(db: Db, id: string, type: "admin" | "customer" | null) {
  await db
    .updateTable("sessions")
    .set({
      last_seen_at: sql`now()`,
      // A staff session always ends 12 hours after sign-in. A customer's session is extended by
      // each visit.
      ...(type === "customer"
        ? {
            expires_at: sql`least(
              now() + make_interval(secs => ${CUSTOMER_SECONDS}),
              signed_in_at + make_interval(secs => ${CUSTOMER_MAX_SECONDS}))`,
          }
        : {}),
    })
    .where("id_hash", "=", id)
    .execute();
}

async function deleteSession(db: Db, id: string) {
  await db.deleteFrom("sessions").where("id_hash", "=", id).execute();
}

async function insertSession(
  db: Db,
  row: {
    user_id: string | null;
    data: SessionData;
    seconds: number;
    id?: string | undefined;
    seen?: SignInDevice | undefined;
  },
) {
  const id = row.id ?? randomId();
  await db
    .insertInto("sessions")
    .values({
      id_hash: sha256(id),
      user_id: row.user_id,
      data: JSON.stringify(row.data),
      device: row.seen?.device ?? null,
      ip_address: row.seen?.ip_address ?? null,
      signed_in_at: row.user_id ? sql`now()` : null,
      expires_at: sql`now() + make_interval(secs => ${row.seconds})`,
    })
    .execute();
  return { id: sha256(id), setCookie: await cookie.serialize(id) };
}

/**
 * Starts a session for a user who has just proved their identity, and ends the visitor's previous
 * session. The session gets a new id, so that an id that someone knew before sign-in can't open it.
 * Returns the Set-Cookie header.
 * @param input.id id of the session, which must be impossible to guess; generated if missing
 */
export async function startSession(
  db: Db,
  input: {
    user: { id: string; type: "admin" | "customer" };
    before: Session | null;
    onboarding: Onboarding;
    counted_invitations: string[];
    id?: string | undefined;
    seen?: SignInDevice;
  },
): Promise<string> {
  if (input.before) await deleteSession(db, input.before.id);
  const { setCookie } = await insertSession(db, {
    user_id: input.user.id,
    data: { onboarding: input.onboarding, counted_invitations: input.counted_invitations },
    seconds: input.user.type === "admin" ? ADMIN_SECONDS : CUSTOMER_SECONDS,
    id: input.id,
    seen: input.seen,
  });
  return setCookie;
}

/**
 * Resumes a session that this browser started a moment ago. Returns the Set-Cookie header; null if
 * the session has ended.
 */
export async function resumeSession(
  db: Db,
  session: { id: string; user_id: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("id_hash", "=", sha256(session.id))
    .where("user_id", "=", session.user_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ? cookie.serialize(session.id) : null;
}

/**
 * Stores data about a visitor, and starts a session if the visitor has none. Returns the session's
 * id, and the Set-Cookie header if the session is new.
 */
export async function rememberVisitor(
  db: Db,
  session: Session | null,
  patch: Partial<SessionData>,
): Promise<{ id: string; setCookie: string | null }> {
  if (session) {
    await saveSession(db, session.id, { ...session.data, ...patch });
    return { id: session.id, setCookie: null };
  }
  return insertSession(db, {
    user_id: null,
    data: { onboarding: {}, counted_invitations: [], ...patch },
    seconds: VISITOR_SECONDS,
  });
}

async function saveSession(db: Db, id: string, data: SessionData) {
  await db
    .updateTable("sessions")
    .set({ data: JSON.stringify(data) })
    .where("id_hash", "=", id)
    .execute();
}

/** Ends the request's session (A-032). Returns the Set-Cookie header that removes its cookie. */
export async function endSession(db: Db, request: Request): Promise<string> {
  const id = await readCookieHash(request, cookie);
  if (id) await inTransaction(db, (trx) => signOut(trx, id));
  return clearedCookie();
}

async function signOut(trx: Db, id_hash: string) {
  const staff = await trx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("users.id")
    .where("id_hash", "=", id_hash)
    .where("users.type", "=", "admin")
    .executeTakeFirst();
  await deleteSession(trx, id_hash);
  if (!staff) return;
  const actor = { id: staff.id, request_id: requestId() };
  const subject = { type: "user", id: staff.id };
  await recordAudit(trx, { actor, action: "signed_out", subject });
}

/**
 * Returns the Set-Cookie header that removes the session's cookie. Works without the database
 * (A-033).
 */
export function clearedCookie(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
