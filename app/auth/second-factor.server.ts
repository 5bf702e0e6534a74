/**
 * Second factors of staff: a passkey, a code from an authenticator app, or one of ten recovery
 * codes.
 */

import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { type Actor, recordAudit, recordOncePerWindow } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import {
  revokeAccess,
  subjectOf,
  queueAccessEmail,
} from "#app/domain/staff/change-staff.server.ts";
import { env } from "#app/platform/env.server.ts";
import { consumeLimits, type LimitResult } from "#app/limits/limits.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import type { SignedIn } from "./session-data.server.ts";
import { findStep, sealKey, unsealKey } from "./totp.server.ts";

const CODES = 10;
/**
 * Characters of recovery codes, without those that look alike. Ten of them have 49 bits of entropy,
 * too many to guess at the rate that we allow.
 */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LETTERS = 10;

/**
 * Returns a user's passkeys, when the user's authenticator app was added, and the number of unused
 * recovery codes.
 */
export async function readFactors(db: Db, user_id: string) {
  const [passkeys, totp, codes] = await Promise.all([
    db
      .selectFrom("passkeys")
      .select(["id", "name", "created_at", "last_used_at"])
      .where("user_id", "=", user_id)
      .orderBy("created_at")
      .execute(),
    db
      .selectFrom("totp_keys")
      .select("created_at")
      .where("user_id", "=", user_id)
      .executeTakeFirst(),
    db
      .selectFrom("recovery_codes")
      .select((eb) => eb.fn.countAll<number>().as("left"))
      .where("user_id", "=", user_id)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  return { passkeys, totp_since: totp?.created_at ?? null, codes_left: codes.left };
}

const MINUTES = 60;

export const FACTOR_KINDS = ["passkey", "totp", "recovery"] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/**
 * Consumes one attempt at a second factor. Each session has 5 attempts in 5 minutes and 20 a day
 * for each kind of factor. Wrong attempts don't block the other kinds or the user's other sessions,
 * so that an intruder in the user's mailbox can't lock the user out (SE-10). An app's codes are
 * short enough to guess, so all sessions of a user share 100 attempts a day at them.
 */
export function consumeAttempt(
  db: Db,
  { user, way }: { user: Pick<SignedIn, "id" | "session_id">; way: FactorKind },
): Promise<LimitResult> {
  const key = `second-factor:${way}:${user.session_id}`;
  const day = 24 * 60 * MINUTES;
  return consumeLimits(db, [
    { key, limit: 5, seconds: 5 * MINUTES },
    { key: `${key}:day`, limit: 20, seconds: day },
    ...(way === "totp" ? [{ key: `second-factor:totp:${user.id}`, limit: 100, seconds: day }] : []),
  ]);
}

/** Returns true if a member of staff must pass a second factor. */
export async function needsFactor(db: Db, user_id: string): Promise<boolean> {
  if (env.STAFF_SECOND_FACTOR === "required") return true;
  const { passkeys, totp_since } = await readFactors(db, user_id);
  return passkeys.length > 0 || totp_since !== null;
}

/**
 * Records in the session that the second factor was passed. The first time, also records in the
 * audit log that the user has signed in.
 */
export async function markFactorPassed(
  trx: Db,
  { id, session_id, has_second_factor }: Pick<SignedIn, "id" | "session_id" | "has_second_factor">,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("sessions")
    .set({ second_factor_at: sql`now()` })
    .where("id_hash", "=", session_id)
    .where("second_factor_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    await trx
      .updateTable("sessions")
      .set({ second_factor_at: sql`now()` })
      .where("id_hash", "=", session_id)
      .execute();
  } else if (has_second_factor || env.STAFF_SECOND_FACTOR === "required") {
    const actor = { id, request_id: requestId() };
    await recordAudit(trx, { actor, action: "signed_in", subject: subjectOf(id) });
  }
}

/**
 * Records a wrong second factor in the audit log. The rate limit of attempts also limits the number
 * of these entries.
 */
export async function recordRefusedFactor(
  db: Db,
  { actor, way }: { actor: Actor; way: string },
): Promise<void> {
  const subject = subjectOf(actor.id);
  await recordAudit(db, { actor, action: "second_factor_refused", subject, fields: [way] });
}

/** Records in the audit log that the rate limit refused an attempt, at most once in 15 minutes. */
export async function recordLockedOut(db: Db, actor: Actor): Promise<void> {
  const subject = subjectOf(actor.id);
  await recordOncePerWindow(db, { actor, action: "second_factor_locked_out", subject });
}

/**
 * Uses a code from the user's authenticator app. Returns false if the code is wrong, or not newer
 * than the last code used. The time comes from the database's clock.
 */
export async function consumeTotp(trx: Db, user_id: string, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom("totp_keys")
    .select(["sealed_key", sql<number>`extract(epoch from now())::float8`.as("seconds")])
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  const key = row && unsealKey(row.sealed_key, user_id);
  const step = key && findStep(key, code, row.seconds);
  if (!key || !step) return false;
  const { numUpdatedRows } = await trx
    .updateTable("totp_keys")
    // Seal the key again with the newest secret, so that older secrets can be removed.
    .set({ last_step: step, sealed_key: sealKey(key, user_id) })
    .where("user_id", "=", user_id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Uses a recovery code and emails the user about it. Returns false if the code is unknown or has
 * been used.
 */
export async function consumeRecoveryCode(
  trx: Db,
  { actor, code }: { actor: Actor; code: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("recovery_codes")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", actor.id)
    .where("code_hash", "=", codeHash(actor.id, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAudit(trx, { actor, action: "recovery_code_used", subject: subjectOf(actor.id) });
  await queueAccessEmail(trx, actor.id, "recovery_code_used");
  return true;
}

/**
 * Replaces the user's authenticator app. The code must prove that the new app has the key that is
 * sealed in the form. Returns recovery codes if this is the user's first second factor; otherwise
 * null.
 * @throws {DomainError} for the field `code` if the code does not match the key
 */
export async function addTotp(
  trx: Db,
  { actor, sealed, code }: { actor: Actor; sealed: string; code: string },
): Promise<string[] | null> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now())::float8 as seconds`.execute(trx);
  const key = unsealKey(sealed, actor.id);
  const last_step = key && rows[0] ? findStep(key, code, rows[0].seconds) : null;
  if (!key || !last_step) {
    throw new DomainError("That isn’t the current code. Check your app and try again", 400, {
      data: { field: "code" },
    });
  }
  const sealed_key = sealKey(key, actor.id);
  await trx
    .insertInto("totp_keys")
    .values({ user_id: actor.id, sealed_key, last_step })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ sealed_key, last_step, created_at: sql`now()` }),
    )
    .execute();
  return recordFactorAdded(trx, actor, "totp");
}

/**
 * Records the new factor in the audit log and emails the user about it. Returns recovery codes if
 * it is the user's first factor; otherwise null.
 */
export async function recordFactorAdded(
  trx: Db,
  actor: Actor,
  factor: "totp" | "passkey",
): Promise<string[] | null> {
  await recordAudit(trx, {
    actor,
    action: "second_factor_added",
    subject: subjectOf(actor.id),
    fields: [factor],
  });
  await queueAccessEmail(trx, actor.id, "factor_added");
  const known = await trx
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", actor.id)
    .limit(1)
    .executeTakeFirst();
  return known ? null : makeRecoveryCodes(trx, actor);
}

/**
 * Replaces a user's recovery codes with ten new ones and returns them. The user sees them once; we
 * store only hashes.
 */
export async function makeRecoveryCodes(trx: Db, actor: Actor): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await trx.deleteFrom("recovery_codes").where("user_id", "=", actor.id).execute();
  await trx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: actor.id, code_hash: codeHash(actor.id, code) })))
    .execute();
  await recordAudit(trx, { actor, action: "recovery_codes_made", subject: subjectOf(actor.id) });
  return codes;
}

/**
 * Removes a factor: the authenticator app ("totp"), or the passkey with this id. Also removes the
 * recovery codes if no factor is left.
 * @throws {NotFoundError} if the factor no longer exists; {ConflictError} if it is the last one and
 *   staff must have a factor
 */
export async function removeFactor(
  trx: Db,
  { actor, factor }: { actor: Actor; factor: string },
): Promise<void> {
  // Lock the user, because two concurrent requests could otherwise each remove one of the last two
  // factors.
  await lockPerson(trx, actor.id);
  const of_totp = factor === "totp";
  const { numDeletedRows } = of_totp
    ? await trx.deleteFrom("totp_keys").where("user_id", "=", actor.id).executeTakeFirst()
    : await trx
        .deleteFrom("passkeys")
        .where("user_id", "=", actor.id)
        .where("id", "=", factor)
        .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFoundError("It’s already been removed");
  const { passkeys, totp_since } = await readFactors(trx, actor.id);
  if (passkeys.length === 0 && !totp_since) {
    if (env.STAFF_SECOND_FACTOR === "required") {
      throw new ConflictError(
        "You need a second factor to use the back office. Set up another one first",
      );
    }
    await trx.deleteFrom("recovery_codes").where("user_id", "=", actor.id).execute();
  }
  await recordAudit(trx, {
    actor,
    action: "second_factor_removed",
    subject: subjectOf(actor.id),
    fields: [of_totp ? "totp" : "passkey"],
  });
  await queueAccessEmail(trx, actor.id, "factor_removed");
}

/**
 * Removes all second factors of a user who has lost them, and signs the user out. Only
 * administrators may do this.
 * @throws {ConflictError} if the user has no factors
 */
export async function resetSecondFactor(
  trx: Db,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  await lockPerson(trx, id);
  const { passkeys, totp_since } = await readFactors(trx, id);
  if (passkeys.length === 0 && !totp_since)
    throw new ConflictError("This person hasn’t set up a second factor");
  for (const table of ["passkeys", "totp_keys", "recovery_codes"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
  await revokeAccess(trx, id);
  await recordAudit(trx, { actor, action: "second_factor_reset", subject: subjectOf(id) });
  await queueAccessEmail(trx, id, "factor_reset");
}

function newCode() {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

/**
 * Hashes a recovery code, with the user's id as salt. Ignores case, spaces and hyphens in the code.
 */
function codeHash(user_id: string, code: string) {
  return sha256(`${user_id}:${code.toUpperCase().replace(/[^A-Z0-9]/g, "")}`);
}
