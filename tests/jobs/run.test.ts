import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { jobs } from "#app/jobs/jobs.server.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { useTestDatabase } from "#tests/support/database.ts";

useTestDatabase();
useDoubles();
const run = promisify(execFile);

/** `npm run job -- NAME`, on the database of this file. */
const job = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", "app/jobs/run.ts", ...args]);

describe("a timed job says what it has done", () => {
  test.each([
    ["weekly-leads", /^0 people are subscribed: this week's leads email is queued for each/],
    ["reconcile-payments", /^Compared 0 of Stripe's with ours: 0 new differences, 0 gone\.$/],
    ["fold-list-counts", /^0 rows of the counts were put together/],
    ["check-list-counts", /^The counts of the lists are right\.$/],
    [
      "purge",
      /^Deleted: 0 sessions, .*0 drafts, 0 data copies, 0 worker heartbeats, 0 processes, 0 alerts\. Only counted, .*\.$/,
    ],
    ["expire-invitations", /^Invitations expired: 0\.$/],
    ["check-alerts", /^Alerts: 0 have begun, 0 are over\.$/],
    ["tell-todays-dates", /^0 purchases exchange or complete today/],
    ["remind-of-starts", /^0 people are reminded of what they began\.$/],
    ["weekly-summaries", /^0 summaries are queued\.$/],
    ["refresh-checks", /^Asked Thirdfort after 0 open checks\.$/],
  ] as const)("%s", async (name, said) => {
    expect(await jobs[name].handle({}, { number: 1, isLast: true })).toMatch(said);
  });

  test("run by hand, too", async () => {
    const { stdout } = await job("office-health");
    expect(stdout).toMatch(/^\d+ offices are stored for the week to \d{4}-\d{2}-\d{2}\.\n$/);
  });

  test("run by hand, one that does not exist says which there are", async () => {
    await expect(job("dust")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Say which: keep-stages or purge or .* or refresh-checks or .*\n$/,
      ),
    });
  });
});
