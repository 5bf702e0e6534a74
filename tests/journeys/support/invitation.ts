import type { Page } from "@playwright/test";
import { expect, type NewPerson } from "./fixtures.ts";
import { heading, press } from "./seller.ts";
import { uniqueName } from "./staff.ts";

export const newInvitee = (): NewPerson => {
  const last_name = uniqueName("Fitch").replace(" ", "");
  const email = `${last_name.toLowerCase()}@example.test`;
  return { first_name: "Rowan", last_name, email, phone: "07400 123456" };
};

export async function fillCustomer(page: Page, { first_name, last_name, email, phone }: NewPerson) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Mobile number").fill(phone);
  await page.getByLabel("First name").fill(first_name);
  await page.getByLabel("Last name").fill(last_name);
}

export async function fillHome(page: Page, line_1: string) {
  await page.getByLabel("Address line 1").fill(line_1);
  await page.getByLabel("Town or city").fill("York");
  await page.getByLabel("Postcode").fill("YO30 7AH");
}

export async function expectInvited(page: Page, { first_name, last_name, email }: NewPerson) {
  await expect(heading(page, "You've successfully invited a new customer")).toBeVisible();
  await expect(page.getByText(`${first_name} ${last_name}`)).toBeVisible();
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
}

/** Opens an invitation’s link in a browser that did not request it, and presses Continue. */
export async function accept(page: Page, link: string) {
  await page.goto(link);
  await expect(heading(page, "Continue to your account")).toBeVisible();
  await press(page, "Continue");
}
