import { expect, type Locator, type Page } from "@playwright/test";
import { agedKey } from "#tests/support/aged-key.ts";
import type { NewPerson } from "./fixtures.ts";

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

export const press = (page: Page | Locator, name: string) =>
  page.getByRole("button", { name, exact: true }).click();

/**
 * Expects the page to have a path. Polls, because `toHaveURL` with a function fails if a second
 * click interrupts a navigation.
 */
export async function expectPath(page: Page, path: string) {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await page.waitForLoadState();
}

/**
 * Expects the same errors in the summary, where a question’s name may precede them, and next to the
 * fields.
 */
export async function expectErrors(page: Page, lines: string[]) {
  const shown = lines.map((line) => new RegExp(`^(?:[^:]+: )?${escaped(line)}$`));
  await expect(page.locator(".error-summary li")).toHaveText(shown);
  const texts = lines.map((line) => line.replace(/^[^:]+: /, ""));
  for (const text of new Set(texts)) {
    const exactly = new RegExp(`^Error: ${escaped(text)}$`);
    const fields = page.locator("[id$='-error']:visible").filter({ hasText: exactly });
    await expect(fields).toHaveCount(texts.filter((each) => each === text).length);
  }
}

const escaped = (text: string) => text.replaceAll(/[^\w\s]/g, "\\$&");

export async function fillSignUp(page: Page, person: NewPerson) {
  await page.getByLabel("First name").fill(person.first_name);
  await page.getByLabel("Last name").fill(person.last_name);
  await page.getByLabel("Mobile number").fill(person.phone);
  await page.getByLabel("Email address").fill(person.email);
  await ageFormKey(page, "sign-up");
}

export async function requestSignIn(page: Page, email: string) {
  await page.getByLabel("Email address").fill(email);
  await ageFormKey(page, "sign-in");
  await press(page, "Send me a magic link");
}

/**
 * Sets a form key that is old enough for the bot check, which rejects forms sent within 3 seconds.
 */
export function ageFormKey(page: Page, form: "sign-in" | "sign-up" | "firm-sign-in") {
  return page.locator("input[name=form_key]").evaluate((field, key) => {
    if (!(field instanceof HTMLInputElement)) throw new Error("The form has no key");
    field.value = key;
    // Sets it on submit, because React restores its own value when it renders the form again.
    field.form?.addEventListener("formdata", ({ formData }) => formData.set("form_key", key));
  }, agedKey(form));
}

export const linkSent = (page: Page) =>
  page.getByText(
    "Success! We've emailed you a magic link to sign-in. It will arrive within 5 minutes.",
  );

export async function findAddress(finder: Locator, query: string, wanted: string | RegExp) {
  await finder.getByLabel("Postcode or start of the address").fill(query);
  await press(finder, "Find address");
  const address = finder.getByRole("radio", { name: wanted });
  const container = finder.getByRole("button", { name: /^Show the addresses in/ });
  await expect(address.or(container).first()).toBeVisible();
  if (await container.first().isVisible()) await container.first().click();
  await address.first().check();
  await press(finder, "Use this address");
  await expect(finder.getByRole("button", { name: "Change the address" })).toBeVisible();
}

export const question = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("group", { name });

export async function answer(page: Page, name: string | RegExp, label: string) {
  await question(page, name).getByLabel(label, { exact: true }).first().check();
}

export type PropertyAnswers = {
  price?: string;
  role?: "I own the property" | "I am acting on behalf of the seller";
  anotherSeller?: "Yes" | "No";
  agent?: string;
};

/** Answers every question about the property, so that Continue is accepted. */
export async function fillProperty(page: Page, answers: PropertyAnswers = {}) {
  await findAddress(
    question(page, "What is the address of the property?"),
    "YO1 6EF",
    /^7 Bishophill Senior/,
  );
  await fillAnswers(page, answers);
}

export async function fillAnswers(
  page: Page,
  {
    price = "450,000",
    role = "I own the property",
    anotherSeller = "No",
    agent = "Northgate York",
  }: PropertyAnswers = {},
) {
  await answer(page, "What is the tenure of the property?", "Freehold");
  await page.getByLabel("What is your asking price?").fill(price);
  await answer(page, "What is your role in this sale?", role);
  await answer(page, "Is there another seller?", anotherSeller);
  await answer(page, "Is there a mortgage on the property?", "Yes");
  await answer(page, "Are you buying another property at the same time?", "Not sure");
  await answer(page, "Will any of the money be in a foreign currency?", "Yes");
  await answer(page, "Would you like us to put you in touch with a mortgage adviser?", "No");
  await page.getByLabel("Who is your estate agent?").selectOption({ label: agent });
}

export async function acceptTerms(page: Page) {
  await expectPath(page, "/sell/terms-and-conditions");
  await page.getByLabel("I have read and accept the terms and conditions").check();
  await press(page, "Continue");
  await expectPath(page, "/sell/payment");
}

/**
 * Opens the questions about the property of the unfinished sale or purchase, or else of a new one.
 */
export async function openProperty(page: Page, role: "sell" | "buy" = "sell") {
  await page.goto(`/${role}/about-the-property`);
  if (new URL(page.url()).pathname !== `/${role}/welcome`) return;
  await press(page, "Start");
  await expectPath(page, `/${role}/about-you`);
  await page.goto(`/${role}/about-the-property`);
}

export async function openAboutYou(page: Page) {
  await page.goto("/sell/about-you");
  if (new URL(page.url()).pathname !== "/sell/welcome") return;
  await press(page, "Start");
  await expectPath(page, "/sell/about-you");
}

export async function bringToTerms(page: Page, answers: PropertyAnswers = {}) {
  await openProperty(page);
  await fillProperty(page, answers);
  await press(page, "Continue");
  await expectPath(page, "/sell/terms-and-conditions");
}

export async function bringToPayment(page: Page, answers: PropertyAnswers = {}) {
  await bringToTerms(page, answers);
  await acceptTerms(page);
}

/** Opens the box for a referral code, which is collapsed while it is empty. */
export async function openReferralCode(page: Page) {
  const folded = page.locator("details:not([open]) > summary", {
    hasText: "I have a referral code",
  });
  if (await folded.isVisible()) await folded.click();
}

export async function applyCode(page: Page) {
  await openReferralCode(page);
  await page.getByRole("textbox", { name: "Referral code" }).fill("FRIEND10");
  await press(page, "Apply");
  await expect(page.getByRole("button", { name: "Submit", exact: true })).toBeVisible();
}

export const GOOD_CARD = "4242 4242 4242 4242";
export const DECLINED_CARD = "4000 0000 0000 0002";

export async function openCardForm(page: Page, scripts: boolean) {
  if (!scripts) await press(page, "Pay by card on Stripe's page");
  await expect(page.getByLabel("Card number")).toBeVisible();
}

export async function payWith(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry (MM/YY)").fill("12/34");
  await page.getByLabel("Security code").fill("123");
  await press(page, "Pay £240.00");
}

export async function expectPrices(page: Page, prices: Record<string, string>) {
  for (const [label, amount] of Object.entries(prices)) {
    const row = page.getByRole("row").filter({ hasText: label });
    await expect(row.getByRole("cell", { name: amount, exact: true })).toBeVisible();
  }
}
