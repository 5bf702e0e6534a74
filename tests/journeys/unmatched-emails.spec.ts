import { insertSale } from "#tests/db/people.ts";
import { expect, test } from "./support/fixtures.ts";
import { heading, press } from "./support/seller.ts";
import { insertPerson } from "#tests/db/people.ts";
import { message, openDialog, signInStaff, unique } from "./support/staff.ts";

test("WF-20 WF-26 I-023 T-001 to T-007 U-003 to U-005 an email comes in, finds its matter with a rematch, and Charlie answers", async ({
  page,
  context,
  db,
  person,
  scripts,
  inspect,
}) => {
  const subject = unique("When do we complete?");
  await signInStaff(db, context);

  await test.step("somebody writes who takes part in nothing", async () => {
    await page.goto("/mocks/post-box/write");
    await page.getByLabel("From").fill(person.email);
    await page.getByLabel("Subject").fill(subject);
    await page.getByLabel("Text").fill("We would like to move in spring.");
    await press(page, "Send");
    await expect(message(page, "Our site took the email in")).toBeVisible();
  });

  await test.step("staff see it among the unmatched", async () => {
    await page.goto("/admin/unmatched-emails");
    await expect(heading(page, "Unmatched Emails")).toBeVisible();
    await expect(page.getByText(/\d+ unmatched emails?$/)).toBeVisible();
    await page.getByText(subject).click();
    await expect(page.getByText("We would like to move in spring.")).toBeVisible();
    await inspect(page);
  });

  const { id } = await insertSale(db, (await insertPerson(db, person.email)).id);

  await test.step("a rematch finds its matter", async () => {
    await press(page, "Rematch unmatched emails");
    await expect(message(page, "Rematch started")).toBeVisible();
    await waitForResult("Result: Rematch unmatched emails");
    const panel = page.getByRole("region", { name: "Result: Rematch unmatched emails" });
    await expect(panel).toContainText("Email address of a participant");
    await expect(page.getByText(subject)).toHaveCount(0);
    await inspect(page);
    await page.goto(`/admin/transactions/${id}/events`);
    await expect(page.getByText(subject)).toBeVisible();
    await expect(page.getByText(/Matched by: Email address of a participant/)).toBeVisible();
    await inspect(page);
  });

  await test.step("all emails are rematched once that is confirmed", async () => {
    await page.goto("/admin/unmatched-emails");
    await openDialog(page, "Rematch all emails", "Rematch all emails");
    await inspect(page);
    await page.getByRole("dialog").getByRole("button", { name: "Rematch all emails" }).click();
    await waitForResult("Result: Rematch all emails");
    const panel = page.getByRole("region", { name: "Result: Rematch all emails" });
    await expect(panel).toContainText("Unchanged matches");
  });

  await test.step("WF-26.1 Ask Charlie plays its script, and asks no server", async () => {
    await page.goto("/admin/ask-charlie");
    await inspect(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const replies = page.getByRole("log").getByText(/£540 including VAT/);
    await expect(replies).toHaveCount(0);
    for (const [step, link] of ["Ask about the engrossment fee", /^Ask for a reply/].entries()) {
      await page.getByRole("link", { name: link }).click();
      if (scripts) {
        await expect(page.getByRole("status").getByText("Reading the emails")).toBeVisible();
        await expect(page.getByRole("status").getByText("Looking at the contract")).toBeVisible();
        await expect(replies).toHaveCount(step);
      }
      await expect(replies).toHaveCount(step + 1, { timeout: 7_000 });
      if (!scripts) await expect(page).toHaveURL(new RegExp(`step=${step + 1}$`));
    }
    if (scripts) {
      expect(asked).toEqual([]);
      await expect(page.getByRole("link", { name: "Start again" })).toBeFocused();
    }
    await inspect(page);
  });

  /** With scripts the page looks again by itself. */
  async function waitForResult(title: string) {
    await expect(async () => {
      const refresh = page.getByRole("link", { name: "Refresh", exact: true });
      if (!scripts && (await refresh.count()) > 0) await refresh.click();
      await expect(page.getByRole("heading", { name: title })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
  }
});
