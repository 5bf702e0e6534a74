import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Connections } from "./prepared-statements.ts";

/**
 * Time for which the replica is not used after it was down or behind. Until then, queries use the
 * primary database.
 */
const REPLICA_PAUSE_MS = 5_000;
/**
 * Pauses in milliseconds before each check that the replica has caught up. A healthy replica is
 * only a few milliseconds behind.
 */
const TRIES_MS = [0, 20, 80];

/**
 * Returns connections to the replica if it has all commits, and otherwise to the primary database.
 * So users always see what they have just saved, and pages work while the replica is down or
 * behind.
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

/**
 * Returns a connection to the replica when it has caught up; null if the replica is down or stays
 * behind.
 */
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

/**
 * Returns true if a server has replayed the commits up to a position. Also returns true for a
 * server that is not a standby, because it has no such position.
 */
async function hasReplayed(client: PoolClient, lsn: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    "select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as has",
    [lsn],
  );
  return rows[0]?.has ?? false;
}
