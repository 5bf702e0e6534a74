import { sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer, signIn } from "./support/people.ts";
import type { Postbox } from "./support/postbox.ts";
import { expectPath, heading } from "./support/seller.ts";

async function aMatter(db: Db, seller_id: string, email: string) {
  const sale = await insertSale(db, seller_id);
  await db
    .updateTable("transactions")
    .set({ terms_accepted_at: new Date(), terms_version: "1", terms_accepted_by: seller_id })
    .where("id", "=", sale.id)
    .execute();
  const buyer = await insertPerson(db, `buyer.${email}`);
  const purchase = await insertPurchase(db, sale, buyer.id, true);
  return { transaction_id: sale.id, purchase_intent_id: purchase.id };
}

async function setDates(db: Db, place: Awaited<ReturnType<typeof aMatter>>, seller_id: string) {
  await db
    .updateTable("purchase_intents")
    .set({ exchanged: "2031-05-02", completed: "2031-05-16" })
    .where("id", "=", place.purchase_intent_id)
    .execute();
  await recordEvent(db, { ...place, event_name: "exchanged", author: "admin" });
  await recordEvent(db, { ...place, event_name: "completed", author: "admin" });
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where key = ${`news:${seller_id}:${place.transaction_id}:seller`}`.execute(db);
}

/** Waits until a job has sent the notification, which may take longer on a busy machine. */
async function waitForNotification(db: Db, seller_id: string) {
  await expect(async () => {
    const untold = db
      .selectFrom("pending_notifications")
      .selectAll()
      .where("user_id", "=", seller_id);
    expect(await untold.execute()).toEqual([]);
  }).toPass();
}

const newest = async (postbox: Postbox, email: string) => (await postbox.of(email))[0];

test("a customer gets one email about several changes, unsubscribes from such emails, and subscribes again", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
}) => {
  const id = await aCustomer(db, person);
  const place = await aMatter(db, id, person.email);
  await setDates(db, place, id);
  await postbox.expectNames(person.email, ["matter_news"]);
  const email = await newest(postbox, person.email);
  expect(email?.Subject).toBe("Completion planned for 16 May 2031: 1 Arch Street, Bath");
  expect(email?.TextBody).toContain("Exchange is planned for Friday 2 May 2031");
  expect(email?.TextBody).toContain("Completion is planned for Friday 16 May 2031");

  // The link works without signing in. Opening it does not unsubscribe yet.
  const link =
    /https?:\/\/\S+\/your-emails\/off\/[\w.-]+[\w-]/.exec(email?.TextBody ?? "")?.[0] ?? "";
  await page.goto(link);
  await expect(heading(page, "Stop these emails")).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toHaveText(/^Planned dates:/);
  await inspect(page);
  await page.reload();
  await page.getByRole("button", { name: "Stop these emails" }).dblclick();
  await expect(page.getByText("You’ve unsubscribed from these emails").first()).toBeVisible();
  await inspect(page);
  await page.goBack();
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Stop these emails" })).toHaveCount(0);

  await setDates(db, place, id);
  await waitForNotification(db, id);
  await signIn(db, context, id);
  await page.goto("/welcome-back");
  await page.getByRole("main").getByRole("link", { name: "Your emails" }).click();
  await expect(heading(page, "Your emails")).toBeVisible();
  const box = (name: RegExp) => page.getByRole("checkbox", { name });
  await expect(box(/^Planned dates/)).not.toBeChecked();
  await expect(box(/^Searches/)).toBeChecked();
  await inspect(page);
  await box(/^Planned dates/).check();
  await box(/^A summary on Fridays/).uncheck();
  await page.getByRole("button", { name: "Save preferences" }).dblclick();
  await expect(page.getByText("Your preferences have been saved").first()).toBeVisible();
  await inspect(page);
  await page.reload();
  await expect(box(/^Planned dates/)).toBeChecked();
  await expect(box(/^A summary on Fridays/)).not.toBeChecked();
  await page.goBack();
  await page.goForward();
  await expectPath(page, "/your-emails");

  await postbox.expectNames(person.email, ["matter_news"]);
  await page.goto(`${link}x`);
  await expect(heading(page, /Page not found/)).toBeVisible();
});
