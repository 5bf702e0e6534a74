import { expect, test } from "./support/fixtures.ts";
import { answer, heading, press } from "./support/seller.ts";

test("estate agents sign up in HubSpot’s form, which loads after consent (WF-24.1, G-064 to G-067, AMB-G09)", async ({
  page,
  scripts,
  inspect,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const loaded = () => asked.filter((path) => path.startsWith("/mocks/hubspot"));

  await test.step("before consent, the page shows the question and the alternatives", async () => {
    await page.goto("/partner-sign-up");
    await expect(heading(page, "Sign-up as a partner")).toBeVisible();
    await expect(page.getByText("May we load the form?")).toBeVisible();
    await expect(
      page.getByRole("link", { name: "Open the form on HubSpot’s own page" }),
    ).toBeVisible();
    await inspect(page);
    expect(loaded()).toEqual([]);
  });

  await test.step("after consent, the form of HubSpot’s European region loads if scripts run", async () => {
    await press(page, "Allow cookies and show the form");
    const form = page.locator("#partner-form form");
    if (scripts) {
      await expect(form).toHaveAttribute("data-region", "eu1");
      await form.getByLabel("Estate agency").fill("Northgate");
      await form.getByLabel("Work email").fill("val@northgate.example");
      await inspect(page);
      await form.getByRole("button", { name: "Sign up" }).click();
      await expect(page.getByText("Thank you.")).toBeVisible();
    } else {
      // This is a CSS selector, because Playwright’s text search skips noscript.
      await expect(page.locator("noscript p")).toBeVisible();
      await expect(form).toHaveCount(0);
      await inspect(page);
      expect(loaded()).toEqual([]);
    }
  });

  await test.step("the cookie page can withdraw consent without scripts", async () => {
    await page.goto("/cookie-policy");
    await answer(page, /^Can HubSpot’s partner form/, "No");
    await press(page, "Save choice");
    await expect(page.getByText("HubSpot’s partner form: not allowed")).toBeVisible();
    await inspect(page);
    asked.length = 0;
    await page.goto("/partner-sign-up");
    await expect(page.getByText("May we load the form?")).toBeVisible();
    expect(loaded()).toEqual([]);
  });

  await test.step("HubSpot’s own page works regardless of the choice", async () => {
    await page.getByRole("link", { name: "Open the form on HubSpot’s own page" }).click();
    await page.getByLabel("Work email").fill("val@northgate.example");
    await press(page, "Sign up");
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });
});

test("HubSpot’s form loads if consent was given on another page (AMB-G09)", async ({
  page,
  scripts,
}) => {
  await page.goto("/cookie-policy");
  await answer(page, /^Can HubSpot’s partner form/, "Yes, allow it");
  await press(page, "Save choice");
  await expect(page.getByText("HubSpot’s partner form: allowed")).toBeVisible();
  await page.goto("/partner-sign-up");
  if (!scripts) {
    await expect(page.getByText("May we load the form?")).toHaveCount(0);
    await expect(page.locator("noscript p")).toBeVisible();
    return;
  }
  await expect(page.locator("#partner-form form")).toHaveAttribute("data-region", "eu1");
});
