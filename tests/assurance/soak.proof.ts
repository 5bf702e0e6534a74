import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureMemoryMb } from "#tests/bench/load.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { SteadyLoad } from "./steady-load.ts";

/**
 * Simulates visitors for an hour (SOAK_MINUTES). The doubles run separately, because msw leaks 5 kB
 * for every email sent through Node’s http.
 */

const { db } = useTestDatabase();
const MINUTES = Number(process.env.SOAK_MINUTES ?? "60");
const PER_SECOND = 20;

let doubles: SeparateDoubles;
let service: BuiltService;
let load: SteadyLoad;
beforeAll(async () => {
  doubles = await startSeparateDoubles("http://localhost:9");
  service = new BuiltService(await freePort(), doubles.settings);
  await service.start();
  load = new SteadyLoad(service.base, PER_SECOND);
  load.start();
});
afterAll(async () => {
  await load.stop();
  await Promise.all([service.stop(), doubles.stop()]);
});

test(
  "the service’s memory does not grow under steady load, no request fails, and no message is lost",
  { timeout: (MINUTES + 10) * 60_000 },
  async () => {
    const memory: number[] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      await pause(60_000);
      memory.push(measureMemoryMb(service.pid));
    }
    await load.stop();
    // In the first third the process still grows to its usual size.
    const slope = slopeOf(memory.slice(Math.floor(MINUTES / 3)));
    const failed = load.answers.filter(
      ({ status }) => status === "cut" || status === 0 || status >= 500,
    );
    const lost = await load.countLost(db);
    recordFigure(
      `${MINUTES} min, ${load.answers.length} requests: ${slope.toFixed(2)} MB a minute, ${Math.max(...memory).toFixed(0)} MB at most, ` +
        `${failed.length} failed, ${lost} lost, the slowest ${load.slowestMs.toFixed(0)} ms`,
    );
    expect(slope).toBeLessThan(1);
    expect(failed).toEqual([]);
    expect(lost).toBe(0);
  },
);

function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  const rise = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return spread === 0 ? 0 : rise / spread;
}
