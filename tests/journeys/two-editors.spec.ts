import { insertAgent, NO_CHECKS, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, press } from "./support/seller.ts";
import { signInStaff } from "./support/staff.ts";

test("the second of two members of staff to save the same valuer chooses between the two versions (M-032)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
  anotherBrowser,
}) => {
  const id = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
  const path = `/admin/estate-agents/${id}/valuers/${(await valuersIn(db, id))[1]!.id}`;
  await signInStaff(db, context, "Tomasin");
  const other = await anotherBrowser();
  await signInStaff(db, other, "Ada");
  const ada = await other.newPage();
  await Promise.all([page.goto(path), ada.goto(path)]);

  await ada.getByLabel("First name").fill("Abe");
  await ada.getByLabel("Phone number").fill("01904 555011");
  await press(ada, "Save");
  await expectPath(ada, `/admin/estate-agents/${id}`);

  await page.getByLabel("First name").fill("Tim");
  await page.getByLabel("Subscribed to the weekly leads email").check();
  await press(page, "Save");
  await expect(page.getByText(/Ada Marsh saved this on/)).toBeVisible();
  await expect(page).toHaveTitle(/^Two versions: /);
  const notice = page.locator("[data-route-focus]").filter({ hasText: "Ada Marsh saved this on" });
  if (scripts) await expect(notice).toBeFocused();
  const versions = (field: string) => page.getByRole("group", { name: field });
  await expect(versions("First name").getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(versions("Phone number").getByLabel("Theirs")).toBeChecked();
  await expect(versions("Weekly leads email").getByLabel("Yours")).toBeChecked();
  await expect(versions("Last name")).toHaveCount(0);
  await inspect(page);
  await press(page, "Save chosen versions");
  await expectErrors(page, ["Choose a version of First name"]);
  await inspect(page);
  await press(page, "Use all of yours");
  await expect(versions("Phone number").getByLabel("Yours")).toBeChecked();
  await expect(page.locator(".error-summary")).toHaveCount(0);
  await press(page, "Use all of theirs");
  await expect(versions("First name").getByLabel("Theirs")).toBeChecked();
  await versions("First name").getByLabel("Yours").check();
  await versions("Weekly leads email").getByLabel("Yours").check();
  await press(page, "Save chosen versions");
  await expectPath(page, `/admin/estate-agents/${id}`);
  const [, saved] = await valuersIn(db, id);
  expect(saved).toMatchObject({
    first_name: "Tim",
    phone_number: "+441904555011",
    is_subscribed: true,
  });
});

test("the second of two members of staff to save an estate agent’s requester emails chooses between the two versions (M-032) @scripts", async ({
  page,
  context,
  db,
  inspect,
  anotherBrowser,
}) => {
  const id = await insertAgent(db, {
    checks: {
      ...NO_CHECKS,
      requests_seller_thirdfort_checks: true,
      thirdfort_requester_emails: ["first@example.test"],
    },
  });
  const address = `/admin/estate-agents/${id}/checks`;
  await signInStaff(db, context, "Tomasin");
  const other = await anotherBrowser();
  await signInStaff(db, other, "Ada");
  const ada = await other.newPage();
  await Promise.all([page.goto(address), ada.goto(address)]);
  await ada.getByLabel("Requester email 1").fill("ada@example.test");
  await press(ada, "Save");
  await expect(ada.getByRole("dialog")).toHaveCount(0);

  await page.getByLabel("Requester email 1").fill("tomasin@example.test");
  await press(page, "Save");
  await expect(page.getByText(/Ada Marsh saved this on/)).toBeVisible();
  await inspect(page);
  const versions = page.getByRole("group", { name: "Requester emails" });
  await expect(versions).toContainText("ada@example.test");
  await versions.getByLabel("Yours").check();
  await press(page, "Save chosen versions");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByLabel("Requester email 1")).toHaveValue("tomasin@example.test");
});
