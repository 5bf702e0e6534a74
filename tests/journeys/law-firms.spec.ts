import { expect, test } from "./support/fixtures.ts";
import { expectErrors, heading, press } from "./support/seller.ts";
import { message, openLongForm, signInStaff, uniqueName } from "./support/staff.ts";

test("staff add and change a law firm and a lawyer group (WF-22.1, I-014 to I-016, L-001 to L-027, AMB-L04, AMB-L05) @scripts", async ({
  page,
  context,
  db,
  inspect,
}) => {
  await signInStaff(db, context);
  const firm = uniqueName("Ashby Law");

  await test.step("a law firm is added after an empty form is rejected (WF-22.1)", async () => {
    await page.goto("/admin/law-firms");
    await inspect(page);
    await openLongForm(page, "Add law firm", "Add law firm");
    await inspect(page);
    await press(page, "Save");
    await expectErrors(page, [
      "Name is required",
      "Organisation name is required",
      "Address line 1 is required",
      "Post town is required",
      "Postcode is not valid. Enter a full UK postcode, like SW1A 1AA",
      "Country is required",
    ]);
    await inspect(page);
    await page.getByLabel("Name", { exact: true }).fill(firm);
    await page.getByLabel("Organisation name").fill("Ashby LLP");
    await page.getByLabel("Address line 1").fill("1 Stonegate");
    await page.getByLabel("Post town").fill("York");
    await page.getByLabel("Postcode").fill("YO1 8AS");
    await page.getByLabel("Country").selectOption("United Kingdom");
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Phone").fill("12");
    await press(page, "Save");
    await expectErrors(page, [
      "Please enter a valid email address. It should look like name@example.com",
      "Invalid mobile number. Enter a number like 07400 123456",
    ]);
    await page.getByLabel("Email").fill("");
    await page.getByLabel("Phone").fill("");
    await press(page, "Save");
    await expect(message(page, "Law firm added")).toBeVisible();
    await expect(heading(page, firm)).toBeVisible();
    await page.goto("/admin/law-firms");
    await expect(page.getByRole("row").filter({ hasText: firm })).toContainText("unknown");
  });

  await test.step("a group with an assistant is added (WF-22.1)", async () => {
    await page.getByRole("link", { name: firm }).click();
    await expect(heading(page, firm)).toBeVisible();
    await expect(page.getByText("No lawyer groups yet.")).toBeVisible();
    await inspect(page);
    await openLongForm(page, "Add lawyer group", "Add lawyer group");
    await page.getByLabel("Name", { exact: true }).fill("Ashby York");
    await page.getByLabel("Panel solicitor").check();
    const solicitor = page.getByRole("group", { name: "Solicitor", exact: true });
    await solicitor.getByLabel("First name").fill("Sol");
    await solicitor.getByLabel("Last name").fill("Ashby");
    await solicitor.getByLabel("Email").fill("sol@ashby.example");
    await press(page, "Add legal assistant");
    const assistant = page.getByRole("group", { name: "Legal assistant 1" });
    await assistant.getByLabel("First name").fill("Asa");
    await assistant.getByLabel("Last name").fill("Lane");
    await assistant.getByLabel("Email").fill("asa@ashby.example");
    await inspect(page);
    await press(page, "Save");
    await expectErrors(page, ["Enter at least one recipient email"]);
    await page.getByLabel("Recipient email 1").fill("checks@ashby.example");
    await press(page, "Save");
    await expect(message(page, "Lawyer group added")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "Ashby York" })).toContainText("Asa Lane");
    await inspect(page);
  });

  await test.step("the firm and the group are changed (WF-22.1)", async () => {
    await page.getByRole("link", { name: "Ashby York" }).click();
    await expect(heading(page, "Ashby York")).toBeVisible();
    await inspect(page);
    await openLongForm(page, "Edit lawyer group", "Edit lawyer group");
    await page.getByLabel("Recipient email 1").fill("");
    await press(page, "Save");
    await expectErrors(page, ["Enter at least one recipient email"]);
    await inspect(page);
    await page.getByLabel("Recipient email 1").fill("orders@ashby.example");
    await page.getByLabel("Panel solicitor").uncheck();
    await press(page, "Remove legal assistant 1");
    await expect(page.getByRole("group", { name: "Legal assistant 1" })).toHaveCount(0);
    await press(page, "Save");
    await expect(message(page, "Lawyer group saved")).toBeVisible();
    await expect(page.getByText("Non-Panel")).toBeVisible();
    await expect(page.getByText("Asa Lane")).toHaveCount(0);
    await expect(page.getByText("orders@ashby.example").first()).toBeVisible();

    await page.getByRole("link", { name: firm }).first().click();
    await openLongForm(page, "Edit law firm", "Edit law firm");
    for (const label of ["Organisation name", "Address line 1", "Post town", "Postcode"]) {
      await page.getByLabel(label).fill("");
    }
    await page.getByLabel("Name", { exact: true }).fill("");
    await press(page, "Save");
    await expectErrors(page, [
      "Name is required",
      "Organisation name is required",
      "Address line 1 is required",
      "Post town is required",
      "Postcode is not valid. Enter a full UK postcode, like SW1A 1AA",
    ]);
    await inspect(page);
    await page.getByRole("link", { name: "Cancel" }).click();
    await openLongForm(page, "Edit law firm", "Edit law firm");
    await page.getByLabel("Phone").fill("01904 555020");
    await press(page, "Save");
    await expect(message(page, "Law firm saved")).toBeVisible();
    await expect(page.getByText("01904 555020")).toBeVisible();
  });
});
