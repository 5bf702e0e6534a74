import { randomInt } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { answer, expectErrors, expectPath, press, question, openProperty } from "./seller.ts";

/**
 * Steps of a buyer’s journey. Only the lender’s field and the lists of people differ without
 * scripts.
 */

export type Home = Awaited<ReturnType<typeof aHome>>;

/** Creates a property for sale that has a unique postcode. */
export async function aHome(db: Db, line_1 = "12 Arch Street") {
  const postcode = `YO${randomInt(10, 100)} ${randomInt(1, 10)}${letter()}${letter()}`;
  const home = await createHomeForSale(db, { line_1, postcode });
  return { ...home, postcode, address: `${line_1}, York, ${postcode}` };
}

function letter() {
  return "ABDEFGHJLNPQRSTUWXYZ".charAt(randomInt(20));
}

export async function lookUp(page: Page, postcode: string) {
  const field = page.getByLabel("Postcode", { exact: true });
  await field.fill(postcode);
  await press(page, "Find property");
}

/**
 * Expects an error for an empty postcode. Scripts show it as soon as the field is left (D-011,
 * D-012).
 */
export async function expectRequired(page: Page, scripts: boolean) {
  const postcode = page.getByLabel("Postcode", { exact: true });
  const find = page.getByRole("button", { name: "Find property" });
  if (!scripts) {
    await find.click();
    await expectErrors(page, ["Postcode of the property: Required"]);
    return;
  }
  const error = page.locator("#purchase-postcode-error");
  await expect(find).toBeDisabled();
  await postcode.focus();
  await postcode.blur();
  await expect(error).toContainText("Required");
  await postcode.fill("Y");
  await expect(find).toBeEnabled();
  await expect(error).toHaveCount(0);
  await postcode.fill("");
}

export async function chooseProperty(page: Page, { postcode, address }: Home) {
  await lookUp(page, postcode);
  await expect(page.getByText("1 property found")).toBeVisible();
  await page.getByLabel(address).check();
}

export async function chooseLender(page: Page, scripts: boolean, lender: string) {
  const field = lenderField(page);
  if (!scripts) {
    await field.selectOption({ label: lender });
    return;
  }
  await expect(field).toHaveAttribute("aria-autocomplete", "list");
  await field.fill(lender.slice(0, 6));
  await page.getByRole("option", { name: lender, exact: true }).click();
  await expect(field).toHaveValue(lender);
}

export const lenderField = (page: Page) =>
  page.getByRole("combobox", { name: "Who is your mortgage lender?" });

/** Chooses the answer that requires a person, and opens the form that adds the first one. */
export async function openPersonForm(
  page: Page,
  scripts: boolean,
  { legend, label, button }: { legend: string; label: string; button: string },
) {
  const option = question(page, legend).getByLabel(label, { exact: true }).first();
  await option.click();
  if (!scripts) await press(page, button);
  await expect(page.getByRole("dialog")).toBeVisible();
}

export const OWNERSHIP = "Who will own the property?";
export const GIFTS = "Is anyone giving you money towards the purchase?";
export const joint = { legend: OWNERSHIP, label: "Joint", button: "Add a buyer" };
export const gifts = { legend: GIFTS, label: "Yes", button: "Add a giftor" };

type NamedPerson = { first_name: string; last_name: string; email: string };

export async function fillPerson(dialog: Locator, { first_name, last_name, email }: NamedPerson) {
  await dialog.getByLabel("First name").fill(first_name);
  await dialog.getByLabel("Last name").fill(last_name);
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Mobile number").fill("07400 123457");
}

/** Answers every question after the property, except those about the mortgage and other people. */
export async function fillPurchase(page: Page, price = "440,000") {
  await page.getByLabel("What price have you agreed?").fill(price);
  await page.getByLabel("Savings from employment").check();
  await answer(page, /^Does this purchase depend on the sale/, "Yes");
  await answer(page, "Are you a first-time buyer?", "Not sure");
  await answer(page, "Will any of the money be in a foreign currency?", "No");
  await answer(page, /^Would you like us to put you in touch/, "No");
}

export async function bringToBuyerTerms(page: Page, home: Home) {
  await openProperty(page, "buy");
  await buyAlone(page, home);
  await expectPath(page, "/buy/terms-and-conditions");
}

export async function buyAlone(page: Page, home: Home) {
  await chooseProperty(page, home);
  await answerAlone(page);
}

/** Answers every question about buying the chosen property alone, and continues. */
export async function answerAlone(page: Page) {
  await fillPurchase(page);
  await answer(page, OWNERSHIP, "Sole");
  await answer(page, "Do you need a mortgage for this purchase?", "No");
  await answer(page, GIFTS, "No");
  await press(page, "Continue");
}

export async function acceptBuyerTerms(page: Page) {
  await page.getByLabel("I have read and accept the terms and conditions").check();
  await press(page, "Continue");
  await expectPath(page, "/buy/whats-included");
}
