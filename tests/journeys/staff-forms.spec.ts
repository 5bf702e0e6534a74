import { expect, test } from "./support/fixtures.ts";
import { expectPath, press } from "./support/seller.ts";
import { openDialog, row, signInStaff, uniqueName } from "./support/staff.ts";

const BRANDS = "/admin/estate-agent-brands";

test("a staff form survives a double submit, Back, a sign-out and two tabs (A-023, WF-21.1)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const [name, renamed] = [uniqueName("Twice"), uniqueName("Back")];
  const listBrands = (brand_name: string) =>
    db.selectFrom("brands").select("id").where("brand_name", "=", brand_name).execute();

  await test.step("a double click saves one brand", async () => {
    await page.goto(BRANDS);
    await openDialog(page, "Add brand", "Add brand");
    await page.getByLabel("Brand name").fill(name);
    await page.getByRole("button", { name: "Save" }).dblclick();
    // Checks the list, because the browser may show the URL of the answer that it dropped.
    await expect(row(page, name)).toHaveCount(1);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await listBrands(name)).toHaveLength(1);
  });

  const [{ id } = { id: "" }] = await listBrands(name);

  await test.step("Back shows the saved value and saves the next change", async () => {
    await openDialog(page, `Edit ${name}`, "Edit brand");
    await page.getByLabel("Brand name").fill(`${renamed} at first`);
    await press(page, "Save");
    await expect(row(page, `${renamed} at first`)).toBeVisible();
    if (scripts) await openDialog(page, `Edit ${renamed} at first`, "Edit brand");
    else await page.goBack();
    await expect(page.getByLabel("Brand name")).toHaveValue(`${renamed} at first`);
    await page.getByLabel("Brand name").fill(renamed);
    await press(page, "Save");
    await expect(row(page, renamed)).toHaveCount(1);
    await expect(row(page, `${renamed} at first`)).toHaveCount(0);
    await expect(page.getByText(/saved this on/)).toHaveCount(0);
  });

  await test.step("the second of two tabs to save a brand gets a conflict, and can keep the saved version", async () => {
    const second = await context.newPage();
    await Promise.all([page.goto(`${BRANDS}/${id}`), second.goto(`${BRANDS}/${id}`)]);
    await second.getByLabel("Brand name").fill(`${renamed} elsewhere`);
    await press(second, "Save");
    await expectPath(second, BRANDS);
    await second.close();
    await page.getByLabel("Brand name").fill(`${renamed} here`);
    await press(page, "Save");
    await expect(page.getByText(/You saved this in another tab on/)).toBeVisible();
    await inspect(page);
    await page.getByRole("link", { name: "Keep the saved version" }).click();
    await expectPath(page, BRANDS);
    await expect(row(page, `${renamed} elsewhere`)).toHaveCount(1);
  });

  await test.step("a form submitted after signing out is saved only after signing in and reloading the page (A-023)", async () => {
    await page.goto(`${BRANDS}/${id}`);
    await page.getByLabel("Brand name").fill(`${renamed} signed out`);
    const session = (await context.cookies()).filter(({ name }) => name.endsWith("sid"));
    await context.clearCookies();
    await press(page, "Save");
    await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible();
    await page.waitForFunction(() => !("__remixRouter" in window));
    await inspect(page);
    expect(await listBrands(`${renamed} elsewhere`)).toHaveLength(1);
    await context.addCookies(session);
    await page.reload();
    await expectPath(page, BRANDS);
    await expect(row(page, `${renamed} signed out`)).toHaveCount(1);
  });
});
