import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { fullAnswers, saveAs } from "#tests/support/property-information.ts";
import { readerId } from "#tests/support/readers.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn, signInCustomer } from "./support/people.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message } from "./support/staff.ts";

test("a seller answers questions about the home on two devices, confirms them and agrees to share", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const seller = await signInCustomer(db, context, person);
  const sale = await insertSaleAtStage(db, seller, {
    terms: true,
    complete: true,
    change: { onward_purchase: "no" },
  });
  const list = `/dashboard/sell/${sale}/property-information`;

  await test.step("the dashboard leads to the list of sections, which leads to the first one", async () => {
    await page.goto(`/dashboard/sell/${sale}`);
    await page.getByRole("link", { name: "Property information" }).click();
    await expect(page.getByText("0 of 15 sections done").first()).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Start" }).click();
    await expectPath(page, `${list}/building`);
  });

  await test.step("an answer shows its follow-up question, and another answer hides it", async () => {
    await page.goto(`${list}/council_tax`);
    const details = page.getByLabel("What was added, and in which year?");
    await expect(details).toBeHidden();
    const bigger = page.getByRole("group", { name: /Has the home been made bigger/ });
    await bigger.getByLabel("Yes").check();
    await expect(details).toBeVisible();
    await details.fill("A loft, 2014");
    await bigger.getByLabel("No", { exact: true }).check();
    await expect(details).toBeHidden();
    await bigger.getByLabel("Yes").check();
    await inspect(page);
  });

  await test.step("an amount that cannot be read is an error at its field, and the text stays", async () => {
    await page.getByLabel("D", { exact: true }).check();
    await page.getByLabel("How much is the council tax a year?").fill("lots");
    await press(page, "Save and continue");
    const error = "Council tax bill: enter an amount in pounds, like 250 or 250.50";
    await expect(page.locator(".error-summary li")).toHaveText(error);
    await expect(page.getByText(error)).toHaveCount(2);
    await inspect(page);
    await page.getByLabel("How much is the council tax a year?").fill("1,680");
    await press(page, "Save and continue");
    await expectPath(page, `${list}/energy_certificate`);
  });

  await test.step("another device has the answers, and saves a second section for later", async () => {
    const other = await anotherBrowser();
    await signIn(db, other, seller);
    const phone = await other.newPage();
    await phone.goto(`${list}/council_tax`);
    await expect(phone.getByLabel("What was added, and in which year?")).toHaveValue(
      "A loft, 2014",
    );
    await phone.goto(`${list}/broadband`);
    await phone.getByRole("group").first().getByLabel("Not sure").check();
    await press(phone, "Save and come back later");
    await expect(message(phone, "We’ve saved your answers")).toBeVisible();
    await expect(phone.getByText("1 of 15 sections done").first()).toBeVisible();
  });

  await test.step("when every section is done, the seller confirms with their name", async () => {
    const all = fullAnswers({ tenure: "Freehold", onward_purchase: "no" });
    const given = await db
      .selectFrom("property_answers")
      .select("question")
      .where("transaction_id", "=", sale)
      .execute();
    const answered = new Set(given.map(({ question }) => question));
    const rest = Object.fromEntries(Object.entries(all).filter(([id]) => !answered.has(id)));
    await saveAs(db, readerId(seller), sale, rest);
    await page.goto(list);
    await expect(page.getByText("15 of 15 sections done").first()).toBeVisible();
    await page.getByRole("link", { name: "Check your answers" }).click();
    await expect(heading(page, "Check your answers")).toBeVisible();
    await expect(page.getByText("A loft, 2014")).toBeVisible();
    await press(page, "Confirm answers");
    await expectErrors(page, ["Enter your full name"]);
    await inspect(page);
    await page.getByLabel("Your full name").fill("Sam Seller");
    await press(page, "Confirm answers");
    await expect(message(page, "Thanks. You’ve confirmed your answers")).toBeVisible();
    await inspect(page);
  });

  await test.step("the seller agrees to share the answers", async () => {
    await press(page, "Agree to share");
    await expect(message(page, "Thanks. We can now share your answers")).toBeVisible();
    await expect(page.getByText(/^You agreed on/)).toBeVisible();
  });
});
