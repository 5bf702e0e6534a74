import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";

const folder = mkdtempSync(join(tmpdir(), "fanlight-certificate-"));
afterAll(() => rmSync(folder, { recursive: true }));
const certificate = join(folder, "certificate.pem");
const makeCertificate = (days: number) =>
  execFileSync(
    "openssl",
    `req -x509 -newkey rsa:2048 -nodes -subj /CN=test -days ${days} -keyout ${join(folder, "key.pem")} -out ${certificate}`.split(
      " ",
    ),
    { stdio: "ignore" },
  );
vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("LAND_REGISTRY_CERTIFICATE_FILE", certificate);
makeCertificate(365);

const { checkAlerts, listOpenAlerts, readAlertEmail } =
  await import("#app/domain/operations/alerts.server.ts");
const { createMatterWithPeople: aCheckedMatter } =
  await import("#tests/routes/admin/transaction-tabs/checked-matter.ts");
const { signIn } = await import("#tests/support/sign-in.ts");
const { env } = await import("#app/platform/env.server.ts");

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const listOpenSubjects = async () => (await listOpenAlerts(db)).map(({ about }) => about);
const listQueuedEmails = async () =>
  await db.selectFrom("email_log").select(["name", "recipient"]).orderBy("name").execute();
const insertProcess = (values: { breakers?: string; disk_used?: number }) =>
  db
    .insertInto("processes")
    .values({ kind: "web", release: "1", ...values })
    .execute();
const breaker = (state: string, minutes: number) =>
  JSON.stringify([
    { vendor: "thirdfort", state, since: ago(minutes).toISOString(), last_error: "timeout" },
  ]);

test("the team is emailed once when an alert starts and once when it ends", async () => {
  const id = await addFailedJob(db);
  expect(await checkAlerts(db)).toEqual({ begun: 1, over: 0 });
  expect(await checkAlerts(db)).toEqual({ begun: 0, over: 0 });
  expect(await listQueuedEmails()).toEqual([{ name: "alert_begun", recipient: env.TEAM_EMAIL }]);
  await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db);
  expect(await checkAlerts(db)).toEqual({ begun: 0, over: 1 });
  expect((await listQueuedEmails()).map(({ name }) => name)).toEqual(["alert_begun", "alert_over"]);
  expect(await checkAlerts(db)).toEqual({ begun: 0, over: 0 });
});

test("the team is emailed again when an alert recurs", async () => {
  for (const round of [1, 2]) {
    const id = await addFailedJob(db);
    await checkAlerts(db);
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db);
    await checkAlerts(db);
    expect(await listQueuedEmails()).toHaveLength(round * 2);
  }
});

test("concurrent workers send one email for an alert", async () => {
  await addFailedJob(db);
  await Promise.all([checkAlerts(db), checkAlerts(db), checkAlerts(db)]);
  expect(await listQueuedEmails()).toHaveLength(1);
});

test("several failed jobs of one kind make one alert", async () => {
  for (const name of ["send-email", "send-email", "purge"]) await addFailedJob(db, name);
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual(expect.arrayContaining(["job:send-email", "job:purge"]));
  const [alert] = (await listOpenAlerts(db)).filter(({ about }) => about === "job:send-email");
  expect(await readAlertEmail(db, { alert_id: alert?.id ?? "" })).toMatchObject({
    title: "A job has failed permanently: send-email",
    what_to_do: expect.stringContaining("Failed jobs: 2."),
    page: expect.stringContaining("/admin/status"),
    ended_at: null,
  });
});

describe("a vendor alert", () => {
  test.each([
    ["open", 16, "opens", true],
    ["half-open", 16, "opens", true],
    ["open", 14, "does not open", false],
    ["closed", 60, "does not open", false],
  ])(
    "a circuit breaker that has been %s for %d minutes %s a vendor alert",
    async (state, minutes, _verb, alerted) => {
      await insertProcess({ breakers: breaker(state, minutes) });
      await checkAlerts(db);
      expect(await listOpenSubjects()).toEqual(alerted ? ["vendor:thirdfort"] : []);
    },
  );

  test("a vendor alert ignores a process that has sent no heartbeat for a minute", async () => {
    await insertProcess({ breakers: breaker("open", 20) });
    await db
      .updateTable("processes")
      .set({ seen_at: ago(2) })
      .execute();
    await checkAlerts(db);
    expect(await listOpenSubjects()).toEqual([]);
  });
});

test("an alert opens for a disk that is more than 85% full", async () => {
  await insertProcess({ disk_used: 0.85 });
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual([]);
  await insertProcess({ disk_used: 0.86 });
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual(["disk"]);
});

describe("a backup alert", () => {
  const backup = (made_at: Date) =>
    db.insertInto("backups").values({ made_at, folder: "x", rows: 1, documents: 0 }).execute();

  test("a backup alert opens for a backup older than 26 hours and closes after a new one", async () => {
    await backup(ago(25 * 60));
    await checkAlerts(db);
    expect(await listOpenSubjects()).toEqual([]);
    await db.deleteFrom("backups").execute();
    await backup(ago(27 * 60));
    await checkAlerts(db);
    expect(await listOpenSubjects()).toEqual(["backup"]);
    await backup(ago(1));
    await checkAlerts(db);
    expect(await listOpenSubjects()).toEqual([]);
  });

  test("a backup alert opens if there is no backup and the database is older than 26 hours", async () => {
    await checkAlerts(db);
    expect(await listOpenSubjects()).toEqual([]);
    await checkAlerts(db, new Date(Date.now() + 27 * 60 * 60_000));
    expect(await listOpenSubjects()).toEqual(["backup"]);
  });
});

test("an alert names the matter whose order Thirdfort or OneSearch has not answered for an hour", async () => {
  const { id } = await aCheckedMatter(db);
  const staff = await signIn(db, { type: "admin" });
  const order = { transaction_id: id, is_reorder: false, building_number: "12" };
  await db
    .insertInto("search_orders")
    .values({ ...order, created_at: ago(61) })
    .execute();
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id: id,
      person_type: "seller",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.com",
      phone_number: "+447400123456",
      status: "pending",
      order_key: "k".repeat(24),
      requested_by: staff.id,
      order_sent_at: ago(59),
    })
    .execute();
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual([`order:searches:${id}`]);
  await db
    .updateTable("identity_checks")
    .set({ order_sent_at: ago(61) })
    .execute();
  await db.updateTable("search_orders").set({ answer: "accepted", reference: "OS1" }).execute();
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual([`order:thirdfort:${id}`]);
});

test("an alert opens for an HM Land Registry certificate that expires within 30 days or is unreadable", async () => {
  makeCertificate(29);
  await checkAlerts(db);
  const [alert] = await listOpenAlerts(db);
  expect(alert?.title).toMatch(/^The certificate for HM Land Registry expires on \d{4}-\d\d-\d\d$/);
  makeCertificate(31);
  await checkAlerts(db);
  expect(await listOpenSubjects()).toEqual([]);
  rmSync(certificate);
  await checkAlerts(db);
  expect((await listOpenAlerts(db))[0]?.title).toMatch(/cannot be read/);
  makeCertificate(365);
});
