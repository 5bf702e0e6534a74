import { recordEvent } from "#app/domain/events/events.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { insertLawFirm, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectEvents } from "./support/records.ts";
import { signInCustomer } from "./support/people.ts";
import { expectErrors, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName, openDialog, openPage } from "./support/staff.ts";

test("staff assign solicitors to a matter, and a colleague who confirms later gets a conflict (WF-10, I-028, I-029, K-015, L-030 to L-066)", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  scan,
  scripts,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const [able, outside] = [uniqueName("Able"), uniqueName("Outside LLP")];
  const lawyerOf = (side: string) => `${side.toLowerCase()}.${person.email}`;
  const law_firm_id = await insertLawFirm(db, { name: able });
  for (const side of ["Sellers", "Buyers"]) {
    const solicitor = { ...lawyer("Sol"), email: lawyerOf(side) };
    await insertLawyerGroup(db, { name: `${able} ${side}`, law_firm_id, solicitor });
  }
  await insertLawyerGroup(db, { name: outside, panel_solicitor: false });
  const seller = await insertPerson(db, person.email);
  const sale = await insertSale(db, seller.id);
  const buyer = await insertPerson(db, `buyer.${person.email}`);
  await insertPurchase(db, sale, buyer.id, true);
  const tab = `/admin/transactions/${sale.id}/solicitors`;
  const side = (name: "Seller" | "Buyer") => page.getByRole("group", { name, exact: true });

  await test.step("the tab shows that no solicitor is assigned and the sale is not paid for (WF-10.1)", async () => {
    await page.goto(`/admin/transactions/${sale.id}`);
    await page.getByRole("link", { name: /^Solicitors ?, none assigned$/ }).click();
    await expect(page.getByText("No solicitors have been assigned yet.")).toBeVisible();
    await expect(page.getByText("this transaction is unpaid")).toBeVisible();
    await inspect(page);
  });

  await test.step("a form without a solicitor is rejected (WF-10.2)", async () => {
    await openPage(page, "Assign solicitors", "Assign solicitors");
    await expect(page.getByText("Property check")).toBeVisible();
    await expect(page.getByRole("main").getByRole("definition")).toHaveText([
      "1 Arch Street, Bath",
      "Ada Byron",
      "£290,000",
      "Freehold",
      "Ada Byron",
      "Show on a map (opens in a new tab)",
    ]);
    for (const name of ["Seller", "Buyer"] as const) {
      const options = page.getByLabel(`${name} solicitor`).locator("option");
      await expect(options.first()).toHaveText("Select a solicitor");
      await expect(options.filter({ hasText: outside })).toHaveText(
        `${outside}, Ashby & Co (Non-Panel)`,
      );
    }
    await expect(page.getByLabel("Plot plan request")).toBeDisabled();
    await inspect(page);
    await press(page, "Check and continue");
    await expectErrors(page, ["Seller: Solicitor is required", "Buyer: Solicitor is required"]);
    await inspect(page);
  });

  await test.step("a seller’s solicitor who is not on the panel gets no introduction email (WF-10.3)", async () => {
    await side("Seller")
      .getByLabel("Seller solicitor")
      .selectOption({ label: `${outside}, Ashby & Co (Non-Panel)` });
    await side("Seller")
      .getByLabel(/^Comments/)
      .fill("Abroad until May");
    await side("Buyer")
      .getByLabel("Buyer solicitor")
      .selectOption({ label: `${able} Buyers, ${able}` });
    await side("Buyer")
      .getByLabel(/^Comments/)
      .fill("Wants to move in June");
    await press(page, "Check and continue");
    await expect(
      page.getByRole("heading", { name: "Double check your solicitors and confirm." }),
    ).toBeVisible();
    await expect(
      page.getByText("Introduction to the seller: the chosen solicitor is non-panel"),
    ).toBeVisible();
    if (scripts) {
      await expect(
        page.getByRole("heading", { name: "Double check your solicitors and confirm." }),
      ).toBeFocused();
    }
    await inspect(page);
  });

  await test.step("the buyer’s emails are not sent until a purchase is active (WF-10.3)", async () => {
    const bare = await insertSale(db, seller.id);
    const second = await context.newPage();
    await second.goto(`/admin/transactions/${bare.id}/solicitors/assign`);
    const switches = second
      .getByRole("group", { name: "Buyer", exact: true })
      .getByRole("checkbox");
    await expect(switches).toHaveCount(3);
    for (const one of await switches.all()) {
      await expect(one).toBeEnabled();
      await expect(one).toBeChecked();
    }
    await second.getByLabel("Seller solicitor").selectOption({ label: `${able} Sellers, ${able}` });
    await second.getByLabel("Buyer solicitor").selectOption({ label: `${able} Buyers, ${able}` });
    await press(second, "Check and continue");
    const emails = second.locator("dl").first();
    await expect(emails).toContainText("no active purchase intent");
    await expect(emails).not.toContainText(lawyerOf("Buyers"));
    await scan(second);
    await second.close();
  });

  await test.step("going back keeps the choices, and one firm for both sides shows a warning (WF-10.4)", async () => {
    if (scripts) await page.goBack();
    else await press(page, "Go back and amend");
    await expect(side("Seller").getByLabel(/^Comments/)).toHaveValue("Abroad until May");
    await expect(side("Buyer").locator("option:checked")).toHaveText(`${able} Buyers, ${able}`);
    await inspect(page);
    await side("Seller")
      .getByLabel("Seller solicitor")
      .selectOption({ label: `${able} Sellers, ${able}` });
    await side("Buyer").getByLabel("Additional information for the buyer").uncheck();
    await press(page, "Check and continue");
    await expect(page.getByText("Both solicitors are at the same law firm")).toBeVisible();
    await expect(page.getByText(`Introduction to the seller: ${person.email}`)).toBeVisible();
    await inspect(page);
  });

  await test.step("the first of two confirmations assigns the solicitors, and the second gets a conflict (WF-10.5)", async () => {
    const other = await anotherBrowser();
    await signInStaff(db, other, "Tomasin");
    const tom = await other.newPage();
    await tom.goto(`${tab}/assign`);
    await tom.getByLabel("Seller solicitor").selectOption({ label: `${able} Sellers, ${able}` });
    await tom.getByLabel("Buyer solicitor").selectOption({ label: `${able} Buyers, ${able}` });
    await press(tom, "Check and continue");
    await expect(tom.getByText("Both solicitors are at the same law firm")).toBeVisible();
    await page.getByRole("button", { name: "Yes, I'm sure. Assign solicitors" }).dblclick();
    const success = message(page, "You've successfully assigned solicitors for this transaction.");
    await expect(success).toBeVisible();
    const today = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London" }).format();
    await expect(page.getByText(`Legals started on ${today}`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Seller solicitor" })).toBeVisible();
    await expect(page.getByText("Assign solicitors")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Letters to solicitors" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^Edit(?! tags)/ })).toHaveCount(
      0,
    );
    if (scripts) {
      await expect(success).toHaveCount(0);
    }
    await inspect(page);
    await press(tom, "Yes, I'm sure. Assign solicitors");
    await expect(message(tom, "Assignment Failed")).toContainText(
      "Solicitors are already assigned to this matter",
    );
  });

  await test.step("an engagement letter is shown as it was sent, and can be sent again", async () => {
    await page.goto(tab);
    await page.getByRole("link", { name: /^Instruction to act for the seller of/ }).click();
    await expect(page.getByText("Abroad until May")).toBeVisible();
    await inspect(page);
    await page.goto(`${tab}/seller/send-again`);
    await inspect(page);
    await expect(page.getByRole("button", { name: "Send this letter" })).toBeInViewport();
  });

  const record = await db
    .selectFrom("transactions")
    .leftJoin("lawyer_groups as s", "s.id", "seller_lawyer_group_id")
    .leftJoin("lawyer_groups as b", "b.id", "buyer_lawyer_group_id")
    .select(["s.name as seller", "b.name as buyer", "legals_started_at"])
    .select(["seller_comments", "buyer_comments"])
    .where("transactions.id", "=", sale.id)
    .executeTakeFirstOrThrow();
  expect(record).toEqual({
    seller: `${able} Sellers`,
    buyer: `${able} Buyers`,
    legals_started_at: expect.any(Date),
    seller_comments: "Abroad until May",
    buyer_comments: "Wants to move in June",
  });
  await expectEvents(db, sale.id, [
    "seller_solicitors_assigned",
    "buyer_solicitors_assigned",
    "seller_introduction_email_sent",
    "seller_solicitor_instruction_email_sent",
    "buyer_introduction_email_sent",
    "buyer_solicitor_instruction_email_sent",
  ]);
  await postbox.expectNames(lawyerOf("Sellers"), ["seller_solicitor_instruction"]);
  await postbox.expectNames(lawyerOf("Buyers"), ["buyer_solicitor_instruction"]);
  const [toSellers] = await postbox.of(lawyerOf("Sellers"));
  const [toBuyers] = await postbox.of(lawyerOf("Buyers"));
  expect(toSellers?.TextBody).toContain("Abroad until May");
  expect(toBuyers?.TextBody).not.toContain("Abroad until May");
  expect(toBuyers?.TextBody).toContain("Wants to move in June");
  await postbox.expectNames(`buyer.${person.email}`, ["buyer_introduction"]);
  const toTheSeller = (await postbox.of(person.email)).filter(({ To }) => !/buyer|seller/.test(To));
  expect(toTheSeller.map(({ Tag }) => Tag)).toEqual(["seller_introduction"]);
  const [toTheBuyer] = await postbox.of(`buyer.${person.email}`);
  for (const email of [toTheSeller[0], toTheBuyer]) {
    expect(email?.TextBody).not.toMatch(/Abroad until May|Wants to move in June/);
  }
});

test("staff replace a solicitor who was assigned by mistake (AMB-K03) @scripts", async ({
  page,
  context,
  db,
  person,
  inspect,
  postbox,
}) => {
  await signInStaff(db, context);
  const [wrong, right] = [uniqueName("Wrong"), uniqueName("Right")];
  const emailOf = (name: string) => `${name.replace(/\W+/g, ".").toLowerCase()}@example.test`;
  const groups = [];
  for (const name of [wrong, right]) {
    const law_firm_id = await insertLawFirm(db, { name });
    const solicitor = { ...lawyer("Sol"), email: emailOf(name) };
    groups.push(await insertLawyerGroup(db, { name, law_firm_id, solicitor }));
  }
  const seller = await insertPerson(db, person.email);
  const sale = await insertSale(db, seller.id);
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: groups[0]! })
    .where("id", "=", sale.id)
    .execute();
  const title = "Replace the seller’s solicitor";

  await test.step("an empty form is rejected, and then the right solicitor is chosen", async () => {
    await page.goto(`/admin/transactions/${sale.id}/solicitors`);
    await openDialog(page, "Put right the seller’s solicitor", title);
    await inspect(page);
    await press(page, "Check and continue");
    await expectErrors(page, ["Solicitor is required", "Reason is required"]);
    await page.getByLabel("New solicitor", { exact: true }).selectOption({
      label: `${right}, ${right}`,
    });
    await page.getByLabel("Reason").fill("A slip");
    await press(page, "Check and continue");
    for (const said of [wrong, right].map(emailOf)) {
      await expect(page.getByRole("main")).toContainText(said);
    }
    await inspect(page);
  });

  await test.step("after a confirmation, the new solicitor is shown, and all three people are emailed", async () => {
    await press(page, "Yes, replace the solicitor");
    await expect(message(page, "Seller solicitor replaced.")).toBeVisible();
    await expect(page.getByRole("link", { name: emailOf(right) })).toBeVisible();
    await inspect(page);
  });
  await postbox.expectNames(emailOf(wrong), ["solicitor_release"]);
  await postbox.expectNames(emailOf(right), ["seller_solicitor_instruction"]);
  await postbox.expectNames(person.email, ["solicitor_changed"]);
});

test("a seller changes their choice of solicitor, and staff see the new choice (A-015, AMB-H03)", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const firm = uniqueName("Minster Law");
  const law_firm_id = await insertLawFirm(db, { name: firm });
  await insertLawyerGroup(db, { name: `${firm} North`, law_firm_id });
  const seller_id = await signInCustomer(db, context, person);
  const sale = await insertSale(db, seller_id);
  await recordEvent(db, {
    transaction_id: sale.id,
    event_name: "payment_successful",
    author: "system",
  });

  await test.step("a form without a choice is rejected, and then “no preference” is saved", async () => {
    await page.goto(`/dashboard/sell/${sale.id}`);
    await inspect(page);
    await page.getByRole("link", { name: "Choose your solicitor" }).click();
    await expect(heading(page, "Choose your solicitor")).toBeVisible();
    await inspect(page);
    await press(page, "Save your choice");
    await expectErrors(page, ["Choose a solicitor, or select “No preference”"]);
    await inspect(page);
    await page.getByRole("radio", { name: "No preference" }).check();
    await press(page, "Save your choice");
    await expect(message(page, "We’ve saved your choice")).toBeVisible();
    await expect(page.getByText("You asked us to choose a solicitor.")).toBeVisible();
    await inspect(page);
  });

  await test.step("the choice is changed", async () => {
    await page.getByRole("link", { name: "Change your choice" }).click();
    await expect(page.getByRole("radio", { name: "No preference" })).toBeChecked();
    await page.getByRole("radio", { name: firm }).check();
    await press(page, "Save your choice");
    await expect(page.getByText(`You chose ${firm} North, ${firm}.`)).toBeVisible();
  });

  await test.step("the seller’s choice is preselected in the staff form", async () => {
    const other = await anotherBrowser();
    await signInStaff(db, other);
    const ada = await other.newPage();
    await ada.goto(`/admin/transactions/${sale.id}/solicitors`);
    await expect(ada.getByText(`The seller prefers ${firm} North, ${firm}.`)).toBeVisible();
    await openPage(ada, "Assign solicitors", "Assign solicitors");
    await expect(ada.getByLabel("Seller solicitor").locator("option:checked")).toHaveText(
      `${firm} North, ${firm}`,
    );
  });
  await expectEvents(db, sale.id, [
    "payment_successful",
    "seller_solicitor_preferred",
    "seller_solicitor_preferred",
  ]);
});
