import type { Page } from "@playwright/test";
import { paths } from "#app/paths.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectPath, heading } from "./support/seller.ts";

function findTop(page: Page, selector: string) {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
}

test("a visitor reads the landing page (WF-24, G-001 to G-018)", async ({
  page,
  inspect,
  scripts,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(new URL(request.url()).pathname);
  });
  await page.goto(paths.home());
  await expect(heading(page, "The only quick & easy way to sell your home")).toBeVisible();
  await inspect(page);

  await test.step("Get Started scrolls to the contact form (G-003)", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Get Started" }).click();
    await expect(page).toHaveURL(/\/#contact$/);
    await expect.poll(async () => Math.round(await findTop(page, "#contact"))).toBeLessThan(100);
    await expect(page.locator("#contact-us")).toBeInViewport();
  });

  await test.step("a case study opens, and only one of the questions is open at a time (G-009, G-011)", async () => {
    const study = page.locator(".case-studies details").first();
    await study.locator("summary").click();
    await expect(study.locator("p").first()).toBeVisible();

    const answers = page.locator(".questions details");
    await answers.nth(1).locator("summary").click();
    await expect(answers.nth(1).locator("p").first()).toBeVisible();
    await answers.nth(2).locator("summary").click();
    await expect(answers.nth(2).locator("p").first()).toBeVisible();
    await expect(answers.nth(1)).not.toHaveAttribute("open");
    await inspect(page);
  });

  await test.step("the quotes scroll by keyboard, and never automatically (G-010)", async () => {
    const carousel = page.locator(".carousel");
    await carousel.scrollIntoViewIfNeeded();
    const moved = () => carousel.evaluate((element) => element.scrollLeft);
    expect(await moved()).toBe(0);
    await carousel.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(moved).toBeGreaterThan(0);
  });

  await test.step("every cost is shown before the visitor answers any question", async () => {
    await page.getByRole("link", { name: "See all costs" }).click();
    await expect(page).toHaveURL(/#costs$/);
    await expect(page.getByRole("row", { name: "To pay £240.00" })).toBeInViewport();
  });

  // The page fetches only the script that shows what the contact form still needs.
  const own = expect.stringMatching(/^\/assets\/contact-button-[\w-]+\.js$/);
  expect(asked, "the fetched scripts").toEqual(scripts ? [own] : []);
});

test("the menu opens on a phone without scripts (WF-24, G-002, G-004, G-005, A-047)", async ({
  page,
  inspect,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.home());
  const agents = page.getByRole("link", { name: "Estate Agents" });
  await expect(agents).toBeHidden();
  await page.getByText("Menu", { exact: true }).click();
  await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
  await inspect(page);
  await agents.click();
  await expectPath(page, paths.partnerSignUp());
});

test("the page behind a link is prefetched when the mouse rests on the link @scripts", async ({
  page,
  context,
}) => {
  await page.goto(paths.home());
  const session = await context.newCDPSession(page);
  const fetched = new Map<string, string>();
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    fetched.set(new URL(prefetchUrl).pathname, status);
  });
  await session.send("Preload.enable");
  await page.goto(paths.home());
  await page.getByRole("link", { name: "Sign In" }).hover();
  await expect.poll(() => fetched.get(paths.signIn())).toBe("Ready");
  expect([...fetched.keys()]).toEqual([paths.signIn()]);
});

const legal = [
  { path: paths.legal.buyerTerms(), title: "Buyer Terms & Conditions", sections: 21 },
  { path: paths.legal.sellerTerms(), title: "Seller Terms & Conditions", sections: 20 },
  { path: paths.legal.privacy(), title: "Privacy Policy" },
  { path: paths.legal.cookies(), title: "Cookie Policy", sections: 9 },
];

test("the legal pages open, and all their internal links work (WF-24.3, H-001 to H-006, H-014 to H-039, H-081)", async ({
  page,
  inspect,
}) => {
  await page.goto("/privacy");
  await expectPath(page, "/privacy-policy");
  for (const { path, title, sections } of legal) {
    await test.step(`${title} opens, and its internal links work (WF-24.3)`, async () => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.locator("meta[name=robots]")).toHaveAttribute(
        "content",
        "noindex, nofollow",
      );
      if (path.includes("terms")) {
        await expect(page.getByText("Version 1.0 - Effective from January 1, 2024")).toBeVisible();
      }
      const contents = page.locator(".legal-contents").getByRole("link");
      if (sections) await expect(contents).toHaveCount(sections);
      const anchors = await page
        .locator("main a[href^='#']")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      for (const anchor of new Set(anchors)) {
        await expect(page.locator(`[id="${anchor.slice(1)}"]`)).toHaveCount(1);
      }
      if (sections) {
        await contents.last().click();
        await expect(page.locator(":target")).toBeInViewport();
      }
      await inspect(page);
    });
  }
  await test.step("the footer links to the accessibility page (AX-6)", async () => {
    await page.getByRole("contentinfo").getByRole("link", { name: "Accessibility" }).click();
    await expect(heading(page, "Accessibility")).toBeVisible();
    await inspect(page);
  });
});

test("an unknown URL shows an error page with a link to the homepage (WF-24.4, A-041, A-042)", async ({
  page,
  inspect,
}) => {
  const response = await page.goto("/nope");
  expect(response?.status()).toBe(404);
  await expect(heading(page, "404! Page not found")).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Go to homepage" }).click();
  await expect(heading(page, "The only quick & easy way to sell your home")).toBeVisible();
});
