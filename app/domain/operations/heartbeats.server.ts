import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { z } from "zod";
import { type BreakerState, breakerStates } from "#app/clients/outbound.server.ts";
import { env } from "#app/platform/env.server.ts";
import { VENDORS } from "#app/platform/vendors.server.ts";
import type { Db } from "#db/connection.ts";
import { dataPath } from "#db/data-path.ts";

/**
 * Kinds of processes. Each process writes heartbeats, so that the status page can show all of them.
 */

export type ProcessKind = "web" | "worker" | "web and worker";

const BEAT_MS = 15_000;

/** A process without a heartbeat for this long counts as stopped. */
const SILENT_SECONDS = 60;

/** Name of the release that is running: the setting RELEASE, or the version in package.json. */
export const release: string =
  env.RELEASE ??
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8"))).version;

/**
 * Writes a heartbeat every 15 seconds.
 * @returns a function that stops the heartbeats and removes the process from the list
 */
export function startHeartbeat(
  db: Db,
  kind: ProcessKind,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let id: string | undefined;
  let writing = Promise.resolve();
  const beat = () => {
    writing = writeHeartbeat(db, kind, id).then((written) => void (id = written), failed);
  };
  beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return async () => {
    clearInterval(timer);
    await writing;
    if (id) await db.deleteFrom("processes").where("id", "=", id).execute();
  };
}

/** Writes one heartbeat of a process, and returns the id of its row. Exported for tests. */
export async function writeHeartbeat(db: Db, kind: ProcessKind, id?: string): Promise<string> {
  const now = {
    seen_at: sql<Date>`now()`,
    breakers: JSON.stringify(breakerStates()),
    ...(await readDisk()),
  };
  const known =
    id &&
    (await db
      .updateTable("processes")
      .set(now)
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst());
  if (known) return known.id;
  const made = await db
    .insertInto("processes")
    .values({ kind, release, ...now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

async function readDisk() {
  const disk = await statfs(dataPath()).catch(() => null);
  if (!disk) return { disk_used: null, disk_free_bytes: null };
  const used = disk.blocks - disk.bfree;
  // Calculate like `df`: blocks reserved for root count as neither used nor free.
  return {
    disk_used: used / (used + disk.bavail),
    disk_free_bytes: disk.bavail * disk.bsize,
  };
}

const Breakers: z.ZodType<BreakerState[]> = z.array(
  z.object({
    vendor: z.enum(VENDORS.map(({ name }) => name)),
    state: z.enum(["closed", "open", "half-open"]),
    since: z.string(),
    last_error: z.string().nullable(),
  }),
);

/** Lists the running processes in the order in which they started. */
export async function listProcesses(db: Db) {
  const rows = await db
    .selectFrom("processes")
    .select(["id", "kind", "release", "started_at", "seen_at", "disk_used", "disk_free_bytes"])
    .select("breakers")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${SILENT_SECONDS})`)
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, breakers: Breakers.catch([]).parse(row.breakers) }));
}

export type LiveProcess = Awaited<ReturnType<typeof listProcesses>>[number];

/**
 * Returns one circuit breaker per vendor: the one that has been open longest, or, if none is open,
 * the one that was closed last.
 */
export function worstBreakers(processes: readonly Pick<LiveProcess, "breakers">[]): BreakerState[] {
  const worst = new Map<string, BreakerState>();
  for (const breaker of processes.flatMap(({ breakers }) => breakers)) {
    const known = worst.get(breaker.vendor);
    if (!known || isWorse(breaker, known)) worst.set(breaker.vendor, breaker);
  }
  return [...worst.values()];
}

function isWorse(one: BreakerState, other: BreakerState) {
  if ((one.state === "closed") !== (other.state === "closed")) return one.state !== "closed";
  return one.state === "closed" ? one.since > other.since : one.since < other.since;
}
