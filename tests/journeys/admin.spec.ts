import type { Response } from "@playwright/test";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { giveRoles } from "#tests/support/sign-in.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { readEventNames, readSale } from "./support/records.ts";
import { expectPath, linkSent, press, requestSignIn } from "./support/seller.ts";

function redirectsTo(answer: Response | null) {
  const paths: string[] = [];
  for (let request = answer?.request() ?? null; request; request = request.redirectedFrom()) {
    paths.unshift(new URL(request.url()).pathname);
  }
  return paths;
}

test("only staff can open the back office, where they find a new sale (WF-07.1, WF-07.2, WF-07.4, WF-07.5, A-026, A-027, AMB-A03, I-001, I-025, I-040 to I-051)", async ({
  page,
  context,
  person,
  postbox,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  await test.step("a visitor must sign in, and a customer is redirected (WF-07.1)", async () => {
    await page.goto("/admin/transactions");
    await expectPath(page, "/sign-in");
    const id = await insertSaleAtStage(db, await signInCustomer(db, context, person), {
      terms: true,
    });
    const created_at = new Date();
    await db.updateTable("transactions").set({ created_at }).where("id", "=", id).execute();
    const answer = await page.goto("/admin/transactions");
    await expectPath(page, "/welcome-back");
    expect(redirectsTo(answer)).toEqual([
      "/admin/transactions",
      "/sell/get-started",
      "/welcome-back",
    ]);
  });

  const sale = await readSale(db, person.email);
  const readMatter = async () => ({
    sale: await readSale(db, person.email),
    events: await readEventNames(db, sale.id),
  });

  const ada = await (await anotherBrowser()).newPage();
  await test.step("Ada signs in and sees the list of transactions (WF-07.2)", async () => {
    // This is a separate member of staff, because two parallel journeys can’t both request Ada’s
    // link in one minute.
    const email = `ada.${person.email}`;
    const { id } = await db
      .insertInto("users")
      .values({ email, type: "admin", active: true, first_name: "Ada", last_name: "Staff" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await giveRoles(db, id, ["administrator"]);
    await ada.goto("/sign-in");
    await requestSignIn(ada, email);
    await expect(linkSent(ada)).toBeVisible();
    const link = await postbox.link(email);
    expect(link).toContain("type=admin");
    await ada.goto(link);
    if (!scripts) await press(ada, "Continue");
    await expectPath(ada, "/admin/transactions");
    expect(redirectsTo(await ada.goto("/admin"))).toEqual(["/admin", "/admin/transactions"]);
    await postbox.expectNames(email, ["magic_link_admin"]);
    await inspect(ada);

    await ada.getByRole("row").locator(`a[href="/admin/transactions/${sale.id}"]`).click();
    await expectPath(ada, `/admin/transactions/${sale.id}`);
    await expect(ada.getByRole("main")).toContainText("12 Arch Street");
    await inspect(ada);
  });

  await test.step("the top bar and the menu have their links (WF-07.2)", async () => {
    const bar = ada.getByRole("banner");
    await expect(bar.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/admin");
    await expect(bar.getByLabel("Search transactions and users")).toBeVisible();
    await ada.getByText("Menu", { exact: true }).click();
    const menu = ada.getByRole("navigation", { name: "Main", exact: true });
    await expect(menu.getByRole("link")).toHaveText([
      "Transactions",
      "Groups",
      "Law Firms",
      "Estate Agents",
      "Users",
      "Sellers Invitations",
      "Buyers Invitations",
      "Unmatched Emails",
      "Stats & Metrics",
      // These links are not in the specification. On a phone the bar has no room for them.
      "Desk",
      "Inbox",
      "Staff",
      "Where you’re signed in",
    ]);
    await expect(menu.locator("[aria-disabled=true]")).toHaveText([
      "Transaction Feed",
      "Ask Charlie",
      "Config",
    ]);
  });

  await test.step("the settings are read-only, and only their URL leads to them (WF-07.4)", async () => {
    await ada.goto("/admin/config");
    const main = ada.getByRole("main");
    const config = await db.selectFrom("admin_config").selectAll().executeTakeFirstOrThrow();
    await expect(main.getByRole("term")).toHaveText([
      "Benchmark in days",
      "Invoicing amount",
      "Tags",
      "Reasons for ending a matter",
      "Thirdfort v2 switchover date",
    ]);
    const [year, month, day] = (config.thirdfort_v2_switchover_date ?? "").split("-");
    await expect(main.getByRole("definition")).toHaveText([
      String(config.benchmark_in_days),
      /^£[\d,]+\.\d\d$/,
      config.tags.join(", "),
      config.end_reasons.join(", "),
      `${day}/${month}/${year}`,
    ]);
    await expect(main.locator("form, input, button")).toHaveCount(0);
  });

  await test.step("a customer’s post to a staff page is redirected and changes no data (WF-07.5)", async () => {
    const before = await readMatter();
    const headers = { Origin: new URL(page.url()).origin };
    for (const [path, form] of [
      ["tags", { tags: "Priority", version: String(sale.version) }],
      ["solicitors/assign", { intent: "confirm", seller_lawyer_group_id: "0".repeat(24) }],
    ] as const) {
      const answer = await page.request.post(`/admin/transactions/${sale.id}/${path}`, {
        form,
        headers,
        maxRedirects: 0,
      });
      expect(answer.status()).toBeGreaterThanOrEqual(300);
      expect(answer.headers().location).toBe("/sell/get-started");
    }
    expect(await readMatter()).toEqual(before);
  });

  await test.step("the open menu fits into 320 px (I-053, WCAG 1.4.10)", async () => {
    await ada.setViewportSize({ width: 320, height: 640 });
    await ada.getByText("Menu", { exact: true }).click();
    const menu = await ada.getByRole("navigation", { name: "Main", exact: true }).boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThanOrEqual(320);
    await inspect(ada);
  });
});
