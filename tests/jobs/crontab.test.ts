import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { crontab } from "#app/jobs/jobs.server.ts";
import { adminTime } from "#app/domain/shared/dates.ts";
import { healthWeek } from "#app/domain/stats/offices.server.ts";
import { isTimeForWeeklyLeads } from "#app/domain/leads/leads.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const items = parseCrontab(crontab);

function itemOf(task: string) {
  const item = items.find((other) => other.task === task);
  if (!item) throw new Error(`${task} is not in the crontab`);
  return item;
}

/** Returns every minute of a year at which the crontab starts the job. */
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

test("the crontab sends the weekly leads once a week, on Mondays at nine in London (AMB-G08, M-056)", () => {
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
  const around = (day: string) => sent.find((date) => date.toISOString().startsWith(day));
  expect(around("2026-03-23")).toEqual(new Date("2026-03-23T09:00:00Z"));
  expect(around("2026-03-30")).toEqual(new Date("2026-03-30T08:00:00Z"));
  expect(around("2026-10-19")).toEqual(new Date("2026-10-19T08:00:00Z"));
  expect(around("2026-10-26")).toEqual(new Date("2026-10-26T09:00:00Z"));
});

test("the crontab catches up on weekly leads missed on a Monday within a day (AMB-G08)", () => {
  expect(itemOf("weekly-leads").options.backfillPeriod).toBe(DAY_MS);
});

const timesOf = (moments: readonly Date[]) => [
  ...new Set(moments.map((at) => at.toISOString().slice(11, 16))),
];

test.each([
  ["deletes expired data (A-008)", "purge", "03:17"],
  ["expires invitations (R-016, AMB-R01)", "expire-invitations", "03:27"],
  ["compares the row of every matter with its facts", "keep-stages", "00:17"],
  ["compares our payments with Stripe’s (AMB-E09)", "reconcile-payments", "04:47"],
])("the crontab %s every night, and catches up on a missed night", (_name, task, time) => {
  const nights = listMoments(task, 2026);
  expect(nights).toHaveLength(365);
  expect(timesOf(nights)).toEqual([time]);
  expect(itemOf(task).options.backfillPeriod).toBe(DAY_MS);
});

test("the crontab counts the work of each handler every minute", () => {
  const at = listMoments("count-workloads", 2026).slice(0, 3);
  expect(timesOf(at)).toEqual(["00:00", "00:01", "00:02"]);
});

test("the crontab refreshes the matters that are due today at five past midnight in London, also in summer", () => {
  const midnights = listMoments("refresh-due-matters", 2026).map(adminTime);
  expect(midnights.filter((time) => time === "00:05")).toHaveLength(365);
  expect(itemOf("refresh-due-matters").options.backfillPeriod).toBe(DAY_MS);
});

test("the crontab polls open identity checks every quarter of an hour without catching up (AMB-N04)", () => {
  const moments = listMoments("refresh-checks", 2026);
  expect(moments).toHaveLength(365 * 24 * 4);
  expect(timesOf(moments).slice(0, 5)).toEqual(["00:00", "00:15", "00:30", "00:45", "01:00"]);
  expect(itemOf("refresh-checks").options.backfillPeriod).toBe(0);
});

test("the crontab reads office health on Fridays at 17:00 UTC and catches up on a missed one (S-017, AMB-S03)", () => {
  const moments = listMoments("office-health", 2026);
  expect(moments).toHaveLength(52);
  expect(moments.every((at) => at.getUTCDay() === 5 && at.getUTCHours() === 17)).toBe(true);
  expect(moments.every((at) => healthWeek(at) === at.toISOString().slice(0, 10))).toBe(true);
  expect(itemOf("office-health").options.backfillPeriod).toBe(DAY_MS);
});

test("the crontab checks the alerts every five minutes without catching up", () => {
  const moments = listMoments("check-alerts", 2026);
  expect(moments).toHaveLength(365 * 24 * 12);
  expect(itemOf("check-alerts").options.backfillPeriod).toBe(0);
});
