import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readSale } from "./support/records.ts";
import { bringToPayment, expectPath, linkSent, press, requestSignIn } from "./support/seller.ts";

test("WF-07.1 and 7.2 the back office is for staff, who find a new sale there (A-026, A-027, AMB-A03, I-001)", async ({
  page,
  context,
  person,
  postbox,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  test.setTimeout(90_000);

  await test.step("1. a stranger has to sign in, a customer is sent back", async () => {
    await page.goto("/admin/transactions");
    await expectPath(page, "/sign-in");
    await signInCustomer(db, context, person);
    await bringToPayment(page);
    await page.goto("/admin/transactions");
    await expectPath(page, "/welcome-back");
  });

  const sale = await readSale(db, person.email);

  const ada = await (await anotherBrowser()).newPage();
  await test.step("2. Ada signs in and is at the list of transactions", async () => {
    // Of two journeys at once only one may ask for Ada's link within a minute.
    const email = `ada.${person.email}`;
    await db
      .insertInto("users")
      .values({ email, type: "admin", active: true, first_name: "Ada", last_name: "Staff" })
      .execute();
    await ada.goto("/sign-in");
    await requestSignIn(ada, email);
    await expect(linkSent(ada)).toBeVisible();
    const link = await postbox.link(email);
    expect(link).toContain("type=admin");
    await ada.goto(link);
    if (!scripts) await press(ada, "Continue");
    await expectPath(ada, "/admin/transactions");
    await postbox.expectNames(email, ["magic_link_admin"]);
    await inspect(ada);

    const row = ada.getByRole("row").filter({ hasText: "7 Bishophill Senior" }).first();
    await row.getByRole("link").click();
    await expect(ada).toHaveURL(/\/admin\/transactions\/[0-9a-f]{24}/);
    await inspect(ada);
    await ada.goto(`/admin/transactions/${sale.id}`);
    await expect(ada.getByRole("main")).toContainText("7 Bishophill Senior");
    await inspect(ada);
  });

  await test.step("the menu opens within 320 px (I-053, WCAG 1.4.10)", async () => {
    await ada.setViewportSize({ width: 320, height: 640 });
    await ada.getByText("Menu", { exact: true }).click();
    const menu = await ada.getByRole("navigation", { name: "Main" }).boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThanOrEqual(320);
    await inspect(ada);
  });
});
