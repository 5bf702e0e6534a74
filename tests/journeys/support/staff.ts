import { randomBytes } from "node:crypto";
import { expect, type BrowserContext, type Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { giveRoles } from "#tests/support/sign-in.ts";
import { signIn } from "./people.ts";

/** Returns a unique name, because journeys share a database. */
export const uniqueName = (name: string) => `${name} ${randomBytes(4).toString("hex")}`;

export async function signInStaff(
  db: Db,
  context: BrowserContext,
  first_name = "Ada",
  roles: readonly StaffRole[] = ["administrator"],
) {
  const email = `${randomBytes(6).toString("hex")}@fanlight.example`;
  const { id } = await db
    .insertInto("users")
    .values({ email, type: "admin", active: true, first_name, last_name: "Marsh" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await giveRoles(db, id, roles);
  await signIn(db, context, id, "admin");
  return { id, email };
}

export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Finds the newest toast with this text, or the banner if scripts do not run. */
export const message = (page: Page, text: string) =>
  page.locator(".toast-words, .flash-banner").filter({ hasText: text }).last();

/** Finds the link to a dialog that opens in place with scripts. */
export const opener = (page: Page, name: string) =>
  page.locator("summary.button, a.button").filter({ hasText: new RegExp(`^${name}$`) });

export async function openDialog(page: Page, link: string, title: string) {
  await page.getByRole("link", { name: link, exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: title })).toBeVisible();
}

/**
 * Follows the first link with this name, because a matter’s next step and its tab may have the same
 * link.
 */
export async function openPage(page: Page, link: string, title: string) {
  await page.getByRole("link", { name: link, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

/** Follows a link to a form that is too long for a dialog. */
export async function openLongForm(page: Page, link: string, title: string) {
  await page.getByRole("link", { name: link, exact: true }).click();
  await expectLongForm(page, title);
}

export const expectLongForm = (page: Page, title: string) =>
  expect(page.getByRole("region", { name: title, exact: true })).toBeVisible();

export const expectDialog = (page: Page, title: string) =>
  expect(page.getByRole("dialog").getByRole("heading", { name: title, exact: true })).toBeVisible();
