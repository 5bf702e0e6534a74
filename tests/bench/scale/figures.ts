import { readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import type { StaffQuery } from "./questions.ts";
import type { Sample } from "./samples.ts";

export type Figures = { p50: number; p95: number };

const WARM_UP = 20;

/** @param db with a single connection */
export async function measure(
  db: Db,
  { ask }: StaffQuery,
  samples: readonly Sample[],
): Promise<Figures> {
  const clock = await databaseClock(db);
  for (const sample of samples.slice(0, WARM_UP)) await ask(db, sample);
  const times: number[] = [];
  for (const sample of samples) {
    const began = clock();
    await ask(db, sample);
    times.push(clock() - began);
  }
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/**
 * Returns a clock of the database process’s CPU time in ms, or of wall-clock time outside Linux.
 */
async function databaseClock(db: Db): Promise<() => number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const file = `/proc/${rows[0]?.pid}/schedstat`;
  if (process.platform !== "linux") return () => performance.now();
  return () => Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
}

/** Largest ratio of two sizes’ times that still counts as equally fast (docs/performance.md). */
const MAX_RATIO = 1.5;

/** Returns a markdown table of medians, 95th percentiles, growth and missed aims. */
export function table(
  sizes: readonly number[],
  rows: readonly { question: StaffQuery; figures: readonly Figures[] }[],
): string {
  const heads = sizes.map((size) => `${size.toLocaleString("en-GB")}: p50, p95 ms`);
  const head = ["What is asked", ...heads, "Ratio", "Missed"];
  const lines = rows.map(({ question, figures }) => {
    const [first, last] = [figures[0], figures.at(-1)];
    const ratio = first && last ? last.p50 / first.p50 : NaN;
    const missed = [
      ...(ratio > MAX_RATIO ? ["ratio"] : []),
      ...(last && last.p95 > question.aim ? [`${question.aim} ms`] : []),
    ];
    const cells = figures.map(({ p50, p95 }) => `${p50.toFixed(2)}, ${p95.toFixed(2)}`);
    return [question.name, ...cells, ratio.toFixed(2), missed.join(", ")];
  });
  const ruler = head.map((_, index) => (index === 0 ? "---" : "--:"));
  return [head, ruler, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
