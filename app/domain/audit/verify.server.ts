import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { listRestored, type Restored } from "./restore-markers.server.ts";
import { timestampTextSql, NO_SEAL, rowContent, sealHash } from "./seal.server.ts";

/** End of the chain of seals at a point in time, as stored outside the database. */
export type OutsideDigest = { position: string; hash: string; sealed_at: string };

/** Result of a verification of the audit log. Each finding is a sentence about one fault. */
export type Verification = {
  sealed: number;
  end: OutsideDigest | null;
  /** Number of audit rows that are not sealed yet, and the time of the oldest. */
  unsealed: { count: number; since: Date | null };
  digests: number;
  findings: string[];
  /** Notes about digests that were left out because of a restore. They are not faults. */
  notes: string[];
};

/** Maximum number of findings, enough to see that a log is badly broken. */
const MAX_FINDINGS = 100;
const ROWS_AT_ONCE = 5_000;

type Seal = {
  position: string;
  audit_id: string;
  hash: string;
  sealed_at: string;
  content: string | null;
};

/**
 * Compares the whole audit log, as one snapshot, with its seals and the digests outside the
 * database.
 * @param outside.restores restores with a signed marker outside the database
 * @param db connection with a long statement timeout (withLongQueries): a million rows take seconds
 */
export function verifyAudit(
  db: Db,
  { digests, restores }: { digests: readonly OutsideDigest[]; restores: readonly Restored[] },
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const findings: string[] = [];
      const find = (text: string) => {
        if (findings.length < MAX_FINDINGS) findings.push(text);
      };
      const { known, notes } = dropRestoredDigests(restores, digests);
      for (const { backup_made_at, restored_at } of await listRestored(trx)) {
        if (restores.some((marked) => isSame(marked, { backup_made_at, restored_at }))) continue;
        find(
          `The database records a restore at ${restored_at} of the backup of ${backup_made_at}, but no signed marker outside the database confirms it.`,
        );
      }
      const { sealed, end } = await verifySeals(trx, known, find);
      for (const row of await listAdded(trx)) {
        find(`Row ${row.id} of ${row.at} was added without a seal.`);
      }
      for (const { audit_id } of await listLost(trx)) {
        find(`Row ${audit_id} was removed before it was sealed.`);
      }
      const unsealed = await readUnsealed(trx);
      return { sealed, end, unsealed, digests: digests.length, findings, notes };
    });
}

/**
 * Verifies the chain of seals. Compares each seal with the stored seal before it, so that a changed
 * row is the only one reported.
 */
async function verifySeals(
  trx: Db,
  digests: readonly OutsideDigest[],
  find: (text: string) => void,
): Promise<Pick<Verification, "sealed" | "end">> {
  const outside = new Map<string, OutsideDigest[]>();
  for (const digest of digests) {
    outside.set(digest.position, [...(outside.get(digest.position) ?? []), digest]);
  }
  let sealed = 0;
  let before = { position: "0", audit_id: "", hash: NO_SEAL, sealed_at: "" };
  for await (const seal of readSeals(trx)) {
    sealed += 1;
    const next = String(BigInt(before.position) + 1n);
    if (seal.position !== next) {
      const last = String(BigInt(seal.position) - 1n);
      find(`Seals ${next} to ${last}, before the seal of ${seal.sealed_at}, were removed.`);
    } else if (seal.content === null) {
      find(`Row ${seal.audit_id}, sealed at ${seal.sealed_at}, was removed.`);
    } else if (sealHash(before.hash, { ...seal, content: seal.content }) !== seal.hash) {
      const other = before.audit_id ? ` (or the seal of row ${before.audit_id} before it)` : "";
      find(`Row ${seal.audit_id}, sealed at ${seal.sealed_at}, was changed${other}.`);
    }
    for (const digest of outside.get(seal.position) ?? []) {
      if (digest.hash !== seal.hash) find(rebuiltChainFinding(digest));
    }
    outside.delete(seal.position);
    before = seal;
  }
  for (const digest of [...outside.values()].flat()) {
    find(
      `The digest of ${digest.sealed_at} outside the database records ${digest.position} seals, but the chain has no seal at that position.`,
    );
  }
  const { position, hash, sealed_at } = before;
  return { sealed, end: sealed > 0 ? { position, hash, sealed_at } : null };
}

function rebuiltChainFinding({ position, sealed_at }: OutsideDigest) {
  return `The chain was rebuilt: seal ${position} does not match the digest of ${sealed_at} outside the database.`;
}

async function* readSeals(trx: Db): AsyncGenerator<Seal> {
  await sql`
    declare seals no scroll cursor for
    select audit_seals.position::text, audit_seals.audit_id::text, audit_seals.hash,
      ${timestampTextSql(sql`audit_seals.sealed_at`)} as sealed_at, ${rowContent} as content
    from audit_seals left join audit_log on audit_log.id = audit_seals.audit_id
    order by audit_seals.position`.execute(trx);
  for (;;) {
    const { rows } = await sql<Seal>`fetch ${sql.lit(ROWS_AT_ONCE)} from seals`.execute(trx);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close seals`.execute(trx);
}

async function listAdded(trx: Db) {
  const { rows } = await sql<{ id: string; at: string }>`
    select id::text, ${timestampTextSql(sql`at`)} as at from audit_log
    where not exists (select from audit_seals where audit_id = audit_log.id)
      and not exists (select from audit_unsealed where audit_id = audit_log.id)
    order by audit_log.id limit ${MAX_FINDINGS}`.execute(trx);
  return rows;
}

async function listLost(trx: Db) {
  const { rows } = await sql<{ audit_id: string }>`
    select audit_id::text from audit_unsealed
    where not exists (select from audit_log where id = audit_id)
    order by audit_unsealed.audit_id limit ${MAX_FINDINGS}`.execute(trx);
  return rows;
}

async function readUnsealed(db: Db): Promise<Verification["unsealed"]> {
  return db
    .selectFrom("audit_unsealed")
    .leftJoin("audit_log", "audit_log.id", "audit_unsealed.audit_id")
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), "integer").as("count"),
      eb.fn.min<Date | null>("audit_log.at").as("since"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Leaves out the digests made between a backup and its restore, because the restore replaced the
 * chain that they describe. Returns the other digests, and a note about each one left out.
 */
function dropRestoredDigests(restores: readonly Restored[], digests: readonly OutsideDigest[]) {
  const notes: string[] = [];
  const known = digests.filter(({ sealed_at, position }) => {
    const at = new Date(sealed_at);
    const by = restores.find(
      ({ backup_made_at, restored_at }) =>
        new Date(backup_made_at) < at && at <= new Date(restored_at),
    );
    if (by) {
      notes.push(
        `The digest of ${sealed_at} (seal ${position}) covers rows that were lost when the backup of ${by.backup_made_at} was restored at ${by.restored_at}.`,
      );
    }
    return !by;
  });
  return { known, notes };
}

function isSame(one: Restored, other: Restored) {
  return one.backup_made_at === other.backup_made_at && one.restored_at === other.restored_at;
}
