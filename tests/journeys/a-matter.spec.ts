import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { londonDay } from "#app/domain/shared/dates.ts";
import { isWorkingDay } from "#app/domain/shared/working-days.ts";
import {
  acceptBuyerTerms,
  openPersonForm,
  chooseLender,
  fillPerson,
  fillPurchase,
  gifts,
  joint,
  lookUp,
} from "./support/buyer.ts";
import { expect, test } from "./support/fixtures.ts";
import { followLink, openEmail, signUpByHand } from "./support/new-user.ts";
import { picture } from "./support/pictures.ts";
import {
  acceptTerms,
  ageFormKey,
  answer,
  expectPath,
  fillAnswers,
  findAddress,
  GOOD_CARD,
  heading,
  openCardForm,
  payWith,
  press,
  question,
  requestSignIn,
} from "./support/seller.ts";
import { message, openDialog, opener, row, openPage } from "./support/staff.ts";

/**
 * Follows docs/walkthrough.md as a new user would, using only the pages and the doubles’ console.
 */
const GUIDE = "docs/walkthrough.md";

const cast = {
  sam: "sam@example.test",
  bea: "bea@example.test",
  staff: "ada@fanlight.example",
  agent: "alice.bramham@northgatehomes.example",
  lawyer: "martin.outhwaite@airestreetlaw.example",
  home: "19 Bainbrigge Road",
};
const SAM = { first_name: "Sam", last_name: "Seller" };
const BEA = { first_name: "Bea", last_name: "Buyer" };
const POSTCODE = "LS6 2AB";
const MEMORANDUM = {
  name: "memorandum.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\nMemorandum of sale"),
};
const PEOPLE = ["Sam Seller", "Bea Buyer", "Jo Joint", "Gail Giver"];

test.use({ viewport: { width: 1280, height: 640 } });

test("a new user takes a matter from sign-up to completion by hand (A-002, A-003, A-017) @scripts", async ({
  page: sam,
  scripts,
  inspect,
  anotherBrowser,
}) => {
  const newReader = async () => (await anotherBrowser()).newPage();
  const [bea, ada] = [await newReader(), await newReader()];
  const [agent, lawyer] = [await newReader(), await newReader()];
  const walked: string[] = [];
  const step = (title: string, walk: () => Promise<void>) => {
    walked.push(title);
    return test.step(title, walk);
  };
  /**
   * Inspects a page when it is shown for the first time. If `name` is given, takes a picture for
   * the guide.
   */
  const look = async (page: Page, name?: string, from?: Locator) => {
    await inspect(page);
    if (name) await picture(page, name, from);
  };
  const tabs = ada.getByRole("navigation", { name: "Transaction" });
  const barLink = (name: string) =>
    ada
      .getByRole("navigation", { name: "Main pages" })
      .getByRole("link", { name: new RegExp(`^${name}`) });

  await step("1. Sam sells a home", async () => {
    await sam.goto("/");
    await sam.getByRole("contentinfo").getByRole("link", { name: "stand-ins" }).click();
    await expect(heading(sam, "Test doubles")).toBeVisible();
    await look(sam, "01-console");
    await sam.getByRole("link", { name: "Sign up as a seller" }).click();
    await signUpByHand(sam, { ...SAM, email: cast.sam }, /^4 Minster Yard/, {
      scripts,
      look: () => look(sam, "02-post-box"),
    });
    const finder = question(sam, "What is the address of the property?");
    await findAddress(finder, POSTCODE, new RegExp(`^${cast.home}`));
    await fillAnswers(sam, { agent: "I don't have an estate agent yet" });
    await press(sam, "Continue");
    await acceptTerms(sam);
    await openCardForm(sam, scripts);
    await payWith(sam, GOOD_CARD);
    await expect(heading(sam, "Payment succeeded!")).toBeVisible();
    await sam.getByRole("link", { name: "View your sale" }).click();
    await expect(heading(sam, `Selling ${cast.home}`)).toBeVisible();
    await look(sam, "03-sale");
  });

  await step("2. Bea buys it", async () => {
    await bea.goto("/mocks");
    await bea.getByRole("link", { name: "Sign up as a buyer" }).click();
    await signUpByHand(bea, { ...BEA, email: cast.bea }, /^6 Minster Yard/, { scripts });
    await lookUp(bea, POSTCODE);
    await bea.getByLabel(new RegExp(`^${cast.home}`)).check();
    await fillPurchase(bea);
    const dialog = bea.getByRole("dialog");
    await openPersonForm(bea, scripts, joint);
    await fillPerson(dialog, { first_name: "Jo", last_name: "Joint", email: "jo@example.test" });
    await dialog.getByLabel("Their address is the same as mine").check();
    await look(bea, "04-joint-buyer");
    await press(dialog, "Add buyer");
    await expect(question(bea, "Other buyers")).toContainText("Jo Joint");
    await openPersonForm(bea, scripts, gifts);
    await fillPerson(dialog, { first_name: "Gail", last_name: "Giver", email: "g@example.test" });
    await dialog.getByLabel("Their address is the same as mine").check();
    await dialog.getByLabel("How much are they giving?").fill("20,000");
    await dialog.getByLabel("Parent").check();
    await press(dialog, "Add giftor");
    await expect(question(bea, "Giftors")).toContainText("Gail Giver");
    await answer(bea, "Do you need a mortgage for this purchase?", "Yes");
    await chooseLender(bea, scripts, "Nationwide Building Society");
    await press(bea, "Continue");
    await acceptBuyerTerms(bea);
    await press(bea, "Finish onboarding");
    await expect(heading(bea, "You're all set")).toBeVisible();
    await bea.getByRole("link", { name: "View your purchase" }).click();
    await expect(heading(bea, `Buying ${cast.home}`)).toBeVisible();
    await look(bea);
  });

  const tab = (name: RegExp) => tabs.getByRole("link", { name }).click();

  await step("3. Ada takes the matter on", async () => {
    await ada.goto("/sign-in");
    await requestSignIn(ada, cast.staff);
    await followLink(ada, cast.staff, { scripts });
    await expectPath(ada, "/admin/transactions");
    await look(ada, "05-list");
    await row(ada, cast.home).getByRole("link").click();
    await expect(heading(ada, new RegExp(`^${cast.home}`))).toBeVisible();
    await look(ada);

    await tab(/^Estate Agent/);
    await ada
      .getByLabel("Estate agent", { exact: true })
      .selectOption({ label: "Northgate Homes Leeds" });
    await press(ada, "Assign estate agent");
    await press(ada, "Yes, assign estate agent");
    await expect(message(ada, "You've successfully assigned an estate agent")).toBeVisible();
    await openDialog(ada, "Edit fee", "Agent’s fee");
    await ada.getByLabel("Fee", { exact: true }).fill("1.2%");
    await ada.getByLabel("Plus VAT").check();
    await press(ada, "Save");
    await expect(message(ada, "Agent’s fee saved")).toBeVisible();
    await look(ada);
  });

  await step("4. The agent sends the memorandum", async () => {
    await openEmail(agent, cast.agent, /^Sale registered with Fanlight/);
    await openPrivatePage(agent, { path: /\/agents\/\w+$/, email: cast.agent, scripts, look });
    await expect(heading(agent, "Your sales")).toBeVisible();
    await agent.getByRole("link", { name: new RegExp(`^${cast.home}`) }).click();
    await agent.getByLabel("Buyer’s first name").fill(BEA.first_name);
    await agent.getByLabel("Buyer’s last name").fill(BEA.last_name);
    await agent.getByLabel("Buyer’s email").fill(cast.bea);
    await agent.getByLabel("Buyer’s mobile number", { exact: true }).fill("07400 123456");
    await agent.getByLabel("Agreed price").fill("450,000");
    await agent.getByLabel("Your name").fill("Alice Bramham");
    await agent.getByLabel("Memorandum of sale").setInputFiles(MEMORANDUM);
    await look(agent, "06-memorandum");
    await press(agent, "Send memorandum");
    await expect(message(agent, "We’ve received your memorandum of sale")).toBeVisible();
    await look(agent);

    await tab(/^Overview/);
    await ada
      .getByRole("link", { name: /^Check memorandum/ })
      .first()
      .click();
    await ada.getByRole("radio", { name: /^Bea Buyer/ }).check();
    await look(ada, "07-agree-sale");
    await press(ada, "Check and continue");
    await look(ada);
    await ada.getByRole("button", { name: /^Confirm and send/ }).click();
    await expect(message(ada, "Success!")).toBeVisible();
    await agent.reload();
    await expect(agent.getByRole("heading", { name: "A sale is agreed" })).toBeVisible();
  });

  await step("5. The solicitors are instructed", async () => {
    await tab(/^Solicitors/);
    await openPage(ada, "Assign solicitors", "Assign solicitors");
    await ada
      .getByLabel("Seller solicitor")
      .selectOption({ label: "Aire Street Sales, Aire Street Law" });
    await ada
      .getByLabel("Buyer solicitor")
      .selectOption({ label: "Rowntree Pike Residential, Rowntree Pike LLP" });
    await press(ada, "Check and continue");
    await expect(ada.getByText("Double check your solicitors and confirm.")).toBeVisible();
    await look(ada, "08-solicitors");
    await press(ada, "Yes, I'm sure. Assign solicitors");
    await expect(message(ada, "You've successfully assigned solicitors")).toBeVisible();

    await openEmail(lawyer, cast.lawyer, new RegExp(`^New instruction: sale of ${cast.home}`));
    await openPrivatePage(lawyer, { path: /\/law-firm\//, email: cast.lawyer, scripts, look });
    await lawyer.getByLabel("Fee earner").first().fill("Martin Outhwaite");
    await lawyer.getByLabel("Your name").first().fill("Martin Outhwaite");
    await look(lawyer, "09-instruction");
    await press(lawyer, "Accept instruction");
    await expect(message(lawyer, "Your answer has been saved")).toBeVisible();
    await look(lawyer);
  });

  const check = (name: string) => row(ada, name).filter({ hasText: cast.home });

  await step("6. Everyone is checked", async () => {
    await tab(/^Thirdfort/);
    for (const name of PEOPLE) {
      await openDialog(ada, `Order check for ${name}`, "Order check");
      await press(ada, "Order check");
      await expect(row(ada, name)).toContainText("Pending");
    }
    await ada.reload();
    await look(ada, "10-checks", tabs);
    await row(ada, "Sam Seller")
      .getByRole("link", { name: /^t\w{19}$/ })
      .click();
    await expect(heading(ada, "Thirdfort")).toBeVisible();
    await look(ada);
    await ada.getByRole("link", { name: "All checks" }).click();
    await look(ada, "11-thirdfort", heading(ada, "Thirdfort"));
    for (const name of PEOPLE) {
      await check(name)
        .getByRole("button", { name: /^Complete t/ })
        .click();
      await expect(check(name)).toContainText("closed");
    }
    await check("Sam Seller").getByRole("link", { name: cast.home }).click();
    for (const name of PEOPLE) await expect(row(ada, name)).toContainText("Complete");
    await look(ada);
  });

  await step("7. The property is searched", async () => {
    await tab(/^Searches/);
    await openDialog(ada, "Order Searches", "Order searches");
    await look(ada);
    await press(ada, "Order searches");
    await expect(row(ada, "Environmental")).toContainText("in progress");
    const oneSearch = ada.context().waitForEvent("page");
    await ada.getByRole("link", { name: /^Order OS\d+/ }).click();
    const provider = await oneSearch;
    await provider.getByRole("button", { name: /^Request the title plan/ }).click();
    await expect(row(provider, cast.home)).toContainText("TitlePlan: 204");
    await look(provider, "12-one-search");
    await provider.getByRole("button", { name: /^Complete/ }).click();
    await expect(row(provider, cast.home)).toContainText("Local: complete");
    await provider.close();
    await expect(async () => {
      await ada.reload();
      await expect(ada.getByText(/^Moderate risk$/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await look(ada, "13-searches", tabs);
    await press(ada, "Mark as Sent Title plan");
    await press(ada, "Mark as Received Title plan");
    await expect(row(ada, "Title plan")).toContainText("received");
    await openDialog(ada, "Request water bill", "Request water bill");
    await press(ada, "Send request");
    await expect(message(ada, "Water bill requested")).toBeVisible();
  });

  await step("8. Sam answers an email", async () => {
    await openEmail(sam, cast.sam, /water bill/);
    await sam.getByRole("link", { name: "Answer this email" }).click();
    await sam.getByLabel("Text").fill("Here is our water bill. When shall we exchange?");
    await look(sam, "14-answer");
    await press(sam, "Send");
    await expect(message(sam, "Our site received the email")).toBeVisible();
    await tab(/^Events/);
    const received = ada.getByRole("region", { name: "Emails received" });
    await expect(received).toContainText("Matched by: Reply address");
    await received.getByText(/^Re: /).click();
    await expect(received).toContainText("Here is our water bill.");
    await look(ada);
    await tab(/^Searches/);
    await press(ada, "Mark as Received Water bill");
    await expect(row(ada, "Water bill")).toContainText("received");
  });

  await step("9. Ada works from the desk", async () => {
    await barLink("Inbox").click();
    await expectPath(ada, "/admin/inbox");
    await ada.getByRole("link", { name: /^Everyone’s/ }).click();
    await ada
      .getByRole("listitem")
      .filter({ hasText: cast.home })
      .getByRole("link")
      .first()
      .click();
    await ada.getByLabel("Your answer").fill("Thank you, Sam. We plan to exchange next week.");
    await look(ada, "15-inbox");
    await press(ada, "Send email");
    await expect(message(ada, "Email sent")).toBeVisible();

    await barLink("Transactions").click();
    await expectPath(ada, "/admin/transactions");
    await row(ada, cast.home).getByRole("link").click();
    await opener(ada, "Hand over").click();
    await ada.getByLabel("New handler").selectOption({ label: "Ada Marsh" });
    await ada.getByLabel("Note", { exact: true }).fill("Sam asks when we exchange.");
    await press(ada, "Hand over");
    await expect(message(ada, "Matter handed over")).toBeVisible();
    await look(ada, "16-overview");

    await barLink("Desk").click();
    await expect(heading(ada, "Desk")).toBeVisible();
    await look(ada, "17-desk");
    await ada.goBack();
    await expect(heading(ada, new RegExp(`^${cast.home}`))).toBeVisible();

    await opener(ada, "Chase").click();
    await expect(ada.getByText("You can’t undo this.")).toBeVisible();
    await look(ada, "18-chase");
    await press(ada, "Send email");
    await expect(message(ada, "Email queued")).toBeVisible();
    const firm = await (await anotherBrowser()).newPage();
    await openEmail(firm, "", /^Update needed/);
    await firm.locator("pre").getByRole("link").first().click();
    await firm.getByLabel("We’re waiting for someone else").check();
    await firm.getByLabel("Who are you waiting for?").fill("The seller’s mortgage lender");
    await firm.getByLabel("Your name").fill("Sol Able");
    await look(firm, "19-answer");
    await press(firm, "Send answer");
    await expect(heading(firm, "Thank you for your answer")).toBeVisible();
  });

  const today = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London" }).format();

  await step("10. Ada ends the matter and undoes it", async () => {
    await ada.goto("/admin/transactions");
    await row(ada, cast.home).getByRole("link").click();
    await ada.getByRole("link", { name: "End matter" }).click();
    await expect(heading(ada, "End this matter")).toBeVisible();
    await ada.getByRole("radio", { name: "Seller withdrew" }).check();
    await look(ada);
    await press(ada, "Check and continue");
    await expect(heading(ada, "End this matter: check and confirm")).toBeVisible();
    await look(ada, "20-end");
    await ada.getByRole("button", { name: /^End matter and send \d+ emails$/ }).click();
    await expect(ada.getByText(/This matter ended on/)).toBeVisible();
    await look(ada, "21-undo");
    await press(ada, "Undo Matter ended: Seller withdrew");
    await expect(message(ada, "Undone")).toBeVisible();
  });

  await step("11. The matter completes", async () => {
    await tab(/^Buyers/);
    await expect(heading(ada, new RegExp(`^${cast.home}`))).toBeVisible();
    await expect.poll(() => new URL(ada.url()).pathname).toMatch(/\/buyers$/);
    // The strip has the same link, which leads back to the overview.
    await ada.getByRole("link", { name: "Send buyer found email", exact: true }).last().click();
    await press(ada, "Send buyer found email");
    await expect(ada.getByText(/^Last sent on /)).toBeVisible();

    const strip = ada.getByRole("group", { name: "Progress of this matter" });
    await expect(strip).toContainText("Contract pack");
    await expect(strip).toContainText("Seller’s solicitor");
    await openDialog(ada, "Record contract pack ready", "Record contract pack ready");
    await press(ada, "Record as ready");
    await expect(message(ada, "Contract pack recorded as ready")).toBeVisible();
    await lawyer.reload();
    await expect(lawyer.getByText(/You have the next step/)).toBeVisible();
    await press(lawyer, "Mark contract pack sent");
    await expect(message(lawyer, "The step has been recorded")).toBeVisible();
    await look(lawyer, "22-steps");
    await ada.reload();
    for (const said of ["Enquiries raised", "Enquiries answered"]) {
      await press(ada, said);
      await expect(message(ada, `${said}: ${today}`)).toBeVisible();
    }
    await look(ada);
    await openDialog(ada, "Add a note", "Add a note for customers");
    await ada.getByLabel("Stage", { exact: true }).selectOption("Exchange");
    await ada.getByLabel("Sellers and buyers").check();
    const note = "Both solicitors are ready to exchange";
    await ada.getByLabel("Note", { exact: true }).fill(note);
    await press(ada, "Add note");
    await expect(message(ada, "Note added")).toBeVisible();
    for (const page of [sam, bea]) {
      await page.goto("/mocks");
      await page.getByRole("link", { name: "their own pages" }).click();
      await page.getByRole("link", { name: new RegExp(cast.home) }).click();
      await expect(page.getByText(note).first()).toBeVisible();
      await look(page);
    }
    await ada.getByRole("link", { name: new RegExp(`^${cast.home}`) }).click();

    await tab(/^Buyers/);
    await openDialog(ada, "Edit significant dates for Purchase Intent 1", "Edit significant dates");
    for (const name of ["Sale Agreed", "Exchanged", "Completed"]) {
      await fillDate(question(ada, name), today);
    }
    await look(ada, "23-dates");
    await press(ada, "Save");
    if (!isWorkingDay(londonDay(new Date()))) {
      await expect(ada.getByText(/ is a (?:Saturday|Sunday|bank holiday)/).first()).toBeVisible();
      await press(ada, "Save");
    }
    await expect(message(ada, "Significant dates saved")).toBeVisible();
    await look(ada, "24-completed");
    await tab(/^Intelligence/);
    await press(ada, "Refresh transaction intelligence");
    await expect(ada.getByText("There’s nothing left to do.")).toBeVisible();
    await ada.goto("/admin/transactions");
    const cell = (column: string) => row(ada, cast.home).locator(`[data-column="${column}"]`);
    for (const column of ["sale_agreed", "exchanged", "completed"]) {
      await expect(cell(column)).toHaveText(today);
    }
    for (const stage of ["Payment", "Estate agent", "Solicitors", "Searches", "ID checks"]) {
      await expect(cell("progress")).toContainText(`${stage}: Complete`);
    }
  });

  await step("12. What Sam and Bea see", async () => {
    for (const [page, done, name] of [
      [sam, "is sold", "25-sale-completed"],
      [bea, "is yours", "26-purchase-completed"],
    ] as const) {
      await page.goto("/mocks");
      await page.getByRole("link", { name: "their own pages" }).click();
      await page.getByRole("link", { name: new RegExp(cast.home) }).click();
      await expect(heading(page, `${cast.home} ${done}`)).toBeVisible();
      await look(page, name);
    }
  });

  await step("13. The money", async () => {
    await ada.goto("/admin/transactions");
    await row(ada, cast.home).getByRole("link").click();
    await tab(/^Orders/);
    await openDialog(ada, "Refund", "Refund a payment");
    await ada.getByLabel("Amount").fill("24");
    await ada.getByLabel("Reason").fill("We answered two emails late.");
    await press(ada, "Check and continue");
    await expect(ada.getByText("Preview of the email")).toBeVisible();
    await look(ada, "27-refund");
    await press(ada, "Yes, refund and email");
    await expect(message(ada, "Stripe has accepted the refund")).toBeVisible();
    await ada.goto("/admin/payments");
    await ada.getByRole("link", { name: "Invoices", exact: true }).click();
    await expect(heading(ada, "Invoices")).toBeVisible();
    await look(ada, "28-invoices");
  });

  const told = [...readFileSync(GUIDE, "utf8").matchAll(/^## (\d.*)$/gm)].map(([, title]) => title);
  expect(walked, `the steps of ${GUIDE}`).toEqual(told);
});

/** @param date in the format "22/11/2026" */
async function fillDate(fields: Locator, date: string) {
  const [day = "", month = "", year = ""] = date.split("/");
  await fields.getByLabel("Day").fill(day);
  await fields.getByLabel("Month").fill(month);
  await fields.getByLabel("Year").fill(year);
}

/** Follows the link in an open email to a private page, and the sign-in link that it sends. */
async function openPrivatePage(
  page: Page,
  {
    path,
    email,
    scripts,
    look,
  }: { path: RegExp; email: string; scripts: boolean; look: (page: Page) => Promise<void> },
) {
  await page.locator("pre").getByRole("link", { name: path }).first().click();
  await page.getByLabel("Work email address").fill(email);
  await look(page);
  await ageFormKey(page, "firm-sign-in");
  await press(page, "Email me a link");
  await expect(heading(page, "Check your email")).toBeVisible();
  await openEmail(page, email, /^Your link to /);
  await page.locator("pre").getByRole("link").first().click();
  if (!scripts) await press(page, "Continue");
}
