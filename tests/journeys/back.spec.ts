import type { Page } from "@playwright/test";
import { acceptBuyerTerms, aHome, buyAlone } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import {
  acceptTerms,
  applyCode,
  expectPath,
  fillProperty,
  fillSignUp,
  findAddress,
  heading,
  linkSent,
  press,
  question,
} from "./support/seller.ts";

/** The browser’s Navigation API, which TypeScript does not declare yet. */
declare const navigation: { currentEntry: { index: number }; entries: () => unknown[] };

const journeys = {
  sell: {
    toTerms: async (page: Page) => {
      await fillProperty(page);
      await press(page, "Continue");
    },
    toTheEnd: async (page: Page) => {
      await acceptTerms(page);
      await applyCode(page);
      await press(page, "Submit");
      await expect(heading(page, "Payment succeeded!")).toBeVisible();
    },
  },
  buy: {
    toTerms: async (page: Page, home: Awaited<ReturnType<typeof aHome>>) => {
      await buyAlone(page, home);
    },
    toTheEnd: async (page: Page) => {
      await acceptBuyerTerms(page);
      await press(page, "Finish onboarding");
      await expectPath(page, "/buy/success");
    },
  },
} as const;

for (const [role, { toTerms, toTheEnd }] of Object.entries(journeys)) {
  test(`a customer who has signed up to ${role} can go Back to the landing page and forward again, one page at a time (B-002) @scripts`, async ({
    page,
    person,
    postbox,
    db,
  }) => {
    const home = await aHome(db);
    await page.goto("/");
    const landing = (await readHistory(page)).index;
    await page.locator(`a[href^="/${role}/get-started"]`).first().click();
    await fillSignUp(page, person);
    await press(page, "Send me a magic link");
    await expect(linkSent(page)).toBeVisible();
    await page.goto(await postbox.link(person.email));
    await expectPath(page, `/${role}/welcome`);
    await page.getByRole("button", { name: "Start" }).click();
    await findAddress(question(page, "Your address"), "YO1 7HH", /^4 Minster Yard/);
    await press(page, "Save and continue");
    await expectPath(page, `/${role}/about-the-property`);
    await toTerms(page, home);
    await expectPath(page, `/${role}/terms-and-conditions`);

    if (role === "sell") {
      await walkAndReturn(page, landing);
      await expectPath(page, `/${role}/terms-and-conditions`);
    }
    await toTheEnd(page);
    const end = new URL(page.url()).pathname;
    await walkAndReturn(page, landing);
    await expectPath(page, end);
  });
}

/** Expects each Back to go back by one page, without losing the pages to go forward to. */
async function walkAndReturn(page: Page, landing: number) {
  const { index: end, length } = await readHistory(page);
  for (let index = end; index > landing; index--) {
    await page.goBack();
    expect(await readHistory(page)).toMatchObject({ index: index - 1, length });
  }
  await expectPath(page, "/");
  for (let index = landing; index < end; index++) {
    await page.goForward();
    expect(await readHistory(page)).toMatchObject({ index: index + 1, length });
  }
}

async function readHistory(page: Page) {
  await page.waitForFunction(
    () =>
      document.readyState === "complete" &&
      (!("__remixRouter" in window) || window.__remixRouter.state.navigation.state === "idle"),
  );
  return page.evaluate(() => ({
    path: location.pathname + location.search,
    index: navigation.currentEntry.index,
    length: navigation.entries().length,
  }));
}
