import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { type Actor, recordAudit, recordUnlessLately } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import { endAccess, subjectOf, tellStaff } from "#app/domain/staff/change-staff.server.ts";
import { env } from "#app/platform/env.server.ts";
import { takeTurns, type Taken } from "#app/limits/limits.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import type { SignedIn } from "./session-data.server.ts";
import { findStep, sealKey, unsealKey } from "./totp.server.ts";

/**
 * What staff show after the link from their mailbox: a passkey, a code of an authenticator app, or one of ten recovery codes
 * where both are lost. Each code works once.
 */

const CODES = 10;
/** Letters and figures that are not taken for one another; ten of them are 49 bits, behind a limit of tries. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_LETTERS = 10;

/** What somebody has set up. */
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

export const WAYS = ["passkey", "totp", "recovery"] as const;
export type Way = (typeof WAYS)[number];

/**
 * Takes one of the attempts that a session has for each way: 5 in 5 minutes, 20 in a day. Wrong codes thus lock out neither
 * another way nor another session, so that a person who reads the mailbox cannot keep its owner out (SE-10). Of the codes of
 * an app, which can be guessed, all sessions of a person have 100 in a day; for a passkey or a recovery code guessing is hopeless.
 */
export function takeTry(
  db: Db,
  { user, way }: { user: Pick<SignedIn, "id" | "session_id">; way: Way },
): Promise<Taken> {
  const key = `second-factor:${way}:${user.session_id}`;
  const day = 24 * 60 * MINUTES;
  return takeTurns(db, [
    { key, limit: 5, seconds: 5 * MINUTES },
    { key: `${key}:day`, limit: 20, seconds: day },
    ...(way === "totp" ? [{ key: `second-factor:totp:${user.id}`, limit: 100, seconds: day }] : []),
  ]);
}

/** Whether a member of staff is only signed in once they have shown a second factor. */
export async function needsFactor(db: Db, user_id: string): Promise<boolean> {
  if (env.STAFF_SECOND_FACTOR === "required") return true;
  const { passkeys, totp_since } = await readFactors(db, user_id);
  return passkeys.length > 0 || totp_since !== null;
}

/**
 * From now on the session is one of somebody who has shown their second factor. The first time signs in whoever needed
 * one when the request began, and is written down as that.
 */
export async function markShown(
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

/** Writes down that a second factor was shown and is not right. The limit of tries bounds how many there are. */
export async function recordRefusedFactor(
  db: Db,
  { actor, way }: { actor: Actor; way: string },
): Promise<void> {
  const subject = subjectOf(actor.id);
  await recordAudit(db, { actor, action: "second_factor_refused", subject, fields: [way] });
}

/** Writes down that somebody tried when no try was left; once in a quarter of an hour, since nothing bounds these. */
export async function recordLockedOut(db: Db, actor: Actor): Promise<void> {
  const subject = subjectOf(actor.id);
  await recordUnlessLately(db, { actor, action: "second_factor_locked_out", subject });
}

/**
 * Uses a code of an authenticator app, by the database's clock.
 *
 * @returns false when it is wrong, or was used before, as was any code after it
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
    // Sealed anew, so that an older secret can be taken away some day.
    .set({ last_step: step, sealed_key: sealKey(key, user_id) })
    .where("user_id", "=", user_id)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a recovery code, of which its person is told. @returns false when it is none of theirs, or was used before */
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
  await tellStaff(trx, actor.id, "recovery_code_used");
  return true;
}

/**
 * Sets up an authenticator app in place of any other, once a code shows that it has the key.
 *
 * @param setup.sealed the key as the form had it: nothing is kept of it before
 * @returns the recovery codes, when there were none yet
 * @throws DomainError at `code` when the code is not of this key
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
  return afterAdding(trx, actor, "totp");
}

/** What follows when somebody has set up a factor. @returns the recovery codes, when there were none yet */
export async function afterAdding(
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
  await tellStaff(trx, actor.id, "factor_added");
  const known = await trx
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", actor.id)
    .limit(1)
    .executeTakeFirst();
  return known ? null : makeRecoveryCodes(trx, actor);
}

/** Makes ten new recovery codes in place of all before. They are shown once; only hashes are kept. */
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
 * Removes one factor of whoever asks; recovery codes go with the last one.
 *
 * @param factor "totp", or the id of a passkey
 * @throws NotFoundError when it is gone; ConflictError when it is the last and one has to be there
 */
export async function removeFactor(
  trx: Db,
  { actor, factor }: { actor: Actor; factor: string },
): Promise<void> {
  // One at a time, or two could take away the last two at once.
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
  await tellStaff(trx, actor.id, "factor_removed");
}

/**
 * Removes all that somebody has set up, when they have lost it, and signs them out. For administrators.
 *
 * @throws ConflictError when there is nothing to remove
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
  await endAccess(trx, id);
  await recordAudit(trx, { actor, action: "second_factor_reset", subject: subjectOf(id) });
  await tellStaff(trx, id, "factor_reset");
}

function newCode() {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

/** However it is typed: small letters, spaces, without the hyphen. The person's id is the salt. */
function codeHash(user_id: string, code: string) {
  return sha256(`${user_id}:${code.toUpperCase().replace(/[^A-Z0-9]/g, "")}`);
}
