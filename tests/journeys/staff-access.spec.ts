import type { Page } from "@playwright/test";
import { totpCode } from "#tests/support/totp.ts";
import { expect, test } from "./support/fixtures.ts";
import { signIn, signInCustomer } from "./support/people.ts";
import { expectPath, heading, linkSent, press, requestSignIn } from "./support/seller.ts";
import {
  expectDialog,
  openDialog,
  openLongForm,
  row,
  signInStaff,
  uniqueName,
} from "./support/staff.ts";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string) {
  const bits = Array.from(text.replaceAll(" ", ""), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/**
 * Returns the code that the authenticator app shows `later` steps of 30 seconds from now. Each code
 * works only once.
 */
const codeOf = (key: Buffer, later: number) =>
  totpCode(key, Math.floor(Date.now() / 30_000) + later);

const asksForFactor = (page: Page) => expect(heading(page, "Confirm it’s you")).toBeVisible();

test("an administrator adds a colleague, changes and reviews roles, and deactivates the colleague @scripts", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  await page.goto("/admin/users");
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await expect(heading(page, "Staff")).toBeVisible();
  await inspect(page);

  await openLongForm(page, "Add colleague", "Add colleague");
  await press(page, "Add and email colleague");
  await expect(page.getByText("First name is required").first()).toBeVisible();
  await inspect(page);
  const last_name = uniqueName("Ng");
  await page.getByLabel("First name").fill("Bea");
  await page.getByLabel("Last name").fill(last_name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Handler").check();
  await press(page, "Add and email colleague");
  await expect(heading(page, `Bea ${last_name}`)).toBeVisible();
  await expect(page.getByText("Not signed in yet")).toBeVisible();
  await inspect(page);
  await postbox.expectNames(person.email, ["staff_access_changed"]);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await db.updateTable("users").set({ active: true }).where("id", "=", id).execute();
  const elsewhere = await anotherBrowser();
  await signIn(db, elsewhere, id, "admin");
  const bea = await elsewhere.newPage();
  await bea.goto("/admin/transactions");
  await expect(heading(bea, "Transactions")).toBeVisible();
  await expect(bea.getByRole("link", { name: "Payments to look at" })).toHaveCount(0);

  await openDialog(page, `Change roles for Bea ${last_name}`, "Change roles");
  await inspect(page);
  await page.getByLabel("Handler").uncheck();
  await page.getByLabel("Finance").check();
  await press(page, "Save and email colleague");
  await expect(page.getByRole("table", { name: /’s roles$/ })).toContainText("Finance");
  await bea.goto("/admin/transactions");
  await bea.getByRole("link", { name: "Payments to look at" }).click();
  await expect(heading(bea, "Payments to look at")).toBeVisible();

  await page.goto("/admin/staff/review");
  await expect(row(page, last_name)).toContainText("Finance");
  await inspect(page);
  // Retry, because a review is rejected if colleagues were added after the list loaded, which
  // parallel journeys do.
  await expect(async () => {
    await page.goto("/admin/staff/review");
    await page.getByRole("link", { name: "Confirm review" }).click();
    await expectDialog(page, "Confirm access review");
    await press(page, "Confirm review");
    await expect(page.getByText("Review saved").first()).toBeVisible({ timeout: 5000 });
  }).toPass();

  await page.goto(`/admin/staff/${id}`);
  await openDialog(page, `Deactivate Bea ${last_name}`, `Deactivate Bea ${last_name}`);
  await inspect(page);
  await press(page, `Deactivate Bea ${last_name}`);
  await expect(page.getByText("We’ve signed this colleague out everywhere").first()).toBeVisible();
  await bea.goto("/admin/transactions");
  await expectPath(bea, "/sign-in");
});

test("read-only staff see no buttons for changes, and forbidden pages show which role they need", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context, "Rea", ["read_only"]);
  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto(`/admin/transactions/${id}`);
  await expect(page.getByRole("link", { name: "Edit tags" })).toHaveCount(0);
  await page.goto(`/admin/transactions/${id}/searches`);
  await expect(page.getByText("No searches have been ordered yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Order searches" })).toHaveCount(0);
  for (const path of ["/admin/staff/review", "/admin/payments", `/admin/transactions/${id}/tags`]) {
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByText(/^Your role doesn’t let you .+ “Administrator”\./)).toBeVisible();
    await expect(page.getByRole("link", { name: "Home", exact: true })).toBeVisible();
  }
  await page.goto("/admin/staff/review");
  await expect(page.getByText(/You need the role “Administrator”\. Ask Ada /)).toBeVisible();
  await inspect(page);
});

test("staff set up an authenticator app, and sign in with its code or with a recovery code", async ({
  page,
  context,
  db,
  postbox,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  const { id, email } = await signInStaff(db, context);
  await page.goto("/admin/transactions");
  await page.getByRole("link", { name: /^Ada Marsh/ }).click();
  await expect(heading(page, "Where you’re signed in")).toBeVisible();
  await expect(page.getByText("You haven’t set one up.")).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Set up an authenticator app" }).click();
  await inspect(page);
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  const key = fromBase32(await page.getByText(/^Key:/).locator("code").innerText());
  await press(page, "Set up");
  await expect(page.getByText("That isn’t the current code").first()).toBeVisible();
  await inspect(page);
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(key, 0));
  await press(page, "Set up");
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  await inspect(page);
  const codes = await page.locator(".recovery-codes code").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await inspect(page);

  const desk = await (await anotherBrowser()).newPage();
  await desk.goto("/sign-in?redirectTo=%2Fadmin%2Fusers");
  await requestSignIn(desk, email);
  await expect(linkSent(desk)).toBeVisible();
  await desk.goto(await postbox.link(email));
  if (!scripts) await press(desk, "Continue");
  await asksForFactor(desk);
  await inspect(desk);
  await desk.getByLabel("Code", { exact: true }).fill("123456");
  await desk.getByRole("button", { name: "Continue" }).first().click();
  await expect(desk.getByText("That code is wrong or has already been used").first()).toBeVisible();
  await inspect(desk);
  await desk.goto("/admin/users");
  await asksForFactor(desk);
  await desk.getByLabel("Code", { exact: true }).fill(codeOf(key, 1));
  await desk.getByRole("button", { name: "Continue" }).first().click();
  await expectPath(desk, "/admin/users");

  const phone = await anotherBrowser();
  await signIn(db, phone, id, "admin");
  const lost = await phone.newPage();
  await lost.goto("/admin/transactions");
  await asksForFactor(lost);
  await lost.getByLabel("Recovery code").fill(codes[0]?.toLowerCase() ?? "");
  await lost.getByRole("button", { name: "Continue" }).last().click();
  await expectPath(lost, "/admin/transactions");

  await page.goto("/your-sign-ins");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(4);
  await press(page, "Sign out everywhere else");
  await expect(page.getByText("Signed out everywhere else").first()).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await lost.goto("/admin/transactions");
  await expectPath(lost, "/sign-in");
});

test("the menu on a phone links staff to “Where you’re signed in”", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/users");
  await expect(page.getByRole("link", { name: /, where you are signed in$/ })).toBeHidden();
  await page.getByText("Menu", { exact: true }).click();
  await inspect(page);
  await page.getByRole("link", { name: "Where you’re signed in", exact: true }).click();
  await expect(heading(page, "Where you’re signed in")).toBeVisible();
});

test("staff add a passkey and sign in with it @scripts", async ({ page, context, db, inspect }) => {
  const { id } = await signInStaff(db, context);
  const browser = await context.newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/your-sign-ins/passkey");
  await inspect(page);
  await page.getByLabel("Name").fill("Test key");
  await press(page, "Add a passkey");
  await expect(heading(page, "Save your recovery codes")).toBeVisible();
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("Passkey Test key, added")).toBeVisible();

  await signIn(db, context, id, "admin");
  await page.goto("/admin/transactions");
  await asksForFactor(page);
  await inspect(page);
  await press(page, "Use your passkey");
  await expectPath(page, "/admin/transactions");

  await page.goto("/your-sign-ins");
  await page.getByRole("button", { name: "Remove the passkey Test key" }).click();
  await expect(page.getByText("You haven’t set one up.")).toBeVisible();
});

test("a customer sees where they are signed in and signs out elsewhere", async ({
  page,
  context,
  db,
  person,
  inspect,
  anotherBrowser,
}) => {
  const id = await signInCustomer(db, context, person);
  const elsewhere = await anotherBrowser();
  await signIn(db, elsewhere, id);
  await page.goto("/your-data");
  await page.getByRole("link", { name: "See your browsers and sign out" }).click();
  await expect(heading(page, "Where you’re signed in")).toBeVisible();
  await expect(page.getByText("Second factor")).toHaveCount(0);
  await inspect(page);
  await page.getByRole("button", { name: /^Sign out \(/ }).click();
  await expect(page.getByText("Signed out of that browser").first()).toBeVisible();
  const other = await elsewhere.newPage();
  await other.goto("/your-data");
  await expectPath(other, "/sign-in");
});
