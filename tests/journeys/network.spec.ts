import type { Page, Route } from "@playwright/test";
import { errorTexts } from "#app/observability/errors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readSale } from "./support/records.ts";
import {
  answer,
  expectPath,
  fillProperty,
  heading,
  press,
  openProperty,
} from "./support/seller.ts";

/** What a browser gets that does not reach the service, or reaches only what stands before it. */
const FAILURES = {
  "no network": (route: Route) => route.abort("internetdisconnected"),
  "a proxy's 502": (route: Route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  "a page of somebody else": (route: Route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Sign in to the Wi-Fi</h1>" }),
};

/** Keeping what is typed goes its own way. */
const isKeeping = (route: Route) => route.request().postData()?.includes("intent=keep") === true;

/** Fails each request of the router, and each form that the elements send, as long as it is not mended. */
async function breakNetwork(page: Page, fail: (route: Route) => Promise<void>) {
  const posts: string[] = [];
  const isSentByScript = (url: URL) =>
    url.pathname.endsWith(".data") || url.pathname === "/sign-out";
  await page.route(isSentByScript, async (route) => {
    if (isKeeping(route)) return route.continue();
    posts.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    await fail(route);
  });
  return { posts, mend: () => page.unroute(isSentByScript) };
}

const PRICE = "What is your asking price?";
const message = (page: Page) => page.getByRole("alertdialog", { name: errorTexts.network });

test("V-002: no network on submit leaves the page as it is, and the same submit can be tried again, or changed and sent as usual @scripts", async ({
  page,
  context,
  person,
  db,
  scan,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  await fillProperty(page);
  const save = page.getByRole("button", { name: "Continue", exact: true });
  const network = await breakNetwork(page, FAILURES["no network"]);
  await save.click();
  await expect(message(page)).toBeVisible();
  await expect(message(page).getByRole("heading")).toBeFocused();
  await expect(heading(page, "About the property")).toBeVisible();
  await expect(page.getByLabel(PRICE)).toHaveValue("450,000");
  await expect(page.getByText("Your answers are saved")).toHaveCount(0);
  await scan(page);

  await press(message(page), "Try again");
  await expect(message(page)).toBeVisible();
  await expect(message(page).getByRole("heading")).toBeFocused();
  expect(network.posts).toEqual(Array(2).fill("POST /sell/about-the-property.data"));
  await page.keyboard.press("Escape");
  await expect(message(page)).toHaveCount(0);
  await expect(save).toBeFocused();
  await expect(save).not.toHaveAttribute("aria-disabled", "true");
  await network.mend();
  await page.getByLabel(PRICE).fill("460,000");
  await save.click();
  await expectPath(page, "/sell/terms-and-conditions");
  await expect(message(page)).toBeHidden();
  expect((await readSale(db, person.email)).asking_price_pounds).toBe(460_000);
});

for (const name of ["a proxy's 502", "a page of somebody else"] as const) {
  test(`V-002: ${name} on submit leaves the page as it is, and the same submit can be tried again @scripts`, async ({
    page,
    context,
    person,
    db,
  }) => {
    await signInCustomer(db, context, person);
    await openProperty(page);
    await page.getByLabel(PRICE).fill("450,000");
    const network = await breakNetwork(page, FAILURES[name]);
    await press(page, "Continue");
    await expect(message(page).getByRole("heading")).toBeFocused();
    await expect(heading(page, "About the property")).toBeVisible();
    await expect(page.getByLabel(PRICE)).toHaveValue("450,000");
    expect(network.posts).toEqual(["POST /sell/about-the-property.data"]);
    await network.mend();
    await press(message(page), "Try again");
    await expect(page.locator(".error-summary")).toBeVisible();
  });
}

test("V-002: a dialog over a form, and a plain form, are served alike @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  await page.getByRole("group", { name: "Is there another seller?" }).getByLabel("Yes").check();
  await press(page, "Add a seller");
  const dialog = page.getByRole("dialog", { name: "Add a seller" });
  await dialog.getByLabel("First name").fill("Ann");
  const network = await breakNetwork(page, FAILURES["a proxy's 502"]);
  await press(dialog, "Add seller");
  await expect(message(page).getByRole("heading")).toBeFocused();
  await press(message(page), "Close");
  await expect(dialog.getByLabel("First name")).toHaveValue("Ann");
  await network.mend();
  await press(dialog, "Add seller");
  await expect(dialog.getByRole("heading", { name: "There is a problem" })).toBeVisible();

  await page.goto("/welcome-back");
  const again = await breakNetwork(page, FAILURES["no network"]);
  await press(page, "Sign Out");
  await expect(message(page).getByRole("heading")).toBeFocused();
  await again.mend();
  await press(message(page), "Try again");
  await expectPath(page, "/sign-in");
});

test("V-002: a form is not sent twice when only the page it leads to did not come @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openProperty(page);
  await answer(page, "Is there another seller?", "Yes");
  const sent: string[] = [];
  await page.route("**/*.data*", async (route) => {
    if (isKeeping(route)) return route.continue();
    const method = route.request().method();
    sent.push(method);
    if (method === "GET" && sent.length === 2) return route.abort();
    return route.continue();
  });
  await press(page, "Add a seller");
  await press(message(page), "Try again");
  await expect(page.getByRole("dialog", { name: "Add a seller" })).toBeVisible();
  expect(sent).toEqual(["POST", "GET", "GET"]);
});

for (const [status, text] of [
  [403, errorTexts.forbidden],
  [413, errorTexts.validation],
  [429, errorTexts["too-many"]],
  [503, errorTexts.network],
] as const) {
  test(`V-001 to V-006: what stands before the app answers ${status} @scripts`, async ({
    page,
    context,
    person,
    db,
  }) => {
    await signInCustomer(db, context, person);
    await openProperty(page);
    await breakNetwork(page, (route) => route.fulfill({ status, body: "No." }));
    await press(page, "Continue");
    await expect(page.getByRole("alertdialog", { name: text })).toBeVisible();
    await expect(heading(page, "About the property")).toBeVisible();
  });
}
