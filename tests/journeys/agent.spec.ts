import type { BrowserContext, Page } from "@playwright/test";
import type { Db } from "#db/connection.ts";
import { agentMatter } from "#tests/support/agent-pages.ts";
import { expect, type NewPerson, test } from "./support/fixtures.ts";
import type { Postbox } from "./support/postbox.ts";
import { ageFormKey, expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const memorandum = {
  name: "memorandum.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\nMemorandum of sale"),
};

/** Creates a sale of an office whose handler is the signed-in colleague. */
async function createSale(db: Db, staff: BrowserContext) {
  const { id: handler_id } = await signInStaff(db, staff, uniqueName("Bronwen"));
  const sale = await agentMatter(db);
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", sale.id).execute();
  const office = `/agents/${sale.estate_agent_id}`;
  return { ...sale, office, page: `${office}/sales/${sale.id}` };
}

async function askForLink(page: Page, email: string) {
  await page.getByLabel("Work email address").fill(email);
  await ageFormKey(page, "firm-sign-in");
  await press(page, "Email me a link");
  await expect(heading(page, "Check your email")).toBeVisible();
}

async function openLink(page: Page, postbox: Postbox, to: { email: string; scripts: boolean }) {
  const [email] = await postbox.of(to.email);
  const link = /https?:\/\/\S+\/agents\/\S+token=\S+/.exec(email?.TextBody ?? "")?.[0] ?? "";
  await page.goto(link);
  // The browser that asked for the link submits the form by a script.
  if (!to.scripts) await press(page, "Continue");
}

async function fillMemorandum(page: Page, buyer: NewPerson) {
  await page.getByLabel("Buyer’s first name").fill("Bea");
  await page.getByLabel("Buyer’s last name").fill("Byron");
  await page.getByLabel("Buyer’s email").fill(`bea.${buyer.email}`);
  await page.getByLabel("Buyer’s mobile number", { exact: true }).fill("07400 123456");
  await page.getByLabel("Agreed price").fill("450,000");
  await page.getByLabel("Your name").fill("Laura Fenton");
  await page.getByLabel("Memorandum of sale").setInputFiles(memorandum);
}

const card = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });

test("an estate agent opens its office’s page and sends a memorandum, which staff decline and then agree", async ({
  page,
  db,
  person,
  postbox,
  scripts,
  inspect,
  scan,
  anotherBrowser,
}) => {
  const staff = await anotherBrowser();
  const sale = await createSale(db, staff);
  const desk = await staff.newPage();

  await test.step("the email’s link leads to an email box, which sends no link to strangers", async () => {
    await page.goto(sale.page);
    await expectPath(page, `${sale.office}/sign-in`);
    await expect(page.getByText(sale.line_1)).toBeHidden();
    await inspect(page);
    await askForLink(page, `forwarded.${person.email}`);
    await postbox.expectNames(`forwarded.${person.email}`, []);
    await page.getByRole("link", { name: "Use another email address" }).click();
    await askForLink(page, sale.email);
    await postbox.expectNames(sale.email, ["magic_link_agent"]);
  });

  await test.step("the emailed link opens the office’s sales, and one of them", async () => {
    await openLink(page, postbox, { email: sale.email, scripts });
    await expectPath(page, sale.office);
    await expect(heading(page, "Your sales")).toBeVisible();
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await scan(page);
    }
    await inspect(page);
    await page.getByRole("link", { name: new RegExp(`^${sale.line_1}`) }).click();
    await expectPath(page, sale.page);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await scan(page);
    }
    await inspect(page);
  });

  await test.step("an empty form is refused, and the memorandum is sent", async () => {
    await press(page, "Send memorandum");
    await expectErrors(page, [
      "First name is required",
      "Last name is required",
      "Please enter a valid email address. It should look like name@example.com",
      "Invalid mobile number. Enter a number like 07400 123456",
      "The agreed price must be higher than £99,000 and less than £100,000,000",
      "Enter your name",
      "Choose a file",
    ]);
    await inspect(page);
    await fillMemorandum(page, person);
    await press(page, "Send memorandum");
    await expect(message(page, "We’ve received your memorandum of sale")).toBeVisible();
    await expect(card(page, "We’re checking your memorandum of sale")).toBeVisible();
    await inspect(page);
  });

  await test.step("staff decline it from the desk, with a reason that the agent reads", async () => {
    await desk.goto("/admin/desk");
    await desk
      .getByRole("link", { name: /^Check memorandum/ })
      .first()
      .click();
    await expect(card(desk, "Sale agreed by the agent: check the memorandum")).toBeVisible();
    await expect(desk.getByLabel("Email", { exact: true })).toHaveValue(`bea.${person.email}`);
    await expect(desk.getByLabel("Agreed price")).toHaveValue(/^450,?000$/);
    await inspect(desk);
    await desk.getByRole("link", { name: "decline the memorandum" }).click();
    await expect(desk.getByText(`We’ll email your reason to ${sale.email}.`)).toBeVisible();
    await desk.getByLabel("Reason").fill("The seller hasn’t accepted this offer.");
    await press(desk, "Decline memorandum");
    await expect(message(desk, "Memorandum declined")).toBeVisible();
    await postbox.expectNames(sale.email, ["magic_link_agent", "memorandum_declined"]);
    await page.reload();
    await expect(page.getByText("We couldn’t record the sale")).toBeVisible();
    await expect(page.getByText(/The seller hasn’t accepted this offer\./)).toBeVisible();
    await inspect(page);
  });

  await test.step("the agent sends it again, and staff agree the sale with it", async () => {
    await fillMemorandum(page, person);
    await press(page, "Send memorandum");
    await expect(card(page, "We’re checking your memorandum of sale")).toBeVisible();
    await desk.goto("/admin/desk");
    await desk
      .getByRole("link", { name: /^Check memorandum/ })
      .first()
      .click();
    await press(desk, "Check and continue");
    await expect(heading(desk, "Agree a sale: check and confirm")).toBeVisible();
    await desk.getByRole("button", { name: /^Confirm and send/ }).click();
    await expect(message(desk, "Success!")).toBeVisible();
    await page.reload();
    await expect(card(page, "A sale is agreed")).toBeVisible();
  });

  await test.step("after signing out, the page asks for an email address again", async () => {
    await press(page, "Sign out");
    await expect(message(page, "You’ve signed out")).toBeVisible();
    await page.goto(sale.page);
    await expectPath(page, `${sale.office}/sign-in`);
  });
});
