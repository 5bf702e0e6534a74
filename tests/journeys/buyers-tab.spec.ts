import {
  createMatter,
  assignSolicitors,
  countEvents,
  listEmails,
  listNewEvents,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { fillPerson } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, press, question } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

test("staff activate a purchase, save its dates and send the “buyer found” email (WF-14, WF-15, K-046 to K-081)", async ({
  page,
  context,
  db,
  postbox,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const home = uniqueName("Arch");
  const matter = await createMatter(db, home);
  await createPurchaseAtStage(db, matter, { active: true, first_name: "Abe" });
  const bea = await createPurchaseAtStage(db, matter, { first_name: "Bea" }, fullPurchasePeople);
  await createPurchaseAtStage(db, matter, { terms: false, first_name: "Cy" });
  const tab = `/admin/transactions/${matter.id}/buyers`;
  const known = await countEvents(db, matter.id);
  const intents = page.getByRole("heading", { level: 2, name: /^Purchase Intent/ });

  await test.step("the other tabs show the people and orders", async () => {
    await page.goto(`/admin/transactions/${matter.id}`);
    await page.getByRole("link", { name: "Sellers 1" }).click();
    await expect(
      page.getByRole("table", { name: "Everyone selling" }).getByRole("row"),
    ).toHaveCount(2);
    await inspect(page);
    await page.getByRole("link", { name: "Orders" }).click();
    await expect(page.getByText("No order yet.")).toBeVisible();
    await inspect(page);
  });

  await test.step("the active purchase is first, and only the second can be activated (WF-14.1)", async () => {
    await page.getByRole("link", { name: "Buyers 3" }).click();
    await expect(intents).toHaveText([
      "Purchase Intent 1Active",
      "Purchase Intent 3Inactive",
      "Purchase Intent 2Inactive",
    ]);
    await expect(page.getByRole("link", { name: /^Activate/ })).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Send buyer found email" })).toBeDisabled();
    await inspect(page);
  });

  const activate = page.getByRole("link", { name: "Activate Purchase Intent 2" });
  await test.step("cancelling the confirmation leaves the active purchase unchanged (WF-14.2)", async () => {
    await assignSolicitors(db, matter.id, ["buyer"]);
    await activate.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("deactivates all other purchase intents");
    await expect(dialog).toContainText("These emails will be sent automatically:");
    await expect(dialog).toContainText(`Introduction to the buyer: ${bea.email}`);
    await expect(dialog).toContainText(
      "Instruction to the buyer’s solicitor: sol@buyer.example, copies to asha@buyer.example",
    );
    await expect(dialog).toContainText("Notice that the purchase has ended, to the previous buyer");
    await inspect(page);
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await expectPath(page, tab);
    if (scripts) await expect(activate).toBeFocused();
    await expect(intents.first()).toHaveText("Purchase Intent 1Active");
  });

  await test.step("confirming activates the second purchase (WF-14.3)", async () => {
    await activate.click();
    await press(page, "Activate purchase intent");
    // The event of the same name differs from this text only in its capital letters.
    await expect(page.getByText(/Purchase intent activated$/).first()).toBeVisible();
    await expectPath(page, tab);
    await expect(intents).toHaveText([
      "Purchase Intent 2Active",
      "Purchase Intent 3Inactive",
      "Purchase Intent 1Inactive",
    ]);
    await inspect(page);
    await postbox.expectNames(bea.email, [
      "buyer_additional_info",
      "buyer_introduction",
      "buyer_terms_accepted",
      "purchase_intent_activated_buyer",
    ]);
    expect(await listEmails(db, matter.id)).toContainEqual([
      "buyer_solicitor_instruction",
      "sol@buyer.example",
    ]);
  });

  const edit = page.getByRole("link", { name: "Edit significant dates for Purchase Intent 2" });
  const type = async (name: string, [day = "", month = "", year = ""]: string[]) => {
    const date = question(page, name);
    await date.getByLabel("Day").fill(day);
    await date.getByLabel("Month").fill(month);
    await date.getByLabel("Year").fill(year);
  };
  await test.step("invalid dates are rejected (WF-15.1)", async () => {
    await edit.click();
    await type("Sale Agreed", ["32", "1", "2025"]);
    await type("Exchanged", ["1", "13", "2025"]);
    await type("Completed", ["1", "1", "1899"]);
    await type("Aborted", ["31", "02", "2025"]);
    await press(page, "Save");
    await expectErrors(page, [
      "Day must be between 1 and 31",
      "Month must be between 1 and 12",
      "Year must be greater than 1900",
      "Please enter a valid date or clear all date fields",
    ]);
    await inspect(page);
  });

  await test.step("saved dates are shown on the card and in the list (WF-15.2)", async () => {
    await type("Sale Agreed", ["01", "01", "2025"]);
    await type("Exchanged", ["11", "04", "2025"]);
    await type("Completed", []);
    await type("Aborted", []);
    await press(page, "Save");
    // Checks and searches are still open, so staff must confirm the exchange.
    await expect(page.getByText("Are you sure?")).toBeVisible();
    await inspect(page);
    await press(page, "Save");
    await expect(message(page, "Significant dates saved")).toBeVisible();
    await expectPath(page, tab);
    await expect(page.getByText("11/04/2025", { exact: true })).toBeVisible();
    await page.goto("/admin/transactions");
    const listed = page.getByRole("row").filter({ hasText: home });
    await expect(listed).toContainText("Bea Byron, Jo Joint");
    await expect(listed).toContainText("01/01/2025");
    await expect(listed).toContainText("11/04/2025");
  });

  await test.step("the “buyer found” email is sent (WF-15.3)", async () => {
    await page.goto(tab);
    await page.getByRole("link", { name: "Send buyer found email" }).click();
    await expect(page.getByRole("dialog")).toContainText("asha@buyer.example");
    await expect(page.getByText("No estate agent will be emailed")).toBeVisible();
    await inspect(page);
    await press(page, "Send buyer found email");
    const sent = page.getByText(/Buyer found email sent$/);
    await expect(sent.first()).toBeVisible();
    if (scripts) await expect(sent).toHaveCount(0);
    await expect(page.getByText(/^Last sent on /)).toBeVisible();
    await inspect(page);
    const emails = await listEmails(db, matter.id);
    expect(emails.filter(([name]) => name === "buyer_found")).toHaveLength(2);
  });

  await test.step("the list of events shows five, then all, then five again (WF-15.4)", async () => {
    await page.getByRole("link", { name: "Events", exact: true }).click();
    const events = page.getByRole("region", { name: "Events", exact: true });
    const rows = events.getByRole("listitem");
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText("Buyer Found Email Sent");
    await expect(rows.first()).toContainText("Ada Marsh");
    await expect(rows.first()).toContainText(/(?:Buyer|Seller) side/);
    await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4}, \d\d:\d\d/);
    await inspect(page);
    await page.getByRole("link", { name: "All events" }).click();
    const agreed = rows.filter({ hasText: "Sale Agreed" });
    await expect(agreed).toContainText("01/01/2025");
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
    await inspect(page);
    await page.getByRole("link", { name: "Show less" }).click();
    await expect(rows).toHaveCount(5);
  });

  const events = await listNewEvents(db, matter.id, known);
  expect(events.map(({ event_name }) => event_name)).toEqual([
    "purchase_intent_deactivated",
    "purchase_intent_activated",
    "buyer_introduction_email_sent",
    "buyer_additional_info_email_sent",
    "buyer_solicitor_instruction_email_sent",
    "sale_agreed",
    "exchanged",
    "buyer_found_email_sent",
  ]);
});

test("staff add and remove a giftor and add a co-buyer, and the purchase’s answers change accordingly", async ({
  page,
  context,
  db,
  person,
  inspect,
  scan,
  scripts,
}) => {
  await signInStaff(db, context);
  const matter = await createMatter(db, uniqueName("Arch"));
  await createPurchaseAtStage(db, matter, { active: true });
  const tab = `/admin/transactions/${matter.id}/buyers`;
  const dialog = page.getByRole("dialog");
  const form = page.getByRole("region", { name: /^Add a (buyer|giftor)$/ });
  const table = (name: string) => page.getByRole("table", { name });
  const address = async () => {
    await press(form, "Enter address manually");
    await form.getByLabel("Address line 1").fill("9 Other Road");
    await form.getByLabel("Town or city").fill("Leeds");
    await form.getByLabel("Postcode").fill("LS1 1AA");
  };

  await test.step("a giftor is added", async () => {
    await page.goto(tab);
    await inspect(page);
    await page.getByRole("link", { name: "Add giftor to Purchase Intent 1" }).click();
    await expect(form).toContainText("We’ll email them when their identity check is ordered");
    await inspect(page);
    await fillPerson(form, { first_name: "Gail", last_name: "Giver", email: person.email });
    await address();
    await press(form, "Add giftor");
    await expectErrors(page, [
      "Amount must be higher than £0",
      "Required field. Select a relationship",
    ]);
    await form.getByLabel("How much are they giving?").fill("20,000");
    await form.getByLabel("Parent").check();
    await press(form, "Add giftor");
    await expect(message(page, "Gail Giver has been added")).toBeVisible();
    await expectPath(page, tab);
    await expect(table("Giftors for Purchase Intent 1")).toContainText("£20,000");
    await expect(page.getByText("Gifts", { exact: true }).locator("xpath=..")).toContainText("Yes");
    await inspect(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await scan(page);
  });

  await test.step("the giftor is removed, by keyboard if scripts run", async () => {
    const remove = page.getByRole("link", { name: "Remove Gail Giver" });
    await remove.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("the answer about gifts changes to No");
    await scan(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await inspect(page);
    if (scripts) {
      await page.keyboard.press("Escape");
      await expect(remove).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await dialog.getByRole("button", { name: "Remove Gail Giver" }).focus();
    await page.keyboard.press("Enter");
    await expect(message(page, "Removed")).toBeVisible();
    await expect(table("Giftors for Purchase Intent 1")).toHaveCount(0);
    await expect(page.getByText("Gifts", { exact: true }).locator("xpath=..")).toContainText("No");
  });

  await test.step("a co-buyer is added", async () => {
    await page.getByRole("link", { name: "Add buyer to Purchase Intent 1" }).click();
    await fillPerson(form, { first_name: "Jo", last_name: "Joint", email: person.email });
    await address();
    await press(form, "Add buyer");
    await expect(message(page, "Jo Joint has been added")).toBeVisible();
    await expect(table("Buyers for Purchase Intent 1")).toContainText("Additional");
    await inspect(page);
  });

  await test.step("submitting the same co-buyer again after Back is rejected", async () => {
    await page.goBack();
    await fillPerson(form, { first_name: "Jo", last_name: "Joint", email: person.email });
    await address();
    await press(form, "Add buyer");
    await expect(form).toContainText("Jo Joint has already been added with this email address");
    await form.getByRole("link", { name: "Cancel" }).click();
    const rows = table("Buyers for Purchase Intent 1").getByRole("row", { name: /Jo Joint/ });
    await expect(rows).toHaveCount(1);
  });
});

test("staff choose a matter’s tags from those in the settings (J-033, AMB-J10)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto(`/admin/transactions/${id}`);
  const edit = page.getByRole("link", { name: "Edit tags" });
  await edit.click();
  await expect(page.getByRole("dialog").getByRole("group", { name: "Tags" })).toBeVisible();
  await inspect(page);
  await page.getByLabel("Priority").check();
  await page.getByLabel("Probate").check();
  await press(page, "Save");
  await expect(message(page, "Tags saved")).toBeVisible();
  const tags = page.locator(".tag-list li");
  await expect(tags).toHaveText(["Priority", "Probate"]);
  if (scripts) await expect(edit).toBeFocused();
  await edit.click();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  if (scripts) await expect(edit).toBeFocused();
  await edit.click();
  await page.getByLabel("Priority").uncheck();
  await page.getByLabel("Probate").uncheck();
  await press(page, "Save");
  await expect(message(page, "Tags saved")).toBeVisible();
  await expect(tags).toHaveCount(0);
  await inspect(page);
});
