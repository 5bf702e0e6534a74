import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import {
  acceptTerms,
  bringToTerms,
  expectPath,
  heading,
  linkSent,
  press,
  requestSignIn,
  ageFormKey,
} from "./support/seller.ts";

/** Tests plain pages with and without the one script that they have. */

const ELEMENTS = /\/assets\/elements-[^/]+\.js$/;
const problem = (page: Page) => page.locator(".error-summary");

async function typeAt(page: Page, email: string) {
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(email);
  await ageFormKey(page, "sign-in");
}

test("the browser submits a plain page’s form if the page’s script never arrives @scripts", async ({
  page,
  person,
  postbox,
}) => {
  await page.route(ELEMENTS, (route) => route.abort("failed"));
  await typeAt(page, "no address");
  await press(page, "Send me a magic link");
  await expect(problem(page)).toBeVisible();
  await page.getByLabel("Email address").fill(person.email);
  await press(page, "Send me a magic link");
  await expect(linkSent(page)).toBeVisible();
  await postbox.expectNames(person.email, ["sign_in_no_account"]);
});

test("a form is submitted once if the page’s script runs twice, and still works if the script throws @scripts", async ({
  page,
  person,
  postbox,
  anotherBrowser,
}) => {
  await page.goto("/sign-in");
  const address = await page.locator("script[type=module]").first().getAttribute("src");
  await page.evaluate((again) => import(`${again}?again`), address);
  await requestSignIn(page, person.email);
  await expect(linkSent(page)).toBeVisible();
  await postbox.expectNames(person.email, ["sign_in_no_account"]);

  const other = await (await anotherBrowser()).newPage();
  await other.route(ELEMENTS, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.isBroken = true; null.x;" }),
  );
  await other.goto("/sign-in");
  await other.waitForFunction(() => "isBroken" in window);
  await press(other, "Send me a magic link");
  await expect(problem(other)).toBeVisible();
});

test("a double submit sends one email, and the form works again after Back (A-037) @scripts", async ({
  page,
  person,
  postbox,
}) => {
  await typeAt(page, person.email);
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  const send = page.getByRole("button", { name: "Send me a magic link" });
  await send.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(linkSent(page)).toBeVisible();
  expect(posts).toBe(1);

  await page.goBack();
  await expectPath(page, "/sign-in");
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  const other = person.email.replace("@", ".other@");
  await requestSignIn(page, other);
  await expect(linkSent(page)).toBeVisible();
  await postbox.expectNames(other, ["sign_in_no_account"]);
  await postbox.expectNames(person.email, ["sign_in_no_account"]);
});

test("a React page opens a plain page as a new document, and both work after Back @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await bringToTerms(page);
  expect(await page.evaluate(() => "__remixRouter" in window)).toBe(false);

  await page.goBack();
  await expectPath(page, "/sell/about-the-property");
  await expect(heading(page, "About the property")).toBeVisible();
  await expect(page.getByRole("button", { name: /continue/i })).not.toHaveAttribute("data-busy");
  await page.goForward();
  await acceptTerms(page);
});

test("the sign-in form submits the bot check’s token after consent, and the page explains the failure if the bot check’s script does not work (B-057, B-058) @scripts", async ({
  page,
  person,
  postbox,
}) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.postData() ?? "");
  });
  await page.goto("/sign-in");
  await press(page, "Allow");
  await expect(page.getByRole("button", { name: "Allow" })).toHaveCount(0);
  await page.getByLabel("Email address").fill(person.email);
  await press(page, "Send me a magic link");
  await expect(linkSent(page)).toBeVisible();
  expect(posts.at(-1)).toContain("recaptcha_token=pass%3Asign_in");

  const other = await page.context().newPage();
  await other.route("**/mocks/recaptcha/**", (route) => route.fulfill({ body: "" }));
  await other.goto("/sign-in");
  const trouble = other.getByText("We're having trouble connecting to our servers");
  await expect(trouble).toBeHidden();
  await other.getByLabel("Email address").fill(person.email);
  await press(other, "Send me a magic link");
  await expect(trouble).toBeVisible();
  await expect(other.getByLabel("Email address")).toHaveValue(person.email);
  await other.getByRole("link", { name: /^Dismiss message/ }).click();
  await expect(trouble).toBeHidden();
  await expect(other.getByLabel("Email address")).toHaveValue(person.email);
  await postbox.expectNames(person.email, ["sign_in_no_account"]);
});
