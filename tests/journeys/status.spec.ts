import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { addFailedJob } from "#tests/support/failed-job.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

/** Of a kind that does no harm when it runs: there is no such check. */
const failedCheck = (db: Db) => addFailedJob(db, "refresh-check", { thirdfort_id: "none" });

const jobIds = async (db: Db) =>
  (await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(db)).rows.map(
    ({ id }) => id,
  );

test("staff see how the service is, try a failed job again and call another off (23)", async ({
  page,
  context,
  db,
  inspect,
}) => {
  const [again, off] = [await failedCheck(db), await failedCheck(db)];
  await signInStaff(db, context);
  await page.goto("/admin/stats");
  await page.getByRole("link", { name: "Status of the service" }).click();
  await expect(heading(page, "Status of the service")).toBeVisible();
  for (const part of ["Services", "Jobs", "Backups", "Where data is kept", "Today"]) {
    await expect(page.getByRole("heading", { name: part, exact: true })).toBeVisible();
  }
  await inspect(page);

  await page.locator(`#try-again-${again}`).click();
  await expect(page.getByText("It begins at once and has all of its tries again")).toBeVisible();
  await inspect(page);
  await press(page, "Try the job again");
  await expect(page.getByText("The job is in the queue again").first()).toBeVisible();

  await page.locator(`#call-off-${off}`).click();
  await expect(page.getByText("It leaves the queue for good")).toBeVisible();
  await inspect(page);
  await press(page, "Call the job off");
  await expect(page.getByText("The job is called off").first()).toBeVisible();
  expect(await jobIds(db)).not.toContain(off);
});
