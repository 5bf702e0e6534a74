import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { aCustomer } from "./support/people.ts";
import { letLimitsPass, readUser } from "./support/records.ts";
import {
  expectPath,
  fillSignUp,
  heading,
  linkSent,
  press,
  requestSignIn,
} from "./support/seller.ts";

const TOO_MANY = "Too many requests. Please try again after 5 minutes.";

const problem = (page: Page) => page.locator(".error-summary");

/**
 * Opens a link in the browser that requested it. Without scripts the page needs a click on
 * Continue.
 */
async function follow(page: Page, link: string, scripts: boolean) {
  await page.goto(link);
  if (!scripts) await press(page, "Continue");
}

test("signing up with an existing email leads to sign-in (WF-06.1, B-015, B-047)", async ({
  page,
  person,
  postbox,
  db,
  inspect,
}) => {
  await aCustomer(db, person);
  await page.goto("/sell/get-started");
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Send me a magic link" }).dblclick();
  await expectPath(page, "/sign-in");
  await expect(
    page
      .getByText("It looks like you already have an account with us. Please sign in to continue.")
      .first(),
  ).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  await inspect(page);
  await postbox.expectNames(person.email, []);
});

test("an invalid link signs no one in (WF-06.2, B-063, B-064, B-073, B-074)", async ({
  page,
  inspect,
}) => {
  for (const query of [
    "",
    "?type=customer",
    "?token=nonsense",
    "?token=U2FsdGVkX1AAAA&role=sell",
  ]) {
    await page.goto(`/authenticate${query}`);
    await expectPath(page, "/authenticate/link-expired");
    await expect(heading(page, "Your link has expired")).toBeVisible();
  }
  await inspect(page);
  await page.goto("/authenticate?inv=gone&role=sell");
  await expectPath(page, "/authenticate/invitation-link-expired");
  await expect(heading(page, "Your link has expired")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveAttribute(
    "href",
    "mailto:support@fanlight.example",
  );
});

test("an email scanner does not use up a link, which then works once, even if its form is submitted twice (WF-06.3, 6.4, AMB-A06, AMB-B10)", async ({
  page,
  person,
  postbox,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  const id = await aCustomer(db, person);
  await page.goto("/sign-in");
  await inspect(page);
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();
  await inspect(page);
  const link = await postbox.link(person.email);

  await test.step("a scanner that runs scripts opens the link twice", async () => {
    const scanner = await (await anotherBrowser()).newPage();
    for (let visit = 1; visit <= 2; visit++) {
      await scanner.goto(link, { waitUntil: "networkidle" });
      await expect(heading(scanner, "Continue to your account")).toBeVisible();
    }
    await inspect(scanner);
  });

  await test.step("the browser that requested the link signs in", async () => {
    await follow(page, link, scripts);
    await expectPath(page, "/welcome-back");
    await postbox.expectNames(person.email, ["magic_link_sign_in"]);
  });

  await test.step("a second use straight away shows the same page, but the link has expired in another browser", async () => {
    await page.goto(link);
    await expectPath(page, "/welcome-back");
    const elsewhere = await (await anotherBrowser()).newPage();
    await elsewhere.goto(link);
    await expectPath(elsewhere, "/authenticate/link-expired");
  });

  await test.step("a second use after five minutes shows an expired link", async () => {
    await db
      .updateTable("sessions")
      .set({ signed_in_at: new Date(Date.now() - 301_000) })
      .where("user_id", "=", id)
      .execute();
    await page.goto(link);
    await expectPath(page, "/authenticate/link-expired");
  });
});

test("a link that was not opened in time has expired (WF-06.3, AMB-B09)", async ({
  page,
  person,
  postbox,
  db,
}) => {
  const user_id = await aCustomer(db, person);
  await page.goto("/sign-in");
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();
  await db
    .updateTable("magic_link_tokens")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("user_id", "=", user_id)
    .execute();
  await page.goto(await postbox.link(person.email));
  await expectPath(page, "/authenticate/link-expired");
  await page.getByRole("link", { name: "Sign in" }).last().click();
  await expectPath(page, "/sign-in");
});

test("a sign-in link needs a click on Continue in another browser, and a changed URL does not make the user staff (WF-06.4, 6.5, AMB-A11, AMB-B10) @scripts", async ({
  page,
  person,
  postbox,
  db,
  anotherBrowser,
}) => {
  await aCustomer(db, person);
  await page.goto("/sign-in");
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();

  const elsewhere = await (await anotherBrowser()).newPage();
  const link = await postbox.link(person.email);
  await elsewhere.goto(link.replace("type=customer", "type=admin"), { waitUntil: "networkidle" });
  await press(elsewhere, "Continue");
  await expectPath(elsewhere, "/welcome-back");
  await expect(elsewhere.getByRole("banner").getByRole("link", { name: "Admin" })).toHaveCount(0);
  expect((await readUser(db, person.email)).type).toBe("customer");
});

test("an unknown email gets the same answer as a known one (WF-06.6, AMB-B07) @scripts", async ({
  page,
  person,
  postbox,
}) => {
  await page.goto("/sign-in");
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send email again" })).toBeVisible();
  await postbox.expectNames(person.email, ["sign_in_no_account"]);
});

test("the fourth sign-up email in five minutes is rejected (WF-06.7, B-030, AMB-B01)", async ({
  page,
  person,
  postbox,
  db,
  inspect,
}) => {
  await page.goto("/sell/get-started");
  await fillSignUp(page, person);
  await press(page, "Send me a magic link");
  await expect(linkSent(page)).toBeVisible();
  for (let sent = 1; sent <= 3; sent++) {
    await postbox.expectNames(person.email, Array<string>(sent).fill("magic_link_sign_up"));
    await letLimitsPass(db, person.email, 61);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await press(page, "Send email again");
    expect((await answered).status() === 429).toBe(sent === 3);
    await expect(problem(page)).toHaveCount(sent === 3 ? 1 : 0);
  }
  await expect(problem(page)).toContainText(TOO_MANY);
  await inspect(page);
  await postbox.expectNames(person.email, Array<string>(3).fill("magic_link_sign_up"));
});

test("a sign-in form that is submitted too fast without a reCAPTCHA token must be submitted again, and a bot’s form is discarded (WF-06.8, B-057, AMB-B08)", async ({
  page,
  context,
  person,
  postbox,
  inspect,
}) => {
  const program = await context.newPage();
  const robot = person.email.replace("@", ".robot@");
  await program.goto("/sign-in");
  await program.getByLabel("Email address").fill(robot);
  await program.locator("[name=website]").evaluate((input: HTMLInputElement) => {
    input.value = "https://example.test";
  });
  await press(program, "Send me a magic link");
  await expect(linkSent(program)).toBeVisible();

  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Email address").press("Enter");
  await expect(problem(page)).toContainText("Please wait a few seconds and try again");
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  await inspect(page);
  await page.getByLabel("Email address").press("Enter");
  await expect(linkSent(page)).toBeVisible();

  await postbox.expectNames(person.email, ["sign_in_no_account"]);
  await postbox.expectNames(robot, []);
});

test("a sign-up or sign-in email that cannot be sent shows an error, and the form keeps the typed values (WF-06.9, B-050, B-061)", async ({
  page,
  person,
  db,
  inspect,
}) => {
  // Postmark’s double fails for this mailbox only (see /mocks).
  const id = person.email.split(/[.@]/)[1];
  const unlucky = { ...person, email: `down@${id}.example.test` };
  await page.goto("/buy/get-started");
  await fillSignUp(page, unlucky);
  await press(page, "Send me a magic link");
  await expect(problem(page)).toContainText("Failed to sign up. Please try again later.");
  await expect(page.getByLabel("Last name")).toHaveValue("Seller");
  await inspect(page);

  await letLimitsPass(db, unlucky.email, 61);
  await page.goto("/sign-in");
  await requestSignIn(page, unlucky.email);
  await expect(problem(page)).toContainText("Failed to sign in. Please try again later.");
  await expect(page.getByLabel("Email address")).toHaveValue(unlucky.email);
  await inspect(page);

  await page.goto("/mocks");
  await inspect(page);
});

test("a URL parameter cannot prevent the sign-in email (WF-06.10, B-016, AMB-B04) @scripts", async ({
  page,
  person,
  postbox,
  db,
}) => {
  await aCustomer(db, person);
  await page.goto("/sign-in?preventEmail=true");
  await expect(page.getByText("has been disabled")).toHaveCount(0);
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();
  await postbox.expectNames(person.email, ["magic_link_sign_in"]);
});

test("an invalid form keeps the country of the phone number (AMB-B15) @scripts", async ({
  page,
}) => {
  const country = page.getByLabel("Country code");
  await page.goto("/sell/get-started");
  await expect(country).toHaveValue("GB");
  await country.selectOption("FR");
  await press(page, "Send me a magic link");
  await expect(problem(page)).toBeVisible();
  await expect(country).toHaveValue("FR");
  await country.selectOption("DE");
  await press(page, "Send me a magic link");
  await expect(problem(page)).toBeVisible();
  await expect(country).toHaveValue("DE");
});
