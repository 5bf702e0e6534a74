import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

/**
 * Adds a failed job that does no harm if it runs, because the identity check in its payload does
 * not exist.
 */
const failedCheck = (db: Db) => addFailedJob(db, "refresh-check", { thirdfort_id: "none" });

const jobIds = async (db: Db) =>
  (await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(db)).rows.map(
    ({ id }) => id,
  );

test("staff see the status of the service, retry a failed job and cancel another", async ({
  page,
  context,
  db,
  inspect,
}) => {
  const [again, off] = [await failedCheck(db), await failedCheck(db)];
  await signInStaff(db, context);
  await page.goto("/admin/stats");
  await page.getByRole("link", { name: "Service status" }).click();
  await expect(heading(page, "Service status")).toBeVisible();
  for (const part of ["Services", "Jobs", "Backups", "Where data is stored", "Today"]) {
    await expect(page.getByRole("heading", { name: part, exact: true })).toBeVisible();
  }
  await inspect(page);

  await page.locator(`#try-again-${again}`).click();
  await expect(page.getByText("The job will start straight away")).toBeVisible();
  await inspect(page);
  await press(page, "Retry job");
  await expect(page.getByText("Job will be retried").first()).toBeVisible();

  await page.locator(`#call-off-${off}`).click();
  await expect(page.getByText("This removes the job from the queue permanently")).toBeVisible();
  await inspect(page);
  await press(page, "Cancel job");
  await expect(page.getByText("Job cancelled").first()).toBeVisible();
  expect(await jobIds(db)).not.toContain(off);
});
