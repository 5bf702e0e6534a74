import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { checkAlerts } from "#app/domain/operations/alerts.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";
import { logged } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "./fields.ts";
import { postAction, open } from "./pages.ts";

vi.mock("#app/domain/operations/metrics.server.ts", { spy: true });

const figures = await import("#app/domain/operations/metrics.server.ts");
const { db } = useTestDatabase();
let ada: Visitor;

const PAGE = "/admin/status";
const page = async () => (await open(PAGE, ada)).text;

beforeEach(async () => {
  vi.mocked(figures.readDatabaseSize).mockReset();
  vi.mocked(figures.readFigures).mockReset();
  await emptyTables(db);
  ada = await signIn(db, { type: "admin" });
});

const newestMigration = readdirSync("migrations").toSorted().at(-1)!.replace(".ts", "");

test("the status page of a new service has no open alerts", async () => {
  const text = await page();
  for (const said of [
    "No open alerts",
    "No jobs have failed permanently",
    "None yet. Run npm run db:backup",
    "None yet. Run npm run db:drill",
    "No worker is running",
    newestMigration,
  ]) {
    expect(text).toContain(said);
  }
  for (const service of ["Stripe", "Postmark", "Thirdfort", "OneSearch", "Sentry"]) {
    expect(text).toMatch(new RegExp(`${service}\\s*Not used yet`));
  }
});

test("the status page shows each process with its release and disk, and the circuit breakers of vendors", async () => {
  const breakers = [
    { vendor: "thirdfort", state: "open", since: "2026-11-25T09:05:00Z", last_error: "timeout" },
    { vendor: "stripe", state: "closed", since: "2026-11-25T09:00:00Z", last_error: null },
  ];
  await db
    .insertInto("processes")
    .values([
      { kind: "web", release: "a1b2c3d", breakers: JSON.stringify(breakers) },
      { kind: "worker", release: "a1b2c3d", disk_used: 0.5, disk_free_bytes: 3_000_000 },
    ])
    .execute();
  const text = await page();
  expect(text).toMatch(
    /Thirdfort\s*Paused after repeated failures\s*25\/11\/2026,? 09:05\s*Timed out/,
  );
  expect(text).toMatch(/Stripe\s*Responding/);
  expect(text).toContain("a1b2c3d");
  expect(text).toContain("3.0 MB free (50% full)");
  expect(text).not.toContain("No worker is running");
});

test("the status page shows backups and restore drills", async () => {
  const backup = { folder: "x", rows: 1_204, documents: 3 };
  await db
    .insertInto("backups")
    .values([
      {
        ...backup,
        made_at: new Date("2026-11-20T03:00:00Z"),
        drilled_at: new Date("2026-11-21T10:00:00Z"),
        drill_ms: 93_000,
      },
      { ...backup, made_at: new Date("2026-11-22T03:00:00Z") },
    ])
    .execute();
  const text = await page();
  expect(text).toMatch(/22\/11\/2026,? 03:00: 1,204 rows, 3 documents/);
  expect(text).toMatch(/the backup from 20\/11\/2026,? 03:00 was restored in 2 minutes/);
  await db
    .updateTable("backups")
    .set({ drill_failure: "events came out different from the backup." })
    .where("drilled_at", "is not", null)
    .execute();
  expect(await page()).toContain("couldn’t be restored. events came out different");
});

test("the status page counts today’s sign-ups, payments and emails since midnight in London", async () => {
  await insertPerson(db, "new@example.com");
  const { id } = await insertPerson(db, "old@example.com");
  const created_at = new Date(Date.now() - 25 * 60 * 60_000);
  await db.updateTable("users").set({ created_at }).where("id", "=", id).execute();
  const email = { name: "weekly_leads", recipient: "a@example.com" };
  await db
    .insertInto("email_log")
    .values([
      { ...email, status: "sent", sent_at: new Date() },
      { ...email, status: "sent", sent_at: created_at, created_at },
      { ...email, status: "failed", last_error: "InactiveRecipient" },
      { ...email, status: "failed", last_error: "withdrawn" },
    ])
    .execute();
  expect(await page()).toMatch(
    /Sign-ups\s*1\s*Payments\s*0\s*Emails sent\s*1\s*Emails refused\s*1/,
  );
});

test("the status page shows an error for each part that cannot be read, and still shows the other parts", async () => {
  vi.mocked(figures.readDatabaseSize).mockRejectedValue(new Error("away"));
  vi.mocked(figures.readFigures).mockRejectedValue(new Error("away"));
  const text = await page();
  expect(text).toMatch(/Database\s*Can’t be read at the moment/);
  expect(text).toContain("The figures can’t be read at the moment");
  expect(text).toContain("No jobs have failed permanently");
  expect(logged("warn").map(({ what }) => what)).toEqual(
    expect.arrayContaining(["status: database", "status: figures"]),
  );
});

describe("a permanently failed job", () => {
  test("a permanently failed job is listed on the status page, and raises an alert", async () => {
    await addFailedJob(db, "send-email");
    await checkAlerts(db);
    const text = await page();
    expect(text).toContain("A job has failed permanently: send-email");
    expect(text).toMatch(/Sends an email\s*send-email \(\d+\)/);
    expect(text).toContain("VendorError");
  });

  test.each([
    ["try-again", "Job will be retried", 1],
    ["call-off", "Job cancelled", 0],
  ])(
    "confirming /%s for a permanently failed job resolves it, and leaves this many jobs waiting: $2",
    async (verb, _said, left) => {
      const id = await addFailedJob(db);
      const path = `${PAGE}/jobs/${id}/${verb}`;
      const { html, text } = await open(path, ada);
      expect(text).toContain("Gets the status of open identity checks from Thirdfort");
      const answer = await postAction(path, ada, confirmFields(html));
      expect(answer.location).toBe(PAGE);
      const actions = await db
        .selectFrom("audit_log")
        .select("actor_id")
        .where("subject_id", "=", id)
        .execute();
      expect(actions).toEqual([{ actor_id: ada.id }]);
      const { readQueue } = await import("#app/domain/operations/queue.server.ts");
      expect(await readQueue(db)).toMatchObject({ waiting: left, failed: 0 });
    },
  );

  test("the dialog of a job that has not failed permanently says so", async () => {
    expect((await open(`${PAGE}/jobs/123/try-again`, ada)).text).toContain(
      "hasn’t failed permanently",
    );
  });
});
