import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { jobs } from "#app/jobs/jobs.server.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { useTestDatabase } from "#tests/support/database.ts";

useTestDatabase();
useDoubles();
const run = promisify(execFile);

const job = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "app/jobs/run.ts", ...args]);

describe("the result of a timed job", () => {
  test.each([
    ["weekly-leads", /^Subscribers: 0\. This week’s leads email is queued for everyone/],
    [
      "reconcile-payments",
      /^Stripe records compared with ours: 0\. New differences: 0\. Closed: 0\. Refunds settled: 0\.$/,
    ],
    ["refresh-due-matters", /^Matters updated for today: 0\.$/],
    [
      "purge",
      /^Deleted: 0 sessions, .*0 drafts, 0 data copies, 0 worker heartbeats, 0 processes, 0 alerts\. Only counted, .*\.$/,
    ],
    ["expire-invitations", /^Invitations expired: 0\.$/],
    ["check-alerts", /^Alerts: 0 new, 0 resolved\.$/],
    ["tell-todays-dates", /^Purchases that exchange or complete today: 0\./],
    ["remind-of-starts", /^People reminded of a sale or purchase they started: 0\.$/],
    ["weekly-summaries", /^Summaries queued: 0\.$/],
    ["refresh-checks", /^Open checks updated from Thirdfort: 0\.$/],
  ] as const)("the %s job reports what it has done: %s", async (name, said) => {
    expect(await jobs[name]!.handle({}, { number: 1, isLast: true })).toMatch(said);
  });

  test("a job started by hand reports what it has done", async () => {
    const { stdout } = await job("office-health");
    expect(stdout).toMatch(/^Offices stored for the week to \d{4}-\d{2}-\d{2}: \d+\.\n$/);
  });

  test("an unknown job started by hand lists the existing jobs", async () => {
    await expect(job("dust")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Name a job: purge, .*, refresh-checks, .*\n$/),
    });
  });
});
