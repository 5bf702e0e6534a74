import type { Page } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { bea } from "#tests/support/sales.ts";
import { fillPerson } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import {
  applyCode,
  expectErrors,
  expectPath,
  heading,
  linkSent,
  press,
  requestSignIn,
} from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

test("a co-seller signs in with the emailed link, and loses access when staff correct the email address or remove the co-seller", async ({
  page,
  context,
  db,
  person,
  postbox,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const seller = await signInCustomer(db, context, person);
  const [mistyped, right] = [`hew.${person.email}`, `huw.${person.email}`];
  const id = await insertSaleAtStage(db, seller, {
    terms: true,
    change: { additional_sellers: [{ ...bea, first_name: "Huw", email: mistyped }] },
  });
  const sale = `/dashboard/sell/${id}`;

  const comeIn = async (on: Page, email: string) => {
    const [newest] = await postbox.of(email);
    await on.goto(/https?:\/\/\S+\/sign-in\b/.exec(newest?.TextBody ?? "")?.[0] ?? "");
    await requestSignIn(on, email);
    await expect(linkSent(on)).toBeVisible();
    await on.goto(await postbox.link(email));
    if (!scripts) await press(on, "Continue");
    await expectPath(on, "/welcome-back");
    await on.getByRole("link", { name: /^Open 12 Arch Street/ }).click();
    await expect(on.getByRole("main")).toContainText("Welcome, Huw.");
  };

  await test.step("after the seller’s payment, the co-seller is emailed who added them and where to sign in", async () => {
    await page.goto(sale);
    await expectPath(page, "/sell/payment");
    await applyCode(page);
    await press(page, "Submit");
    await expect(heading(page, "Payment succeeded!")).toBeVisible();
    await letMorningCome(db, id);
    await postbox.expectNames(mistyped, ["person_named"]);
    const [email] = await postbox.of(mistyped);
    expect(email?.Subject).toBe("You’ve been added to the sale of 12 Arch Street");
  });

  const first = await (await anotherBrowser()).newPage();
  await test.step("the link signs the co-seller in, and the sale shows who acts next", async () => {
    await comeIn(first, mistyped);
    await expect(heading(first, "Selling 12 Arch Street")).toBeVisible();
    await expect(first.getByRole("heading", { name: "Sam needs to choose" })).toBeVisible();
    await inspect(first);
  });

  const staff = await anotherBrowser();
  await signInStaff(db, staff);
  const theirs = await staff.newPage();
  await test.step("staff correct the co-seller’s address, and the person at the old address loses access", async () => {
    await theirs.goto(`/admin/transactions/${id}/sellers`);
    await theirs.getByRole("link", { name: /^Correct.*Huw/ }).click();
    await theirs.getByLabel("Email", { exact: true }).fill(right);
    await press(theirs, "Save");
    await expect(message(theirs, "Details corrected")).toBeVisible();
    expect((await first.goto(sale))?.status()).toBe(404);
  });

  const elsewhere = await anotherBrowser();
  const second = await elsewhere.newPage();
  await test.step("the person at the new address is emailed and sees the sale", async () => {
    await postbox.expectNames(right, ["email_corrected_new"]);
    await signInCustomer(db, elsewhere, { ...person, first_name: "Huw", email: right });
    await second.goto(sale);
    await expect(second.getByRole("main")).toContainText("Welcome, Huw.");
  });

  const dialog = theirs.getByRole("dialog");
  await test.step("a co-seller that staff remove no longer sees the sale, and is emailed", async () => {
    await theirs.goto(`/admin/transactions/${id}/sellers`);
    const remove = theirs.getByRole("link", { name: /^Remove.*Huw/ });
    await remove.click();
    await expect(dialog).toContainText(`We’ll email ${right} to say they’ve been removed`);
    await inspect(theirs);
    await dialog.getByRole("link", { name: "Cancel" }).click();
    if (scripts) await expect(remove).toBeFocused();
    await remove.click();
    await press(theirs, "Remove Huw Byron");
    await expect(message(theirs, "Removed")).toBeVisible();
    await expect(theirs.getByRole("row")).toHaveCount(2);
    await inspect(theirs);
    expect((await second.goto(sale))?.status()).toBe(404);
    await second.goto("/welcome-back");
    await expect(second.getByText("12 Arch Street")).toHaveCount(0);
    await letMorningCome(db, id);
    await postbox.expectNames(right, ["people_changed", "email_corrected_new"]);
  });

  await test.step("a co-seller who is added again with the same name and email is emailed and sees the sale", async () => {
    await theirs.getByRole("link", { name: "Add seller" }).click();
    const adding = theirs.getByRole("main");
    await expect(adding).toContainText(`We’ll email ${person.email} the updated list of people`);
    await inspect(theirs);
    await press(adding, "Add seller");
    await expectErrors(theirs, [
      "First name is required",
      "Last name is required",
      "Please enter a valid email address. It should look like name@example.com",
      "Invalid mobile number. Enter a number like 07400 123456",
      "Address must be at least 1 character long. Enter the first line of the address",
    ]);
    await inspect(theirs);
    await fillPerson(adding, { first_name: "Huw", last_name: "Byron", email: right });
    await press(adding, "Enter address manually");
    await expect(adding.getByLabel("First name")).toHaveValue("Huw");
    await adding.getByLabel("Address line 1").fill("9 Other Road");
    await adding.getByLabel("Town or city").fill("Leeds");
    await adding.getByLabel("Postcode").fill("LS1 1AA");
    await inspect(theirs);
    await press(adding, "Add seller");
    await expect(message(theirs, "Huw Byron has been added")).toBeVisible();
    await expect(theirs.getByRole("link", { name: /^Remove.*Huw/ })).toBeVisible();
    await letMorningCome(db, id);
    await postbox.expectNames(right, ["person_named", "people_changed", "email_corrected_new"]);
    expect((await second.goto(sale))?.status()).toBe(200);
  });
});

/** Makes the emails of a matter that wait until 8am due immediately. */
async function letMorningCome(db: Db, transaction_id: string) {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where payload ->> 'email_log_id' in (
      select id from email_log where transaction_id = ${transaction_id})`.execute(db);
}
