import { insertAgent, insertBrand, negotiator } from "#tests/support/estate-agents.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectErrors, expectPath, heading, press } from "./support/seller.ts";
import {
  message,
  openDialog,
  openLongForm,
  row,
  signInStaff,
  uniqueName,
} from "./support/staff.ts";

test("staff add, rename and delete brands, but cannot delete one that is in use (WF-21.1, M-067 to M-076)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const [name, renamed, used] = [uniqueName("Larkfield"), uniqueName("Meadow"), uniqueName("Used")];
  await page.goto("/admin/estate-agents");
  await page.getByRole("link", { name: "Brands", exact: true }).click();
  await expectPath(page, "/admin/estate-agent-brands");
  await inspect(page);

  await openDialog(page, "Add brand", "Add brand");
  if (scripts) {
    await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  } else {
    await press(page, "Save");
    await expectErrors(page, ["Enter a brand name"]);
  }
  await inspect(page);
  await page.getByLabel("Brand name").fill(name);
  await press(page, "Save");
  await expectPath(page, "/admin/estate-agent-brands");
  await expect(message(page, "Brand added")).toBeVisible();

  await openDialog(page, `Edit ${name}`, "Edit brand");
  if (scripts) await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Brand name").fill(renamed);
  await press(page, "Save");
  await expect(row(page, renamed)).toBeVisible();

  await openDialog(page, `Delete ${renamed}`, "Delete brand");
  await inspect(page);
  await press(page, `Delete ${renamed}`);
  await expectPath(page, "/admin/estate-agent-brands");
  await expect(row(page, renamed)).toHaveCount(0);

  await insertAgent(db, { brand_id: await insertBrand(db, used) });
  await page.reload();
  await openDialog(page, `Delete ${used}`, "Delete brand");
  await expect(page.getByText("This brand is used by 1 estate agents")).toBeVisible();
  await expect(page.getByRole("button", { name: `Delete ${used}` })).toHaveCount(0);
  await inspect(page);
});

test("staff add an estate agent with its people and checks (WF-21.2 to WF-21.5, M-021 to M-060)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const [brand, office] = [uniqueName("Brand"), uniqueName("Office")];
  await insertBrand(db, brand);

  await test.step("an empty form is rejected, and one with only the required fields is accepted (WF-21.2)", async () => {
    await page.goto("/admin/estate-agents");
    await page.getByRole("link", { name: "Add estate agent" }).click();
    await expect(heading(page, "Add estate agent")).toBeVisible();
    await inspect(page);
    await press(page, "Submit");
    await expectErrors(page, [
      "Please fill in the office details",
      "Please add at least one valuer",
    ]);
    await inspect(page);
    await page.getByLabel("Brand", { exact: true }).selectOption({ label: brand });
    await page.getByLabel("Office name").fill(office);
    await press(page, "Add valuer");
    const first = page.getByRole("group", { name: "Valuer 1" });
    await expect(first).toBeVisible();
    await expect(page.getByLabel("Office name")).toHaveValue(office);
    await first.getByLabel("First name").fill("Val");
    await inspect(page);
    await press(page, "Submit");
    await expect(heading(page, office)).toBeVisible();
    await expect(message(page, "Estate agent added")).toBeVisible();
    await inspect(page);
  });

  await test.step("a second valuer becomes primary and the first is deleted, but the last cannot be deleted (WF-21.3)", async () => {
    await openLongForm(page, "Add valuer", "Add valuer");
    await page.getByLabel("First name").fill("Bob");
    await page.getByLabel("Primary valuer").check();
    await inspect(page);
    await press(page, "Add valuer");
    await expect(page.getByRole("heading", { name: "Bob Primary" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Val Secondary" })).toBeVisible();
    await openDialog(page, "Delete Bob", "Delete valuer");
    await inspect(page);
    await press(page, "Delete Bob");
    await expect(page.getByRole("heading", { name: "Val Primary" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Delete Val" })).toHaveCount(0);
  });

  await test.step("staff add the coordinator and five negotiators (WF-21.4)", async () => {
    await openDialog(page, "Add office coordinator", "Office coordinator");
    await press(page, "Save");
    await expectErrors(page, [
      "First name is required",
      "Last name is required",
      "Valid email is required. It should look like name@example.com",
    ]);
    await page.getByLabel("First name").fill("Cora");
    await page.getByLabel("Last name").fill("Dale");
    await page.getByLabel("Email", { exact: true }).fill("cora@example.test");
    await press(page, "Save");
    await expect(page.getByText("Cora Dale").first()).toBeVisible();
    const late = await context.newPage();
    const path = new URL(page.url()).pathname;
    const four = [1, 2, 3, 4].map((number) => ({
      ...negotiator(`Ned${number}`),
      estate_agent_id: path.split("/").at(-1) ?? "",
    }));
    await db.insertInto("negotiators").values(four).execute();
    await late.goto(`${path}/negotiators/add`);
    await openLongForm(page, "Add negotiator", "Add negotiator");
    await page.getByLabel("First name").fill("Ned5");
    await page.getByLabel("Last name").fill("Marsh");
    await page.getByLabel("Email", { exact: true }).fill("ned5@example.test");
    await page.getByLabel("Phone number").fill("01904 555010");
    await press(page, "Add negotiator");
    await expect(page.getByRole("heading", { name: "Ned5 Marsh" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Add negotiator" })).toHaveCount(0);
    await late.getByLabel("First name").fill("Flo");
    await late.getByLabel("Last name").fill("Sixth");
    await late.getByLabel("Email", { exact: true }).fill("flo@example.test");
    await late.getByLabel("Phone number").fill("01904 555010");
    await press(late, "Add negotiator");
    await expect(late.locator(".error-summary li")).toHaveText(
      "An estate agent can have at most 5 negotiators",
    );
    await expect(late.getByLabel("Last name")).toHaveValue("Sixth");
    await inspect(late);
    await late.close();
  });

  await test.step("ticking a check requires a requester’s email, which unticking it removes (WF-21.5)", async () => {
    await openDialog(page, "Edit Thirdfort checks", "Thirdfort checks");
    const seller = page.getByLabel("Requests seller checks");
    const email = page.getByLabel("Requester email 1");
    await press(page, "Add requester email");
    await expect(email).toBeVisible();
    if (scripts) await expect(email).toBeFocused();
    await press(page, "Remove requester email 1");
    await expect(email).toHaveCount(0);
    await seller.check();
    if (scripts) {
      await expect(email).toBeVisible();
      await seller.uncheck();
      await expect(email).toHaveCount(0);
      await seller.check();
    } else {
      await press(page, "Save");
      await expectErrors(page, ["Enter at least one requester email"]);
      await seller.uncheck();
      await press(page, "Save");
      await openDialog(page, "Edit Thirdfort checks", "Thirdfort checks");
      await expect(email).toHaveCount(0);
      await seller.check();
      await press(page, "Save");
      await expectErrors(page, ["Enter at least one requester email"]);
    }
    await email.fill("compliance");
    if (scripts) {
      await press(page, "Add requester email");
      await expect(page.getByLabel("Requester email 2")).toBeFocused();
      await expect(email).toHaveValue("compliance");
      await press(page, "Remove requester email 2");
      await expect(page.getByLabel("Requester email 2")).toHaveCount(0);
    }
    await press(page, "Save");
    await expectErrors(page, [
      "Please enter a valid email address. It should look like name@example.com",
    ]);
    await expect(page.getByRole("button", { name: "Remove requester email 1" })).toHaveCount(0);
    await inspect(page);
    await email.fill("compliance@example.test");
    await press(page, "Save");
    await expect(page.getByText("compliance@example.test").first()).toBeVisible();
  });

  await test.step("the focus moves to an added email field", async () => {
    await openDialog(page, "Edit Thirdfort checks", "Thirdfort checks");
    await press(page, "Add requester email");
    const second = page.getByLabel("Requester email 2");
    await expect(second).toBeVisible();
    if (scripts) await expect(second).toBeFocused();
    await inspect(page);
  });
});

test("staff search the list of estate agents, filter it by brand and go through its pages (WF-21.6, M-001 to M-017)", async ({
  page,
  context,
  db,
  inspect,
  scripts,
}) => {
  await signInStaff(db, context);
  const brand_name = uniqueName("Pages");
  const brand_id = await insertBrand(db, brand_name);
  const word = uniqueName("Office");
  for (let number = 10; number < 22; number++) {
    await insertAgent(db, { brand_id, office: { office_name: `${word} ${number}` } });
  }
  await page.goto("/admin/estate-agents");
  await page.getByLabel("Brand").selectOption({ label: `${brand_name} (12)` });
  await page.getByLabel("Rows per page").selectOption("10");
  await press(page, "Apply");
  await expect(page.getByText("1 - 10 of 12")).toBeVisible();
  await inspect(page);
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page.getByText("11 - 12 of 12")).toBeVisible();
  await page.getByLabel("Search", { exact: true }).fill(`${word} 15`);
  if (!scripts) await press(page, "Apply");
  await expect(page.getByText("1 - 1 of 1")).toBeVisible();
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue(`${word} 15`);
  await row(page, `${word} 15`)
    .getByRole("link", { name: `${word} 15`, exact: true })
    .click();
  await expect(heading(page, `${word} 15`)).toBeVisible();
});
