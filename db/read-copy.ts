import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Connections } from "./prepared.ts";

/** How long a copy is left alone that was down or behind: nobody waits for it meanwhile. */
const LEFT_ALONE_MS = 5_000;
/** A copy that is well has what was committed within some milliseconds. */
const TRIES_MS = [0, 20, 80];

/**
 * Connections to a copy of the database while it has everything that has been committed so far, and otherwise to the
 * database: whoever has just saved something finds it on the next page, and a copy that is down or stands still takes no page
 * with it.
 */
export function preferCopy(copy: Pool, database: Pool): Connections {
  let leftAloneUntil = 0;
  return {
    async connect() {
      if (Date.now() >= leftAloneUntil) {
        const client = await connectOnceCaughtUp(copy, database);
        if (client) return client;
        leftAloneUntil = Date.now() + LEFT_ALONE_MS;
      }
      return await database.connect();
    },
    end: () => copy.end(),
  };
}

/** @returns null when the copy is down, or behind for longer than a moment */
async function connectOnceCaughtUp(copy: Pool, database: Pool): Promise<PoolClient | null> {
  const { rows } = await database.query<{ lsn: string }>(
    "select pg_current_wal_flush_lsn()::text as lsn",
  );
  const client = await copy.connect().catch(() => null);
  if (!client) return null;
  try {
    for (const wait of TRIES_MS) {
      await pause(wait);
      if (await has(client, rows[0]?.lsn)) return client;
    }
  } catch {
    client.release(true);
    return null;
  }
  client.release();
  return null;
}

/** A copy that is no standby cannot tell how far it is, and is believed. */
async function has(client: PoolClient, lsn: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    "select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) as has",
    [lsn],
  );
  return rows[0]?.has ?? false;
}
