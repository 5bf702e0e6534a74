import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { crontab } from "#app/jobs/worker.server.ts";
import { healthWeek } from "#app/domain/stats/office-health.server.ts";
import { isTimeForWeeklyLeads } from "#app/domain/leads/weekly-leads.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

const items = parseCrontab(crontab);

function itemOf(task: string) {
  const item = items.find((other) => other.task === task);
  if (!item) throw new Error(`${task} is not in the crontab`);
  return item;
}

/** Every moment of a year, an hour apart, at which the crontab asks for the job. */
function listMoments(task: string, year: number): Date[] {
  const { match } = itemOf(task);
  if (typeof match !== "function") throw new Error("This version reads a crontab otherwise");
  const moments: Date[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 60_000) {
    const date = new Date(at);
    const digest = {
      min: date.getUTCMinutes(),
      hour: date.getUTCHours(),
      date: date.getUTCDate(),
      month: date.getUTCMonth() + 1,
      dow: date.getUTCDay(),
    };
    if (match(digest)) moments.push(date);
  }
  return moments;
}

test("AMB-G08 M-056 the weekly leads go out once a week, on Mondays at nine as the clocks in London go", () => {
  const sent = listMoments("weekly-leads", 2026).filter(isTimeForWeeklyLeads);
  const london = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/London",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(new Set(sent.map((date) => london.format(date)))).toEqual(new Set(["Monday 09:00"]));
  expect(sent).toHaveLength(52);
  expect(sent[0]).toEqual(new Date("2026-01-05T09:00:00Z"));
  // Summer time begins on 29 March and ends on 25 October.
  const around = (day: string) => sent.find((date) => date.toISOString().startsWith(day));
  expect(around("2026-03-23")).toEqual(new Date("2026-03-23T09:00:00Z"));
  expect(around("2026-03-30")).toEqual(new Date("2026-03-30T08:00:00Z"));
  expect(around("2026-10-19")).toEqual(new Date("2026-10-19T08:00:00Z"));
  expect(around("2026-10-26")).toEqual(new Date("2026-10-26T09:00:00Z"));
});

test("AMB-G08 a Monday on which nobody worked is made up for, within a day", () => {
  expect(itemOf("weekly-leads").options.backfillPeriod).toBe(DAY_MS);
});

test("A-008 the night forgets at 3:17, every night", () => {
  const nights = listMoments("purge", 2026);
  expect(nights).toHaveLength(365);
  expect(nights.every((at) => at.getTime() % DAY_MS === 3 * HOUR_MS + 17 * 60_000)).toBe(true);
  expect(itemOf("purge").options.backfillPeriod).toBe(DAY_MS);
});

test("J-024 the counts of the lists are put together every hour, and checked every night after the purge", () => {
  expect(listMoments("fold-list-counts", 2026)).toHaveLength(365 * 24);
  const nights = listMoments("check-list-counts", 2026);
  expect(nights).toHaveLength(365);
  expect(nights.every((at) => at.getTime() % DAY_MS === 3 * HOUR_MS + 47 * 60_000)).toBe(true);
  expect(itemOf("check-list-counts").options.backfillPeriod).toBe(DAY_MS);
});

test("R-016 AMB-R01 invitations expire every night, and a night that was missed is made up for", () => {
  expect(listMoments("expire-invitations", 2026)).toHaveLength(365);
  expect(itemOf("expire-invitations").options.backfillPeriod).toBe(DAY_MS);
});

test("S-017 AMB-S03 office health is read on Fridays at five, UTC, in summer too; a missed one is made up for", () => {
  const moments = listMoments("office-health", 2026);
  expect(moments).toHaveLength(52);
  expect(moments.every((at) => at.getUTCDay() === 5 && at.getUTCHours() === 17)).toBe(true);
  expect(moments.every((at) => healthWeek(at) === at.toISOString().slice(0, 10))).toBe(true);
  expect(itemOf("office-health").options.backfillPeriod).toBe(DAY_MS);
});

test("every job of the crontab is one that exists", async () => {
  const { jobs } = await import("#app/jobs/jobs.server.ts");
  for (const { task } of items) expect(Object.keys(jobs)).toContain(task);
});
