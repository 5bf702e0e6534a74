import { createMatterWithPeople } from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { assignSolicitors } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { planLetterResend, sendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff } from "./support/staff.ts";

test("staff correct the address, the ownership, both mortgages, the referral fee and a postal address, have the letter sent again, and undo a correction", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const { id } = await createMatterWithPeople(db);
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const { planned } = await planLetterResend(db, service, { transaction_id: id, side: "seller" });
  await inTransaction(db, (trx) => sendLetter(trx, planned!));
  const matter = `/admin/transactions/${id}`;
  const confirm = async () => {
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await expect(message(page, "Success!")).toBeVisible();
    await expectPath(page, matter);
  };

  await test.step("an empty address shows an error, and one in Scotland a warning", async () => {
    await page.goto(`${matter}/property`);
    await page.getByRole("link", { name: "Correct address" }).click();
    await expect(heading(page, "Correct the address")).toBeVisible();
    await inspect(page);
    await page.getByLabel("Address line 1").fill("");
    await press(page, "Check and continue");
    await expect(page.getByText("Error:").first()).toBeAttached();
    await inspect(page);
    await page.getByLabel("Address line 1").fill("99 Corrected Street");
    await page.getByLabel("Postcode").fill("EH1 1YZ");
    await press(page, "Check and continue");
    await expect(heading(page, "Correct the address: check and confirm")).toBeVisible();
    await expect(page.getByText("This address is in Scotland")).toBeVisible();
    await press(page, "Go back and amend");
    await page.getByLabel("Postcode").fill("YO1 7HZ");
    await press(page, "Check and continue");
    await expect(page.getByText("This address is in Scotland")).toHaveCount(0);
  });

  await test.step("the confirmation offers the letter, and the undo is shown at the event", async () => {
    await page.getByLabel(/^To the seller’s solicitor, sol@seller\.example/).check();
    await inspect(page);
    await confirm();
    await expect(page.getByText(/99 Corrected Street/).first()).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(message(page, "Undone")).toBeVisible();
    await page.goto(`${matter}/events`);
    const corrected = page.getByRole("listitem").filter({ hasText: "Address Corrected" });
    await expect(corrected).toContainText("Undone");
    await expect(page.getByText("Action Undone")).toHaveCount(0);
    await inspect(page);
    await page.goto(`${matter}/history`);
    await expect(page.getByText(/Address: from .* to .*99 Corrected Street/).first()).toBeVisible();
  });

  await test.step("the ownership and the buyer’s mortgage are corrected", async () => {
    await page.goto(`${matter}/sellers`);
    await page.getByRole("link", { name: "Correct ownership" }).click();
    await expect(heading(page, "Correct the ownership")).toBeVisible();
    await page.getByLabel("Representative").check();
    await inspect(page);
    await press(page, "Check and continue");
    const refused = page.getByText("Add the owner as a seller first, on the Sellers tab");
    const confirmed = heading(page, "Correct the ownership: check and confirm");
    await expect(refused.first().or(confirmed)).toBeVisible();
    await page.goto(`${matter}/buyers`);
    await page.getByRole("link", { name: "Correct the mortgage" }).click();
    await expect(heading(page, "Correct the buyer’s mortgage")).toBeVisible();
    await inspect(page);
    await page.getByLabel("No", { exact: true }).check();
    await press(page, "Check and continue");
    await expect(page.getByText("How the buyer borrows is private.").first()).toBeVisible();
    await inspect(page);
    await confirm();
  });

  await test.step("the seller’s lender and the referral fee are recorded", async () => {
    await page.goto(`${matter}/sellers`);
    await page.getByRole("link", { name: "Correct the mortgage" }).click();
    await expect(heading(page, "Correct the seller’s mortgage")).toBeVisible();
    await page.getByLabel("Yes", { exact: true }).check();
    await page.getByLabel("Lender").fill("Quayside Building Society");
    await inspect(page);
    await press(page, "Check and continue");
    await expect(page.getByText("The seller’s lender is private.").first()).toBeVisible();
    await inspect(page);
    await confirm();
    await page.goto(`${matter}/sellers`);
    await expect(page.getByText("Yes, Quayside Building Society").first()).toBeVisible();
    await page.getByRole("link", { name: "Edit referral fee" }).click();
    await page.getByLabel("Yes", { exact: true }).check();
    await press(page, "Save");
    await expect(page.getByText("Enter who is paid, and how much").first()).toBeVisible();
    await inspect(page);
    await page.getByLabel("Who is paid, and how much").fill("Harbour Homes, £150 plus VAT");
    await press(page, "Save");
    await expect(page.getByText("Harbour Homes, £150 plus VAT").first()).toBeVisible();
  });

  await test.step("staff choose the person whose postal address they correct", async () => {
    await page.goto(`${matter}/sellers`);
    await page.getByRole("link", { name: "Correct a postal address" }).click();
    await expect(heading(page, "Correct a postal address")).toBeVisible();
    await inspect(page);
    await page
      .getByRole("link", { name: /^Change .*’s address$/ })
      .first()
      .click();
    await page.getByLabel("Address line 1").fill("5 Home Road");
    await page.getByLabel("Town or city").fill("York");
    await page.getByLabel("Postcode").fill("YO1 7HZ");
    await page.getByLabel("Country").selectOption({ label: "United Kingdom" });
    await inspect(page);
    await press(page, "Check and continue");
    await expect(page.getByText("It isn’t their address.").first()).toBeVisible();
    await inspect(page);
    await confirm();
    await expect(page.getByText(/Postal address of .*5 Home Road/).first()).toBeVisible();
  });
});
