import { readFile } from "node:fs/promises";
import type { PoolClient } from "pg";
import { openOn } from "#db/connection.ts";
import { createPool } from "#db/pool.ts";
import { refreshAll } from "#tests/support/listed-transactions.ts";

type Office = { matters: number; seed: number };

/**
 * Fills a migrated, empty database with an office, in the proportions of the .sql files here.
 * Triggers are off, indexes are created at the end, and derived rows are filled in the way that
 * migrations fill them.
 */
export async function loadOffice(url: string, office: Office): Promise<void> {
  const pool = createPool(url, { max: 2 });
  try {
    const [one, other] = [await openSession(pool, office), await openSession(pool, office)];
    try {
      const indexes = await dropIndexes(one);
      for (const file of ["functions", "decisions"]) await one.query(await readSql(file));
      for (const file of ["partners", "matters", "casework", "letters", "outcomes"]) {
        await share([one, other], (await readSql(file)).split(/;\n\s*/));
      }
      await share([one, other], indexes);
      await one.query("analyze");
      await fillKept([one, other]);
      await one.query("drop schema scale cascade");
      await fillRows(url);
      await one.query("vacuum analyze");
    } finally {
      one.release(true);
      other.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function openSession(pool: ReturnType<typeof createPool>, { matters, seed }: Office) {
  const session = await pool.connect();
  await session.query(`
    set session_replication_role = replica;
    set client_min_messages = warning;
    set maintenance_work_mem = '512MB';
    set work_mem = '128MB';
    set scale.matters = ${matters};
    set scale.seed = ${seed}`);
  return session;
}

async function fillRows(url: string) {
  const db = openOn(createPool(url, { max: 1 }));
  try {
    await refreshAll(db);
  } finally {
    await db.destroy();
  }
}

function readSql(file: string) {
  return readFile(new URL(`${file}.sql`, import.meta.url), "utf8");
}

async function dropIndexes(session: PoolClient): Promise<string[]> {
  const { rows } = await session.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by pg_relation_size(indrelid) desc, 1`);
  if (rows.length > 0) await session.query(`drop index ${rows.map(({ name }) => name).join(", ")}`);
  return rows.map(({ definition }) => definition);
}

/** Runs independent statements, one at a time per session. */
async function share(sessions: readonly PoolClient[], statements: readonly string[]) {
  const waiting = statements.filter((statement) => statement !== "");
  await Promise.all(
    sessions.map(async (session) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await session.query(next);
    }),
  );
}

/**
 * Returns a function that gives the SQL conditions for the older and the newer half of the matters.
 */
async function halves(session: PoolClient) {
  const { rows } = await session.query<{ middle: string }>(`
    select percentile_disc(0.5) within group (order by id) as middle from transactions`);
  return (column: string) => ["<", ">="].map((side) => `${column} ${side} '${rows[0]?.middle}'`);
}

/** Fills in the search words and referrals, which are otherwise stored when matters change. */
async function fillKept(sessions: readonly [PoolClient, PoolClient]) {
  const [one] = sessions;
  const halvesOf = await halves(one);
  const words = [
    ...halvesOf("record_id").map((half) => `kind = 'transaction' and ${half}`),
    "kind = 'user'",
    "kind not in ('transaction', 'user')",
  ];
  await share(
    sessions,
    words.map(
      (which) => `
        insert into search_words
        select kind, term, record_id from search_texts, unnest(search_terms(text)) as term
        where ${which}`,
    ),
  );
  await one.query(`
    insert into adviser_referrals (kind, transaction_id, purchase_intent_id, sort_name)
    select kind, transaction_id, purchase_intent_id, sort_name from referral_rules`);
}
