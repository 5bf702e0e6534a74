import { beforeEach, expect, test, vi } from "vitest";
import { callVendor, statusError, resetBreakers } from "#app/clients/outbound.server.ts";
import {
  startHeartbeat,
  listProcesses,
  worstBreakers,
  writeHeartbeat,
} from "#app/domain/operations/heartbeats.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { logged } from "#tests/support/log-guard.ts";

const { db } = useTestDatabase();
beforeEach(async () => {
  await emptyTables(db);
  resetBreakers();
});

const tryVendor = (work: () => Promise<unknown>) =>
  callVendor("thirdfort", { baseUrl: "http://127.0.0.1:4010" }, work).catch(() => null);

test("the heartbeat of a process stores the state of its circuit breakers", async () => {
  await tryVendor(() => Promise.resolve());
  const id = await writeHeartbeat(db, "web");
  for (let failure = 0; failure < 5; failure++) {
    await tryVendor(() => Promise.reject(statusError("thirdfort", 503)));
  }
  expect(await writeHeartbeat(db, "web", id)).toBe(id);
  expect(await listProcesses(db)).toMatchObject([
    {
      kind: "web",
      release: "0.1.0",
      breakers: [{ vendor: "thirdfort", state: "open", last_error: "5xx" }],
    },
  ]);
  expect(logged("warn")).toHaveLength(1);
});

test("a heartbeat inserts the row of its process again if the row was deleted", async () => {
  const id = await writeHeartbeat(db, "worker");
  await db.deleteFrom("processes").execute();
  expect(await writeHeartbeat(db, "worker", id)).not.toBe(id);
  expect(await listProcesses(db)).toHaveLength(1);
});

test("a reopened circuit breaker keeps the time of its first failure until it closes", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  try {
    const seen = async () => {
      await writeHeartbeat(db, "web");
      const [breaker] = worstBreakers(await listProcesses(db));
      await db.deleteFrom("processes").execute();
      return breaker;
    };
    for (let failure = 0; failure < 5; failure++) {
      await tryVendor(() => Promise.reject(statusError("thirdfort", 503)));
    }
    const opened = (await seen())?.since;
    vi.advanceTimersByTime(31_000);
    await tryVendor(() => Promise.reject(statusError("thirdfort", 503)));
    expect(await seen()).toMatchObject({ state: "open", since: opened });
    vi.advanceTimersByTime(31_000);
    await tryVendor(() => Promise.resolve());
    expect((await seen())?.state).toBe("closed");
    expect((await seen())?.since).not.toBe(opened);
  } finally {
    vi.useRealTimers();
  }
});

test("worstBreakers returns the circuit breaker that has been open longest among all processes", () => {
  const at = (state: "open" | "closed", minute: number) => ({
    breakers: [
      {
        vendor: "stripe" as const,
        state,
        since: `2026-11-25T10:0${minute}:00.000Z`,
        last_error: null,
      },
    ],
  });
  expect(worstBreakers([at("closed", 9), at("open", 5), at("open", 3), at("closed", 1)])).toEqual(
    at("open", 3).breakers,
  );
});

test("a process that ends properly is removed from the list of processes", async () => {
  const end = startHeartbeat(db, "worker", (error) => {
    throw error;
  });
  await vi.waitFor(async () => expect(await listProcesses(db)).toHaveLength(1));
  await end();
  expect(await listProcesses(db)).toEqual([]);
});
