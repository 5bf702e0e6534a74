import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resetBreakers } from "#app/clients/outbound.server.ts";
import { readOfficeHealth } from "#app/domain/stats/offices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { officeHealth } from "#app/jobs/jobs.server.ts";
import { officeHealthHandlers } from "#mocks/office-health.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

/** Tests the listings feed over HTTP. tests/clients/faults.test.ts tests the vendor’s faults. */

const { db } = useTestDatabase();
const url = env.OFFICE_HEALTH_FEED_URL;
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
beforeEach(async () => {
  await emptyTables(db);
  resetBreakers();
});

const FRIDAY = "2026-11-20T17:00:00.000Z";
const run = (ts = FRIDAY) =>
  officeHealth.handle({ _cron: { ts, backfilled: false } }, { number: 1, isLast: false });

const office = (estateAgentName: unknown, counts: object = {}) => ({
  estateAgentName,
  weeklyListings: 2,
  monthlyListings: 9,
  totalActiveListings: 40,
  ...counts,
});

const feed = (answer: () => Response) => server.use(http.get(`${url}/`, answer));
const offices = (...offices: unknown[]) => feed(() => HttpResponse.json({ offices }));
const stored = () => readOfficeHealth(db, 100);
const allRows = () => db.selectFrom("office_health").selectAll().orderBy("week").execute();

describe("weekly listings of each office (S-017, S-024, X-064, AMB-S03)", () => {
  test("the office health job stores the listings, and the newest week is read sorted by name", async () => {
    expect(await stored()).toEqual({ week: null, rows: [], total: 0 });
    offices(office("Old"));
    await run("2026-11-13T17:00:00.000Z");
    offices(office("zeal"), office("Abbey", { weeklyListings: 0 }));
    expect(await run()).toBe("Offices stored for the week to 2026-11-20: 2.");
    const counts = { monthly_listings: 9, total_active_listings: 40 };
    expect(await stored()).toEqual({
      week: "2026-11-20",
      rows: [
        { estate_agent_name: "Abbey", weekly_listings: 0, ...counts },
        { estate_agent_name: "zeal", weekly_listings: 2, ...counts },
      ],
      total: 2,
    });
    expect((await readOfficeHealth(db, 1)).rows).toHaveLength(1);
    expect(await allRows()).toHaveLength(3);
  });

  test("the office health job replaces listings of the same week if it runs again, even in parallel", async () => {
    offices(office("Abbey"), office("Gone"));
    await run();
    offices(office("Abbey", { weeklyListings: 5 }));
    await Promise.all([run(), run()]);
    expect(await allRows()).toMatchObject([{ estate_agent_name: "Abbey", weekly_listings: 5 }]);
  });

  test("the office health job keeps the previous week if the feed is empty", async () => {
    offices(office("Abbey"));
    await run("2026-11-13T17:00:00.000Z");
    offices();
    await run();
    expect(await stored()).toMatchObject({ week: "2026-11-13", total: 1 });
  });

  test("the office health job stores the demonstration offices from the double", async () => {
    server.use(...officeHealthHandlers({ baseUrl: url }));
    await run();
    expect((await stored()).rows.map((row) => row.estate_agent_name)).toContain("Oakhanger");
  });
});

describe("faults of the listings feed", () => {
  beforeEach(async () => {
    offices(office("Abbey"));
    await run();
  });

  const long = "x".repeat(5_000_001);
  test.each<[string, string, () => void]>([
    ["rejects the request", "4xx", () => feed(() => new HttpResponse(null, { status: 403 }))],
    ["fails", "5xx", () => feed(() => new HttpResponse(null, { status: 503 }))],
    ["breaks the connection", "network", () => feed(() => HttpResponse.error())],
    ["is a web page", "bad_body", () => feed(() => HttpResponse.html("<!doctype html>"))],
    ["is JSON of a different shape", "bad_body", () => feed(() => HttpResponse.json([]))],
    ["has no name", "bad_body", () => offices(office(" "))],
    ["has a number for a name", "bad_body", () => offices(office(7))],
    ["has a NUL in a name", "bad_body", () => offices(office("A\0"))],
    ["has half a listing", "bad_body", () => offices(office("A", { weeklyListings: 1.5 }))],
    ["has a negative count", "bad_body", () => offices(office("A", { monthlyListings: -1 }))],
    ["has an impossible count", "bad_body", () => offices(office("A", { weeklyListings: 1e12 }))],
    ["leaves a count out", "bad_body", () => offices({ estateAgentName: "A" })],
    ["names an office twice", "bad_body", () => offices(office("A"), office("A "))],
    ["is longer than 5 MB", "bad_body", () => offices(office("A", { note: long }))],
  ])(
    "a feed that %s makes the job throw an error of the kind %s and leave the stored listings unchanged",
    async (_, kind, answer) => {
      answer();
      await expect(run()).rejects.toMatchObject({ vendor: "office-health", kind });
      expect(await allRows()).toMatchObject([{ estate_agent_name: "Abbey", week: "2026-11-20" }]);
    },
  );
});
