import type { Page } from "@playwright/test";
import { adminDate } from "#app/domain/shared/dates.ts";
import { eventNames } from "#tests/support/sales.ts";
import { invite, invitedPerson, letDaysPass } from "#tests/support/invitations.ts";
import { aHome, lookUp } from "./support/buyer.ts";
import { expect, type NewPerson, test } from "./support/fixtures.ts";
import { accept, expectInvited, fillCustomer, fillHome, newInvitee } from "./support/invitation.ts";
import { readSale, readUser } from "./support/records.ts";
import {
  acceptTerms,
  expectErrors,
  expectPath,
  fillAnswers,
  findAddress,
  heading,
  press,
  question,
} from "./support/seller.ts";
import { message, openDialog, row, signInStaff } from "./support/staff.ts";

const LISTS = {
  sell: { path: "/admin/sellers-invitations", add: "Invite New Seller" },
  buy: { path: "/admin/buyers-invitations", add: "Invite New Buyer" },
};

async function expectRow(page: Page, role: "sell" | "buy", name: string, words: string[]) {
  await expect(async () => {
    await page.goto(LISTS[role].path);
    for (const text of words)
      await expect(row(page, name).first()).toContainText(text, { timeout: 500 });
  }).toPass();
}

const invitationOf = ({ first_name, last_name, email }: NewPerson) => ({
  customer: { ...invitedPerson, first_name, middle_name: null, last_name, email },
});

async function tellAddress(page: Page) {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await findAddress(question(page, "Your address"), "YO1 7HH", /^4 Minster Yard/);
  await press(page, "Save and continue");
  await expect(heading(page, "About the property")).toBeVisible();
}

test("staff invite a seller, who then sells, and a buyer, whose property is already selected in the form (WF-18, R-001 to R-046, AMB-R01 to AMB-R07)", async ({
  page,
  context,
  db,
  postbox,
  inspect,
  anotherBrowser,
  scripts,
}) => {
  await signInStaff(db, context);
  // A property has only one sale, so the journeys with and without scripts use two properties.
  const line_1 = scripts ? "35 Bootham Crescent" : "37 Bootham Crescent";
  const seller = newInvitee();
  const buyer = newInvitee();
  const late = newInvitee();

  await test.step("a seller is invited after an invalid referral code (WF-18.1)", async () => {
    await page.goto(LISTS.sell.path);
    await page.getByRole("link", { name: LISTS.sell.add }).click();
    await expect(heading(page, LISTS.sell.add)).toBeVisible();
    await inspect(page);
    await fillCustomer(page, seller);
    await fillHome(page, line_1);
    await page.getByLabel("Referral code").fill("NOPE");
    await press(page, "Send invitation");
    await expectErrors(page, ["Code not valid"]);
    await inspect(page);
    await page.getByLabel("Referral code").fill("FRIEND10");
    await press(page, "Send invitation");
    await expectInvited(page, seller);
    await inspect(page);
    await page.getByRole("link", { name: "Back to Sellers Invitations" }).click();
    await expectPath(page, LISTS.sell.path);
  });

  await test.step("the list shows that the invitation was sent (WF-18.2)", async () => {
    await postbox.expectNames(seller.email, ["invitation_seller"]);
    const home = `${line_1}, York, YO30 7AH`;
    await expectRow(page, "sell", seller.last_name, ["Email Sent", home, "Ada", "FRIEND10"]);
    await expect(row(page, seller.last_name)).toContainText(adminDate(new Date()));
    expect((await readUser(db, seller.email)).active).toBe(false);
    await inspect(page);
  });

  const link = await postbox.link(seller.email);
  const invited = await (await anotherBrowser()).newPage();

  await test.step("the seller opens the link twice in one browser and once in a second (WF-18.3)", async () => {
    await accept(invited, link);
    await expectPath(invited, "/sell/welcome");
    expect((await readUser(db, seller.email)).active).toBe(true);
    const elsewhere = await (await anotherBrowser()).newPage();
    await accept(elsewhere, link);
    await expectPath(elsewhere, "/sell/welcome");
    await accept(invited, link);
    await expectPath(invited, "/sell/welcome");
    await expectRow(page, "sell", seller.last_name, ["Magic Link clicked - 2 time(s)"]);
  });

  await test.step("the seller finds the property and the code filled in (WF-18.3)", async () => {
    await tellAddress(invited);
    await expect(invited.getByLabel("Address line 1")).toHaveValue(line_1);
    await expect(invited.getByLabel("Postcode")).toHaveValue("YO30 7AH");
    await fillAnswers(invited);
    await press(invited, "Continue");
    await acceptTerms(invited);
    await expect(invited.getByRole("banner").getByText("Northgate York")).toBeVisible();
    await expect(invited.getByRole("textbox", { name: "Referral code" })).toHaveValue("FRIEND10");
  });

  await test.step("payment completes the invitation (WF-18.4)", async () => {
    await press(invited, "Apply");
    await press(invited, "Submit");
    await expect(heading(invited, "Payment succeeded!")).toBeVisible();
    await expectRow(page, "sell", seller.last_name, ["Completed (transaction paid)"]);
    const sale = await readSale(db, seller.email);
    const names = await eventNames(db, sale.id);
    expect(names.filter((name) => name.startsWith("invitation"))).toEqual([
      "invitation_sent",
      "invitation_clicked",
    ]);
  });

  await test.step("a buyer is invited to a home that is for sale (WF-18.5)", async () => {
    const home = await aHome(db);
    await page.goto(LISTS.buy.path);
    await page.getByRole("link", { name: LISTS.buy.add }).click();
    await fillCustomer(page, buyer);
    await press(page, "Send invitation");
    await expectErrors(page, ["Please search for an address"]);
    await inspect(page);
    await lookUp(page, home.postcode);
    await expect(page.getByText("1 property found")).toBeVisible();
    await inspect(page);
    await page.getByLabel(home.address).check();
    await press(page, "Send invitation");
    await expectInvited(page, buyer);
    await postbox.expectNames(buyer.email, ["invitation_buyer"]);
    await expectRow(page, "buy", buyer.last_name, ["Email Sent", home.address, "Ada"]);
    await inspect(page);

    const theirs = await (await anotherBrowser()).newPage();
    await accept(theirs, await postbox.link(buyer.email));
    await expectPath(theirs, "/buy/welcome");
    await tellAddress(theirs);
    await expect(theirs.getByLabel("Postcode", { exact: true })).toHaveValue(home.postcode);
    await expect(theirs.getByLabel(home.address)).toBeChecked();
  });

  await test.step("an invitation that was not opened for seven days is resent (WF-18.6)", async () => {
    const { id } = await invite(db, invitationOf(late));
    await postbox.expectNames(late.email, ["invitation_seller"]);
    await expectRow(page, "sell", late.last_name, ["Email Sent"]);
    await letDaysPass(db, id, 8);
    const theirs = await (await anotherBrowser()).newPage();
    await theirs.goto(await postbox.link(late.email));
    await expectPath(theirs, "/authenticate/invitation-link-expired");

    await expectRow(page, "sell", late.last_name, ["Magic Link Expired", "Resend"]);
    await openDialog(page, `Resend the invitation to Rowan ${late.last_name}`, "Resend invitation");
    await inspect(page);
    await press(page, "Resend invitation");
    await expect(
      message(page, "You've successfully resent the invitation to the seller."),
    ).toBeVisible();
    await expect(row(page, late.last_name)).toHaveCount(2);
    const again = `Resend the invitation to Rowan ${late.last_name}`;
    await expect(page.getByRole("link", { name: again })).toHaveCount(0);
    const sent = await db
      .selectFrom("invitations")
      .innerJoin("users", "users.id", "invitations.user_id")
      .select(["is_resend", "invitations.id"])
      .where("email", "=", late.email)
      .orderBy("invitations.created_at")
      .execute();
    expect(sent.map(({ is_resend }) => is_resend)).toEqual([false, true]);
    await postbox.expectNames(late.email, ["invitation_seller", "invitation_seller"]);
    await accept(theirs, await postbox.link(late.email));
    await expectPath(theirs, "/sell/welcome");
  });

  await test.step("an invitation to the wrong person is cancelled, and its link no longer works", async () => {
    const wrong = newInvitee();
    await invite(db, invitationOf(wrong));
    await expectRow(page, "sell", wrong.last_name, ["Email Sent"]);
    const opened = await postbox.link(wrong.email);
    await openDialog(
      page,
      `Cancel the invitation to Rowan ${wrong.last_name}`,
      "Cancel invitation",
    );
    await inspect(page);
    await press(page, "Cancel invitation");
    await expect(message(page, "Invitation cancelled")).toBeVisible();
    await expect(row(page, wrong.last_name)).toContainText("cancelled");
    const theirs = await (await anotherBrowser()).newPage();
    await theirs.goto(opened);
    await expectPath(theirs, "/authenticate/invitation-link-expired");
  });
});
