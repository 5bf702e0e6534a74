import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { gail, newPurchase } from "#tests/support/purchases.ts";
import { bea } from "#tests/support/sales.ts";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer, signInCustomer } from "./support/people.ts";
import { expectPath, heading, linkSent, press, ageFormKey } from "./support/seller.ts";
import { message } from "./support/staff.ts";
import { unfold } from "./support/unfold.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

async function soldHome(
  db: Db,
  seller: string,
  buyer: string,
  mailboxes: Record<"huw" | "gail", string>,
) {
  const id = await insertSaleAtStage(db, seller, {
    terms: true,
    complete: true,
    change: { additional_sellers: [{ ...bea, first_name: "Huw", email: mailboxes.huw }] },
  });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const giftors = [{ ...gail, email: mailboxes.gail }];
  const purchase = await createPurchase(
    db,
    buyer,
    newPurchase(property_id, { gifts: "yes", giftors }),
  );
  await acceptBuyerTerms(db, { purchase_intent_id: purchase.id, buyer_id: buyer });
  await confirmPurchase(db, { id: purchase.id, buyer_id: buyer });
  const setDates = (dates: Record<string, string | boolean | null>) =>
    db.updateTable("purchase_intents").set(dates).where("id", "=", purchase.id).execute();
  await setDates({ is_active: true });
  return { id, setDates };
}

test("a seller’s calendar subscription shows the sale’s dates and their changes, until the seller ends it", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const sam = await signInCustomer(db, context, person);
  const buyer = await aCustomer(db, { ...person, email: `buyer.${person.email}` });
  const mailboxes = { huw: `huw.${person.email}`, gail: `gail.${person.email}` };
  const { id, setDates } = await soldHome(db, sam, buyer, mailboxes);
  await setDates({ completed: "2999-01-04" });

  await page.goto(`/dashboard/sell/${id}`);
  await unfold(page);
  const dates = page.getByRole("region", { name: "Dates" });
  await expect(dates).toContainText("Planned completion");
  await expect(dates).toContainText("Friday 4 January 2999");
  await inspect(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dates.getByRole("link", { name: /^Add to your calendar ?: Planned completion$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("completion.ics");

  await dates.getByRole("link", { name: "Add all your dates to your calendar" }).click();
  await expect(heading(page, "Your dates in your calendar")).toBeVisible();
  await inspect(page);
  const make = async (name: string) => {
    await press(page, name);
    await expect(page.getByRole("heading", { name: "Save this link" })).toBeVisible();
    return page.locator("code.calendar-address").innerText();
  };
  const address = await make("Create a link");
  await inspect(page);

  // Calendar programs send no cookie.
  const { request } = await anotherBrowser();
  const read = async (from = address) => {
    const answer = await request.get(from);
    return { status: answer.status(), text: (await answer.text()).replaceAll("\r\n ", "") };
  };
  expect((await read()).text).toContain(
    "SEQUENCE:0\r\nSTATUS:TENTATIVE\r\nDTSTART;VALUE=DATE:29990104",
  );
  await setDates({ completed: "2999-02-01" });
  expect((await read()).text).toContain(
    "SEQUENCE:1\r\nSTATUS:TENTATIVE\r\nDTSTART;VALUE=DATE:29990201",
  );
  await setDates({ completed: null });
  expect((await read()).text).toContain("SEQUENCE:2\r\nSTATUS:CANCELLED");

  await page.reload();
  await page.goto("/your-calendar");
  await expect(page.getByText(address)).toHaveCount(0);
  const renewed = await make("Create a new link");
  expect((await read()).status).toBe(404);
  expect((await read(renewed)).status).toBe(200);
  await press(page, "Turn off this link");
  await expect(message(page, "Your calendar link has been turned off")).toBeVisible();
  expect((await read(renewed)).status).toBe(404);
});

test("a co-seller and a giftor sign in with the email they were added with, and each sees only their own pages", async ({
  page,
  db,
  person,
  postbox,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const seller = await aCustomer(db, person);
  const buyer = await aCustomer(db, { ...person, email: `buyer.${person.email}` });
  const mailboxes = { huw: `huw.${person.email}`, gail: `gail.${person.email}` };
  const { id } = await soldHome(db, seller, buyer, mailboxes);

  const enter = async (on: typeof page, email: string) => {
    await on.goto("/sign-in");
    await on.getByLabel("Email address").fill(email);
    await ageFormKey(on, "sign-in");
    await press(on, "Send me a magic link");
    await expect(linkSent(on)).toBeVisible();
    await on.goto(await postbox.link(email));
    if (!scripts) await press(on, "Continue");
    await expectPath(on, "/welcome-back");
  };

  await test.step("the co-seller sees the sale", async () => {
    await enter(page, mailboxes.huw);
    await page.getByRole("link", { name: /^Open 12 Arch Street/ }).click();
    await expect(heading(page, "Selling 12 Arch Street")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Welcome, Huw.");
    await expect(
      page.getByRole("heading", { name: "Sam needs to choose a solicitor" }),
    ).toBeVisible();
    await inspect(page);
  });

  await test.step("the giftor sees what the gift is for, and their own ID check", async () => {
    const theirs = await (await anotherBrowser()).newPage();
    await enter(theirs, mailboxes.gail);
    await inspect(theirs);
    await theirs.getByRole("link", { name: /^Open your gift towards 12 Arch Street/ }).click();
    await expect(heading(theirs, "Your gift towards 12 Arch Street")).toBeVisible();
    await expect(theirs.getByRole("main")).toContainText("£20,000");
    await expect(theirs.getByRole("main")).not.toContainText("440,000");
    await inspect(theirs);
    expect((await theirs.goto(`/dashboard/sell/${id}`))?.status()).toBe(404);
  });

  await test.step("a removed person no longer sees the matter", async () => {
    await db.deleteFrom("parties").where("transaction_id", "=", id).execute();
    expect((await page.reload())?.status()).toBe(404);
    await expectPath(page, `/dashboard/sell/${id}`);
  });
});
