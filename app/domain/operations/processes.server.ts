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
 * Each process writes every quarter of a minute that it lives, and how the breakers of its vendors stand: what is shown of
 * the service is more than the process knows that shows it.
 */

export type ProcessKind = "web" | "worker" | "web and worker";

const BEAT_MS = 15_000;

/** After so long without a word a process counts as gone. */
const SILENT_SECONDS = 60;

/** What the running code is called: the setting RELEASE, or the version of package.json. */
export const release: string =
  env.RELEASE ??
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8"))).version;

/**
 * Writes at once and then every quarter of a minute.
 *
 * @param failed told of each time that it could not be written
 * @returns what ends it, and takes the process off the list
 */
export function beginHeartbeat(
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

/**
 * Writes that a process lives; exported for tests.
 *
 * @param id of its row; undefined for the first time
 * @returns the id of its row, which is a new one where the old one was deleted meanwhile
 */
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

/** How full the disk of DATA_DIR is, which has documents and backups; nulls where it cannot be told. */
async function readDisk() {
  const disk = await statfs(dataPath()).catch(() => null);
  if (!disk) return { disk_used: null, disk_free_bytes: null };
  const used = disk.blocks - disk.bfree;
  // As `df` has it: what only root may use counts as used by nobody.
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

/** The processes that live, oldest first. */
export async function listProcesses(db: Db) {
  const rows = await db
    .selectFrom("processes")
    .select(["id", "kind", "release", "started_at", "seen_at", "disk_used", "disk_free_bytes"])
    .select("breakers")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${SILENT_SECONDS})`)
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  // Another release may write of a vendor that this one does not know.
  return rows.map((row) => ({ ...row, breakers: Breakers.catch([]).parse(row.breakers) }));
}

export type LiveProcess = Awaited<ReturnType<typeof listProcesses>>[number];

/** Each vendor's breaker as the process has it that has waited longest for an answer, or else asked last. */
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
