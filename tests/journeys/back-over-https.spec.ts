import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { expect, test } from "./support/fixtures.ts";
import { startHttps, trustedKey } from "./support/https.ts";
import { aCustomer } from "./support/people.ts";
import { expectPath, openAboutYou, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

/**
 * Tests Back over https, where browsers cache less than at http://localhost. The page is restored
 * from the HTTP cache, because Chromium disables its back/forward cache in tests.
 */

declare global {
  interface Window {
    sayShown: (name: string) => void;
  }
}

type Seen = string[];

async function openBrowser() {
  const server = await startHttps();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ["--no-sandbox", `--ignore-certificate-errors-spki-list=${trustedKey}`],
  });
  const context = await browser.newContext({ baseURL: server.url });
  const seen: Seen = [];
  await context.exposeFunction("sayShown", (name: string) => void seen.push(name));
  await context.addInitScript(() => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>(
        "[name=first_name], [name=request_text]",
      );
      const isShown = field?.checkVisibility({ visibilityProperty: true });
      if (isShown && field?.value) window.sayShown(field.value);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  return { context, url: server.url, seen, stop };
}

async function signIn(db: Db, context: BrowserContext, url: string, id: string) {
  const [name = "", value = ""] = (await readCookie(db, { id })).split(/=(.*)/s);
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}

async function signInAnother(db: Db, context: BrowserContext, url: string, id: string) {
  const { email } = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const other = { email: `other.${email}`, first_name: "Eve", last_name: "Other", phone: "" };
  await signIn(db, context, url, await aCustomer(db, other));
}

async function typeAndLeave(page: Page) {
  await openAboutYou(page);
  await page.getByLabel("First name").fill("Typed by Sam");
  await page.getByRole("link", { name: "Switch Properties" }).click();
  await expectPath(page, "/welcome-back");
}

const endings: Record<string, (page: Page, db: Db, id: string, url: string) => Promise<void>> = {
  "after signing out": async (page) => {
    await press(page, "Sign Out");
    await expectPath(page, "/sign-in");
  },
  "after the session has expired": async (_page, db, id) => {
    const expires_at = new Date(Date.now() - 1_000);
    await db.updateTable("sessions").set({ expires_at }).where("user_id", "=", id).execute();
  },
  "after the session was ended elsewhere": async (_page, db, id) => {
    await db.deleteFrom("sessions").where("user_id", "=", id).execute();
  },
  "after another person has signed in": (page, db, id, url) =>
    signInAnother(db, page.context(), url, id),
};

test("Back over https restores typed values (AX-2) @scripts", async ({ db, person }) => {
  const { context, url, stop } = await openBrowser();
  const page = await context.newPage();
  await signIn(db, context, url, await aCustomer(db, person));
  await typeAndLeave(page);
  await page.goBack();
  await expectPath(page, "/sell/about-you");
  await expect(page.getByLabel("First name")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Typed by Sam");
  await stop();
});

for (const [when, end] of Object.entries(endings)) {
  test(`Back over https shows no personal data ${when} (A-032) @scripts`, async ({
    db,
    person,
  }) => {
    const { context, url, seen, stop } = await openBrowser();
    const page = await context.newPage();
    const id = await aCustomer(db, person);
    await signIn(db, context, url, id);
    await typeAndLeave(page);
    expect(seen).toContain("Typed by Sam");
    await end(page, db, id, url);
    seen.length = 0;
    const steps = (await page.title()).startsWith("Sign in") ? 2 : 1;
    for (let step = 0; step < steps; step++) {
      // The browser can't go back while it replaces the page of the step before.
      await page.waitForLoadState();
      await page.goBack({ waitUntil: "commit" });
    }
    await expect(page).toHaveURL(
      (address) =>
        address.pathname === (when.includes("another") ? "/sell/about-you" : "/sign-in") ||
        address.pathname === "/sell/get-started",
    );
    await expect(page.getByRole("heading").first()).toBeVisible();
    expect(seen.filter((name) => name !== "Eve")).toEqual([]);
    await stop();
  });
}

test("Back does not restore text that another person typed earlier (A-032) @scripts", async ({
  db,
  person,
}) => {
  const { context, url, seen, stop } = await openBrowser();
  const page = await context.newPage();
  const id = await aCustomer(db, person);
  await signIn(db, context, url, id);
  await page.goto("/your-data/correction");
  const field = page.getByLabel("What should we correct?");
  await field.fill("Typed by Sam");
  await page.getByRole("link", { name: "Switch Properties" }).click();
  await expectPath(page, "/welcome-back");
  await signInAnother(db, context, url, id);
  seen.length = 0;
  await page.goBack({ waitUntil: "commit" });
  await expectPath(page, "/your-data/correction");
  await expect(field).toBeVisible();
  await expect(field).toHaveValue("");
  expect(seen).toEqual([]);
  await stop();
});

test("Back shows no dialog until the reader is verified (A-032) @scripts", async ({
  page,
  context,
  db,
  person,
}) => {
  await signInStaff(db, context);
  await page.goto(`/admin/users/${await aCustomer(db, person)}/correct`);
  await page.goto("/accessibility");
  let verify = () => {};
  const verified = new Promise<void>((resolve) => {
    verify = resolve;
  });
  await page.route("**/session", async (route) => {
    await verified;
    await route.continue();
  });
  await page.goBack({ waitUntil: "commit" });
  const dialog = page.locator("dialog:modal");
  await expect(dialog).toHaveCount(1);
  await expect(dialog.getByLabel("First name")).toBeHidden();
  verify();
  await expect(dialog.getByLabel("First name")).toBeVisible();
  await expect(dialog.getByRole("heading").first()).toBeFocused();
});
