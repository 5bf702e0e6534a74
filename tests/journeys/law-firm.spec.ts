import type { BrowserContext, Page } from "@playwright/test";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import { firmMatter } from "#tests/support/firm-pages.ts";
import { insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { expect, type NewPerson, test } from "./support/fixtures.ts";
import type { Postbox } from "./support/postbox.ts";
import { ageFormKey, expectErrors, expectPath, heading, press } from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

const today = londonDay(new Date());
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Creates a matter whose handler is the signed-in colleague, and the solicitor of one side. */
async function instruct(
  db: Db,
  side: Side,
  { person, staff }: { person: NewPerson; staff: BrowserContext },
) {
  const { id: handler_id } = await signInStaff(db, staff, uniqueName("Bronwen"));
  const street = uniqueName("Melrose");
  const { id } = await firmMatter(db, street);
  const email = `priya.${person.email}`;
  const group = await insertLawyerGroup(db, {
    solicitor: { ...lawyer("Priya"), last_name: "Shah", email },
  });
  await db
    .updateTable("transactions")
    .set({ [`${side}_lawyer_group_id`]: group, handler_id })
    .where("id", "=", id)
    .execute();
  return { id, street, email, page: `/law-firm/${side}/${id}` };
}

async function askForLink(page: Page, email: string) {
  await page.getByLabel("Work email address").fill(email);
  await ageFormKey(page, "firm-sign-in");
  await press(page, "Email me a link");
  await expect(heading(page, "Check your email")).toBeVisible();
}

async function openLink(page: Page, postbox: Postbox, to: { email: string; scripts: boolean }) {
  const [email] = await postbox.of(to.email);
  const link = /https?:\/\/\S+\/law-firm\/\S+token=\S+/.exec(email?.TextBody ?? "")?.[0] ?? "";
  await page.goto(link);
  // The browser that asked for the link submits the form by a script.
  if (!to.scripts) await press(page, "Continue");
}

const card = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });

async function fillDay(page: Page, legend: string, day: string) {
  const group = page.getByRole("group", { name: legend });
  const [year = "", month = "", date = ""] = day.split("-");
  await group.getByLabel("Day").fill(date);
  await group.getByLabel("Month").fill(month);
  await group.getByLabel("Year").fill(year);
}

test("a law firm opens its page, accepts, records a step, proposes dates and asks a question", async ({
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
  const firm = await instruct(db, "seller", { person, staff });

  await test.step("the letter’s link leads to an email box, which sends no link to strangers", async () => {
    await page.goto(firm.page);
    await expectPath(page, `${firm.page}/sign-in`);
    await expect(page.getByText(firm.street)).toBeHidden();
    await inspect(page);
    await askForLink(page, `forwarded.${person.email}`);
    await inspect(page);
    await postbox.expectNames(`forwarded.${person.email}`, []);
    await page.getByRole("link", { name: "Use another email address" }).click();
    await askForLink(page, firm.email);
    await postbox.expectNames(firm.email, ["magic_link_firm"]);
  });

  await test.step("the emailed link opens the page", async () => {
    await openLink(page, postbox, { email: firm.email, scripts });
    await expectPath(page, firm.page);
    await expect(heading(page, new RegExp(`^${firm.street}`))).toBeVisible();
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await scan(page);
    }
    await page.setViewportSize(DESKTOP);
    await inspect(page);
  });

  await test.step("an empty answer is refused, and the firm accepts", async () => {
    await press(page, "Accept instruction");
    await expectErrors(page, ["Enter the fee earner", "Enter your name"]);
    await inspect(page);
    const form = page.locator("#accept");
    await form.getByLabel("Fee earner").fill("Priya Shah");
    await form.getByLabel("Your reference (optional)").fill("HL/23881");
    await form.getByLabel("Your name").fill("Priya Shah");
    await press(page, "Accept instruction");
    await expect(message(page, "Your answer has been saved")).toBeVisible();
    await expect(page.getByText("Yours HL/23881.")).toBeVisible();
  });

  await test.step("the firm records the contract pack, with the name that it gave before", async () => {
    await expect(card(page, "Send the contract pack")).toBeVisible();
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await scan(page);
    }
    await expect(page.locator("#record").getByLabel("Your name")).toHaveValue("Priya Shah");
    await fillDay(page, "Day on which you sent it", addDays(today, 1));
    await press(page, "Mark contract pack sent");
    await expectErrors(page, ["The day must be today or earlier. For a later day, propose dates"]);
    await fillDay(page, "Day on which you sent it", today);
    await press(page, "Mark contract pack sent");
    await expect(message(page, "The step has been recorded")).toBeVisible();
    await expect(card(page, "You have no step to record now")).toBeVisible();
    await inspect(page);
  });

  await test.step("proposed dates and a question wait at the handler’s desk", async () => {
    await page.getByRole("link", { name: "Propose dates" }).click();
    await press(page, "Propose dates");
    await expectErrors(page, ["Enter at least one date"]);
    await inspect(page);
    await fillDay(page, "Exchange (optional)", addDays(today, 20));
    await press(page, "Propose dates");
    await expect(message(page, "We’ve received your dates")).toBeVisible();
    await page.getByRole("link", { name: "Ask us a question" }).click();
    await inspect(page);
    await page.getByLabel("Your question").fill("Is the boiler new?");
    await press(page, "Send question");
    await expect(message(page, "We’ve received your question")).toBeVisible();
    const desk = await staff.newPage();
    await desk.goto("/admin/desk");
    await expect(desk.getByText(/Agree dates that Ashby & Co proposes: exchange/)).toBeVisible();
    await expect(desk.getByText(/Priya Shah, Ashby & Co: “Is the boiler new\?”/)).toBeVisible();
  });

  await test.step("after signing out, the page asks for an email address again", async () => {
    await press(page, "Sign out");
    await expect(message(page, "You’ve signed out")).toBeVisible();
    await page.goto(firm.page);
    await expectPath(page, `${firm.page}/sign-in`);
  });
});

test("a law firm declines, and the handler has it at the desk at once", async ({
  page,
  db,
  person,
  postbox,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const staff = await anotherBrowser();
  const firm = await instruct(db, "buyer", { person, staff });
  await page.goto(firm.page);
  await askForLink(page, firm.email);
  await openLink(page, postbox, { email: firm.email, scripts });
  await page.getByText("Decline instead").click();
  await press(page, "Decline instruction");
  await expectErrors(page, ["Choose a reason", "Enter your name"]);
  await inspect(page);
  const form = page.locator("#decline");
  await form.getByLabel("Reason").selectOption("Conflict of interest");
  await form.getByLabel("Your name").fill("Priya Shah");
  await form.getByLabel(/^Note to/).fill("We act for the seller’s bank.");
  await press(page, "Decline instruction");
  await expect(message(page, "You’ve declined the instruction")).toBeVisible();
  await expect(card(page, "Your firm has declined")).toBeVisible();
  await inspect(page);
  const desk = await staff.newPage();
  await desk.goto("/admin/desk");
  await expect(desk.getByText("Instruction declined", { exact: true }).first()).toBeVisible();
  await desk
    .getByRole("link", { name: /^Replace solicitor/ })
    .first()
    .click();
  await expectPath(desk, `/admin/transactions/${firm.id}/solicitors/put-right/buyer`);
});
