import type { Page, Route } from "@playwright/test";
import { errorTexts } from "#app/observability/errors.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readSale } from "./support/records.ts";
import {
  expectPath,
  fillProperty,
  heading,
  linkSent,
  press,
  openProperty,
  ageFormKey,
} from "./support/seller.ts";

/** Ways in which a request fails to reach the service, or reaches only a proxy in front of it. */
const FAILURES = {
  "no network": (route: Route) => route.abort("internetdisconnected"),
  "a proxy's 502": (route: Route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  "a captive portal": (route: Route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Sign in to the Wi-Fi</h1>" }),
};

async function breakNetwork(page: Page, fail: (route: Route) => Promise<void>) {
  const posts: string[] = [];
  const isAny = (url: URL) => !url.pathname.startsWith("/assets/");
  await page.route(isAny, async (route) => {
    const request = route.request();
    const isKeeping = request.postData()?.includes("intent=keep") === true;
    if (request.method() === "POST" && !isKeeping) posts.push(new URL(request.url()).pathname);
    await fail(route);
  });
  return { posts, mend: () => page.unroute(isAny) };
}

const PRICE = "What is your asking price?";
const message = (page: Page) => page.getByRole("alertdialog", { name: errorTexts.network });

test("a React page without a network keeps its values, and its form can be retried, or changed and submitted (V-002) @scripts", async ({
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
  await expect(message(page).locator("#network-problem")).toBeFocused();
  await expect(heading(page, "About the property")).toBeVisible();
  await expect(page.getByLabel(PRICE)).toHaveValue("450,000");
  await scan(page);

  await press(message(page), "Try again");
  await expect(message(page).locator("#network-problem")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeHidden();
  await expect(save).toBeFocused();
  expect(network.posts).toEqual([]);
  await network.mend();
  await page.getByLabel(PRICE).fill("460,000");
  await save.click();
  await expectPath(page, "/sell/terms-and-conditions");
  expect((await readSale(db, person.email)).asking_price_pounds).toBe(460_000);
});

for (const [name, fail] of Object.entries(FAILURES)) {
  test(`a plain page with ${name} keeps its values, and its form can be submitted again (V-002) @scripts`, async ({
    page,
    person,
    postbox,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email address").fill(person.email);
    await ageFormKey(page, "sign-in");
    const network = await breakNetwork(page, fail);
    await press(page, "Send me a magic link");
    await expect(message(page).locator("#network-problem")).toBeFocused();
    await press(message(page), "Close");
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await expect(page.getByRole("button", { name: "Send me a magic link" })).toBeFocused();
    await press(page, "Send me a magic link");
    await expect(message(page)).toBeVisible();
    expect(network.posts).toEqual([]);
    await network.mend();
    await press(message(page), "Try again");
    await expect(linkSent(page)).toBeVisible();
    await postbox.expectNames(person.email, ["sign_in_no_account"]);
  });
}

test("“Send anyway” submits a form if the network check is blocked (V-002) @scripts", async ({
  page,
  person,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(person.email);
  await ageFormKey(page, "sign-in");
  await page.route("**/healthz", (route) => route.abort());
  await press(page, "Send me a magic link");
  await press(message(page), "Send anyway");
  await expect(linkSent(page)).toBeVisible();
});

test("a form in a dialog, and a page that the user leaves through a link, keep typed values until the network is back (V-002) @scripts", async ({
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
  await expect(message(page).locator("#network-problem")).toBeFocused();
  await press(message(page), "Close");
  await expect(dialog.getByLabel("First name")).toHaveValue("Ann");
  await network.mend();
  await press(dialog, "Add seller");
  await expect(dialog.getByRole("heading", { name: "There is a problem" })).toBeVisible();

  await page.goto("/sell/about-you");
  await page.getByLabel("First name").fill("Samantha");
  const again = await breakNetwork(page, FAILURES["no network"]);
  await page.getByRole("link", { name: "Switch Properties" }).click();
  await expect(message(page).locator("#network-problem")).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveValue("Samantha");
  await again.mend();
  await press(message(page), "Try again");
  await expectPath(page, "/welcome-back");
});
