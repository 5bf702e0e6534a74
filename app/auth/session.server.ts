import { sql } from "kysely";
import { readCookieHash, signedCookie } from "#app/platform/cookies.server.ts";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { forgetMemo, memo, requestId } from "#app/observability/request-context.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import { db, type Db, inTransaction } from "#db/connection.ts";
import { plannedOnce } from "#db/prepared.ts";
import type { Seen } from "./seen.server.ts";
import { type Onboarding, type Session, SessionData } from "./session-data.server.ts";

export type { Onboarding, PendingLink, Session, SignedIn } from "./session-data.server.ts";

/**
 * Sessions: the signed cookie holds a random id, the row in `sessions` holds everything else and can be revoked.
 * Customers stay signed in for 30 days after their last visit, 90 in all; staff for 12 hours, 2 of them idle (AMB-A05).
 */

const DAY = 24 * 60 * 60;
const CUSTOMER_SECONDS = 30 * DAY;
/** A cookie that was copied is of no use for ever, however often it is used. */
const CUSTOMER_SECONDS_IN_ALL = 90 * DAY;
const ADMIN_SECONDS = DAY / 2;
const ADMIN_IDLE_SECONDS = 2 * 60 * 60;
/** A visitor who has asked for a link and not opened it yet. */
const VISITOR_SECONDS = DAY;
/** A visit is written down at most this often, so that reading a page is not a write. */
const TOUCH_SECONDS = 5 * 60;
/** A sign-in is so recent for this long that a second press of the same link is taken for a double click. */
const RECENT_SECONDS = 300;
/** And it proves for this long that whoever is there reads the mailbox. */
const FRESH_SECONDS = 15 * 60;
/** As long as a second factor that was shown lets its person do what cannot be undone. */
const FRESH_FACTOR_SECONDS = 10 * 60;

// The row decides how long a session lives; the cookie only has to outlast it.
const cookie = signedCookie("sid", 365 * DAY);

/**
 * The session of the request, with its user when one is signed in and active. Read once a request.
 * The session of a blocked person, or of an idle member of staff, is no session.
 */
export function readSession(request: Request): Promise<Session | null> {
  return memo("session", async () => {
    const id = await readCookieHash(request, cookie);
    return id ? loadSession(db, id) : null;
  });
}

async function loadSession(db: Db, id: string): Promise<Session | null> {
  const row = await db
    .selectFrom("sessions")
    .modifyFront(plannedOnce)
    .leftJoin("users", "users.id", "sessions.user_id")
    .select([
      "sessions.data",
      "sessions.user_id",
      "users.type",
      "users.active",
      "users.email",
      "users.first_name",
      "users.last_name",
    ])
    .select([
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
      sql<boolean>`coalesce(
        sessions.second_factor_at >= now() - make_interval(secs => ${FRESH_FACTOR_SECONDS}), false)`.as(
        "second_factor_is_fresh",
      ),
    ])
    // By the database's clock alone, which wrote the times: this machine's may be hours from it.
    .select([
      sql<number>`extract(epoch from now() - sessions.last_seen_at)::float8`.as("idle_seconds"),
      sql<boolean>`coalesce(
        sessions.signed_in_at >= now() - make_interval(secs => ${RECENT_SECONDS}), false)`.as(
        "signed_in_recently",
      ),
      sql<boolean>`coalesce(
        sessions.signed_in_at >= now() - make_interval(secs => ${FRESH_SECONDS}), false)`.as(
        "signed_in_freshly",
      ),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("invitations")
            .select("invitations.id")
            .whereRef("invitations.user_id", "=", "sessions.user_id")
            .where("invitations.link_click_count", ">", 0),
        )
        .$castTo<boolean>()
        .as("invited"),
    )
    .where("sessions.id_hash", "=", id)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return null;

  const data = SessionData.parse(row.data);
  const { user_id, type, email, first_name, last_name, idle_seconds } = row;
  const { signed_in_recently, signed_in_freshly } = row;
  if (user_id && (!row.active || (type === "admin" && idle_seconds > ADMIN_IDLE_SECONDS))) {
    await deleteSession(db, id);
    return null;
  }
  if (idle_seconds > TOUCH_SECONDS) {
    // Whoever is signed in may read on, also while nothing can be written.
    await nullIfFailed(touchSession(db, id, type), { what: "visit" });
  }

  const signedIn = user_id && type && email !== null && first_name !== null && last_name !== null;
  const user = signedIn
    ? {
        id: user_id,
        type,
        email,
        first_name,
        last_name,
        invited: row.invited,
        session_id: id,
        signed_in_recently,
        signed_in_freshly,
        roles: row.roles,
        has_second_factor: row.has_second_factor,
        second_factor_is_fresh: row.second_factor_is_fresh,
        onboarding: data.onboarding,
      }
    : null;
  const awaits = type === "admin" && row.has_second_factor && !row.second_factor_shown;
  return { id, data, user: awaits ? null : user, awaiting: awaits ? user : null };
}

async function touchSession(db: Db, id: string, type: "admin" | "customer" | null) {
  await db
    .updateTable("sessions")
    .set({
      last_seen_at: sql`now()`,
      // Staff sessions end twelve hours after sign-in whatever happens; the others move on with each visit.
      ...(type === "customer"
        ? {
            expires_at: sql`least(
              now() + make_interval(secs => ${CUSTOMER_SECONDS}),
              signed_in_at + make_interval(secs => ${CUSTOMER_SECONDS_IN_ALL}))`,
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
    seen?: Seen | undefined;
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
      network: row.seen?.network ?? null,
      signed_in_at: row.user_id ? sql`now()` : null,
      expires_at: sql`now() + make_interval(secs => ${row.seconds})`,
    })
    .execute();
  return { id: sha256(id), setCookie: await cookie.serialize(id) };
}

/**
 * Starts the session of a user who has just proved who they are, under a new id: what was known before sign-in
 * must not open the session after it. The visitor's session ends.
 *
 * @param input.id random, so that it cannot be guessed; made here when not given
 * @param input.seen where from, as far as that is known
 * @returns the Set-Cookie header to send.
 */
export async function startSession(
  db: Db,
  input: {
    user: { id: string; type: "admin" | "customer" };
    before: Session | null;
    onboarding: Onboarding;
    counted_invitations: string[];
    id?: string | undefined;
    seen?: Seen;
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
 * A session that was started a moment ago, once more for the same browser.
 *
 * @returns the Set-Cookie header to send; null when the session has ended since.
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
 * Remembers something of a visitor who is not signed in, starting a session when there is none.
 *
 * @returns the id of the session, and the Set-Cookie header to send when it is new.
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

/** Sets the ids of the matter this session works on, all at once: what is not given is cleared. */
export async function updateOnboarding(
  db: Db,
  session_id: string,
  onboarding: Onboarding,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ data: sql`jsonb_set(data, '{onboarding}', ${JSON.stringify(onboarding)}::jsonb)` })
    .where("id_hash", "=", session_id)
    .execute();
  // A page that is shown in answer to a form reads it after the action has changed it.
  forgetMemo("session");
}

/**
 * Ends the session of the request, if there is one.
 *
 * @returns the Set-Cookie header that removes the cookie.
 */
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

/** The Set-Cookie header that removes the session cookie; it needs no database. */
export function clearedCookie(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
