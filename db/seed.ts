import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { openOn } from "#db/connection.ts";
import { hasUsers, seed } from "#db/demo/index.ts";
import { documentsFolder } from "#db/documents-folder.ts";
import { createPool } from "#db/pool.ts";
import type { DB } from "#db/types.d.ts";

const lockKey = 4_602_110;

/** Adds the demonstration data to a database that has no users. Returns true if it added them. */
export async function seedWhenEmpty(url: string): Promise<boolean> {
  const pool = createPool(url, { max: 2 });
  const db = openOn(pool);
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
      if (await hasUsers(trx)) return false;
      await writeDocuments(await seed(trx));
      await fillDoubles(trx, pool);
      // Queue the job that computes how long stages take, which otherwise only runs at night.
      await sql`select graphile_worker.add_job('keep-stages', '{}'::json)`.execute(trx);
      return true;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Adds the payments of the demonstration data to Stripe's double. Imports the double only here,
 * because a production image contains no doubles and gets no demonstration data.
 */
async function fillDoubles(trx: Kysely<DB>, pool: Pool) {
  const { postgresState } = await import("#mocks/postgres-state.ts");
  const { seedStripeDouble: rememberDemonstration } =
    await import("#mocks/stripe/demonstration.ts");
  await rememberDemonstration(trx, postgresState(pool));
}

async function writeDocuments(documents: ReadonlyMap<string, Buffer>) {
  for (const [key, bytes] of documents) {
    const file = join(documentsFolder(), key);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
