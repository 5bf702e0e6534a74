import { type RawBuilder, sql } from "kysely";
import { sha256 } from "#app/platform/secrets.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";

/**
 * Hash chain over the audit log. A seal hashes the previous seal, its own position and time, and
 * one audit row.
 */

type Sealed = {
  position: string;
  /** ISO 8601 time in UTC, with microseconds. */
  sealed_at: string;
  content: string;
};

/** Hash that the first seal uses in place of a previous seal. */
export const NO_SEAL = "0".repeat(64);

export function sealHash(before: string, { position, sealed_at, content }: Sealed): string {
  return sha256([before, position, sealed_at, content].join("\n"));
}

/** Returns SQL for a timestamp as text in UTC, independent of the connection's settings. */
export function timestampTextSql(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL for a whole row of `audit_log` as text; null if a join found no row. */
export const rowContent = sql<
  string | null
>`case when audit_log.id is not null then json_build_array(
  audit_log.id, ${timestampTextSql(sql`audit_log.at`)}, audit_log.actor_id, audit_log.actor_kind, audit_log.action,
  audit_log.subject_type, audit_log.subject_id, audit_log.fields, audit_log.request_id,
  audit_log.search_text_hash)::text end`;

/** Number of rows to seal in one batch, small enough to stay well below the statement timeout. */
const BATCH = 5_000;

/**
 * Seals new audit rows in id order. A row whose transaction commits too late for this run is sealed
 * in the next. Concurrent runs wait for each other.
 * @returns the number of rows that this run sealed, and the end of the chain, which is null if
 * there are no seals
 */
export async function sealAudit(
  db: Db,
): Promise<{ sealed: number; end: Awaited<ReturnType<typeof readChainEnd>> }> {
  for (let sealed = 0; ;) {
    const batch = await inTransaction(db, sealBatch);
    sealed += batch;
    if (batch < BATCH) return { sealed, end: await readChainEnd(db) };
  }
}

async function sealBatch(trx: Db): Promise<number> {
  await sql`lock table audit_seals in exclusive mode`.execute(trx);
  const { rows } = await sql<{ audit_id: string; content: string; sealed_at: string }>`
    with taken as (
      delete from audit_unsealed
      where audit_id in (
        select audit_id from audit_unsealed join audit_log on audit_log.id = audit_id
        order by audit_id limit ${BATCH})
      returning audit_id
    )
    select audit_log.id::text as audit_id, ${rowContent} as content,
      ${timestampTextSql(sql`clock_timestamp()`)} as sealed_at
    from taken join audit_log on audit_log.id = taken.audit_id
    order by audit_log.id`.execute(trx);
  const sealed_at = rows[0]?.sealed_at;
  if (!sealed_at) return 0;
  const end = await readChainEnd(trx);
  let position = BigInt(end?.position ?? 0);
  let before = end?.hash ?? NO_SEAL;
  const seals = rows.map(({ audit_id, content }) => {
    position += 1n;
    before = sealHash(before, { position: String(position), sealed_at, content });
    return { position: String(position), audit_id, hash: before, sealed_at };
  });
  await sql`
    insert into audit_seals (position, audit_id, hash, sealed_at)
    select * from json_to_recordset(${JSON.stringify(seals)})
      as seal (position bigint, audit_id bigint, hash text, sealed_at timestamptz)`.execute(trx);
  return rows.length;
}

/** Returns the last seal of the chain; null if there is none. */
export async function readChainEnd(
  db: Db,
): Promise<{ position: string; hash: string; sealed_at: Date } | null> {
  const end = await db
    .selectFrom("audit_seals")
    .select([sql<string>`position::text`.as("position"), "hash", "sealed_at"])
    .orderBy("audit_seals.position", "desc")
    .limit(1)
    .executeTakeFirst();
  return end ?? null;
}
