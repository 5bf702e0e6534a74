import type { Page } from "@playwright/test";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { fillPerson } from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { signInCustomer } from "./support/people.ts";
import { press, question, openProperty } from "./support/seller.ts";
import { signInStaff, uniqueName } from "./support/staff.ts";

/** Tests focus and announcements after actions that scripts handle (WCAG 2.4.3, 4.1.3). */

const bea = { first_name: "Bea", last_name: "Byron", email: "bea@example.test" };

const news = (page: Page, list: string) => page.locator(`#${list} > [role=status]`);

const lists = [
  {
    role: "sell",
    list: "sellers",
    noun: "seller",
    legend: "Is there another seller?",
    answer: "Yes",
    heading: "Other sellers",
  },
  {
    role: "buy",
    list: "giftors",
    noun: "giftor",
    legend: /^Is anyone giving you money/,
    answer: "Yes",
    heading: "Giftors",
  },
] as const;

for (const { role, list, noun, legend, answer, heading } of lists) {
  test(`closing a dialog of the ${list} focuses its opener, or the list if it has changed (X-004) @scripts`, async ({
    page,
    context,
    person,
    db,
  }) => {
    await signInCustomer(db, context, person);
    await openProperty(page, role);
    const asked = question(page, legend).first();
    const dialog = page.getByRole("dialog");
    const title = asked.getByText(heading, { exact: true });
    const add = asked.getByRole("button", { name: new RegExp(`^Add (a|another) ${noun}$`) });

    // Use a click, because check() would inspect the answer afterwards, when the dialog may cover
    // it.
    await asked.getByLabel(answer, { exact: true }).first().click();
    if (role === "sell") await add.click();

    for (const leave of ["Escape", "Cancel"]) {
      await expect(dialog.getByRole("heading", { name: `Add a ${noun}` })).toBeFocused();
      if (leave === "Escape") await page.keyboard.press("Escape");
      else await dialog.getByRole("link", { name: "Cancel" }).click();
      await expect(dialog).toHaveCount(0);
      if (role === "sell") await expect(add).toBeFocused();
      else await expect(asked.getByRole("radio").first()).toBeFocused();
      await expect(news(page, list)).toHaveText("");
      await asked.getByLabel(answer, { exact: true }).first().click();
      if (role === "sell") await add.click();
    }

    await fillPerson(dialog, bea);
    await dialog.getByLabel("Their address is the same as mine").check();
    if (noun === "giftor") {
      await dialog.getByLabel("How much are they giving?").fill("20000");
      await dialog.getByLabel("Parent", { exact: true }).check();
    }
    await press(dialog, `Add ${noun}`);
    await expect(dialog).toHaveCount(0);
    await expect(title).toBeFocused();
    await expect(news(page, list)).toHaveText("Bea Byron was added");

    await press(asked, "Change Bea Byron");
    await expect(dialog.getByRole("heading", { name: `Change a ${noun}’s details` })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(asked.getByRole("button", { name: "Change Bea Byron" })).toBeFocused();
    await press(asked, "Change Bea Byron");
    await dialog.getByLabel("Last name").fill("Bell");
    await press(dialog, `Save ${noun}`);
    await expect(news(page, list)).toHaveText("Bea Bell’s details were changed");
    await expect(title).toBeFocused();

    await press(asked, "Remove Bea Bell");
    await expect(news(page, list)).toHaveText("Bea Bell was removed");
    if (role === "sell") await expect(title).toBeFocused();
    else await expect(asked.getByRole("radio").first()).toBeFocused();
  });
}

test("Load More moves the focus to the first new row (AMB-J03) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  await page.goto("/admin/transactions");
  const rows = page.locator("tbody tr");
  const before = await rows.count();
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(rows.nth(before)).toBeVisible();
  await expect(rows.nth(before).getByRole("link").first()).toBeFocused();
  await expect(page.getByText(/^Showing \d+ of \d+ items$/)).toHaveRole("status");

  const { id } = await createMatter(db, uniqueName("Arch"));
  await db
    .insertInto("audit_log")
    .values(
      Array.from({ length: 24 }, () => ({
        actor_kind: "system" as const,
        action: "transaction_created",
        subject_type: "transaction",
        subject_id: id,
      })),
    )
    .execute();
  await page.goto(`/admin/transactions/${id}/history`);
  const { written } = await db
    .selectFrom("audit_log")
    .select((eb) => eb.fn.countAll<number>().as("written"))
    .where("subject_id", "=", id)
    .executeTakeFirstOrThrow();
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(rows).toHaveCount(written);
  await expect(rows.nth(20)).toBeFocused();
});

test("saving a staff dialog focuses its opener, or the heading if the opener was deleted (AMB-K05) @scripts", async ({
  page,
  context,
  db,
}) => {
  await signInStaff(db, context);
  const agent = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  const dialog = page.getByRole("dialog");

  await page.goto(`/admin/estate-agents/${agent}`);
  const edit = page.getByRole("link", { name: /^Edit.* Bob/ });
  await edit.click();
  await dialog.getByLabel("Phone number").fill("01904 555011");
  await press(dialog, "Save");
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  await page.getByRole("link", { name: /^Delete.* Bob/ }).click();
  await dialog.getByRole("button", { name: /^Delete Bob/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  const { id } = await createMatter(db, uniqueName("Arch"));
  await page.goto(`/admin/transactions/${id}`);
  const tags = page.getByRole("link", { name: "Edit tags" });
  await tags.click();
  await expect(dialog.getByRole("group", { name: "Tags" })).toBeVisible();
  await expect(page.locator(".overview h2").filter({ hasText: /^People$/ })).toBeVisible();
  await dialog.getByLabel("Priority").check();
  await press(dialog, "Save");
  await expect(dialog).toHaveCount(0);
  await expect(tags).toBeFocused();
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  await trail.getByRole("link", { name: "Transactions", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
