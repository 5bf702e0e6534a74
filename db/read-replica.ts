import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Connections } from "./prepared-statements.ts";

/** Pause after a replica was down or behind; queries use the database in the meantime. */
const REPLICA_PAUSE_MS = 5_000;
/** Delays of checks: a healthy replica is some milliseconds behind. */
const TRIES_MS = [0, 20, 80];

/**
 * Returns connections to the replica while it has every commit, otherwise to the database. Users
 * thus see what they have just saved, and a replica that is down or stuck affects no page.
 */
export function preferReplica(copy: Pool, database: Pool): Connections {
  let pausedUntil = 0;
  return {
    async connect() {
      if (Date.now() >= pausedUntil) {
        const client = await connectOnceCaughtUp(copy, database);
        if (client) return client;
        pausedUntil = Date.now() + REPLICA_PAUSE_MS;
      }
      return await database.connect();
    },
    end: () => copy.end(),
  };
}

/** Returns null if the replica is down, or stays behind. */
async function connectOnceCaughtUp(copy: Pool, database: Pool): Promise<PoolClient | null> {
  const { rows } = await database.query<{ lsn: string }>(
    "select pg_current_wal_flush_lsn()::text as lsn",
  );
  const client = await copy.connect().catch(() => null);
  if (!client) return null;
  try {
    for (const wait of TRIES_MS) {
      await pause(wait);
      if (await hasReplayed(client, rows[0]?.lsn)) return client;
    }
  } catch {
    client.release(true);
    return null;
  }
  client.release();
  return null;
}

/** Returns true also for a server that is no standby and reports no position. */
async function hasReplayed(client: PoolClient, lsn: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    "select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as has",
    [lsn],
  );
  return rows[0]?.has ?? false;
}
