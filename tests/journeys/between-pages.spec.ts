import type { Page } from "@playwright/test";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import type { Db } from "#db/connection.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { startAtPayment, startAtTerms } from "./support/starting-points.ts";
import { expect, test } from "./support/fixtures.ts";
import type { Postbox } from "./support/postbox.ts";
import { signInCustomer } from "./support/people.ts";
import { expectEvents, readEventNames } from "./support/records.ts";
import {
  acceptTerms,
  applyCode,
  expectPath,
  heading,
  linkSent,
  openAboutYou,
  press,
  requestSignIn,
} from "./support/seller.ts";
import { message, signInStaff, uniqueName } from "./support/staff.ts";

async function endSessions(db: Db, user_id: string) {
  await db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("user_id", "=", user_id)
    .execute();
}

async function signInAndReload(page: Page, email: string, postbox: Postbox, scripts: boolean) {
  await expect(
    page.getByText(
      "Your session has ended. Sign in in a new tab, then reload this page to send your answers.",
    ),
  ).toBeVisible();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Sign in (opens in a new tab)" }).click(),
  ]);
  await requestSignIn(tab, email);
  await expect(linkSent(tab)).toBeVisible();
  await tab.goto(await postbox.link(email));
  if (!scripts) await press(tab, "Continue");
  await expectPath(tab, "/welcome-back");
  await tab.close();
  await page.reload();
}

test("terms submitted after the session ends are accepted once, when the seller signs in and reloads the page (WF-01.8, A-023)", async ({
  page,
  context,
  person,
  postbox,
  db,
  scripts,
}) => {
  const { seller_id, sale_id: sale } = await startAtTerms(db, context, page, person);
  const accept = page.getByLabel("I have read and accept the terms and conditions");
  await accept.check();
  await endSessions(db, seller_id);
  await press(page, "Continue");
  expect(await readEventNames(db, sale)).not.toContain("seller_terms_accepted");
  await signInAndReload(page, person.email, postbox, scripts);
  await expectPath(page, "/sell/payment");
  await page.goBack();
  await expectPath(page, "/sell/terms-and-conditions");
  await acceptTerms(page);
  await expectEvents(db, sale, ["transaction_created", "seller_terms_accepted"]);
});

test("a payment by code after the session ends is made when the seller signs in and reloads the page (WF-02.4, A-023)", async ({
  page,
  context,
  person,
  postbox,
  db,
  scripts,
}) => {
  const { seller_id } = await startAtPayment(db, context, page, person);
  await applyCode(page);
  await endSessions(db, seller_id);
  await press(page, "Submit");
  await signInAndReload(page, person.email, postbox, scripts);
  await expect(heading(page, "Payment succeeded!")).toBeVisible();
  await page.goBack();
  await expectPath(page, "/welcome-back");
});

test("Back shows no personal data after signing out (WF-05.7, A-032)", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInCustomer(db, context, person);
  await openAboutYou(page);
  await expect(page.getByLabel("First name")).toHaveValue("Sam");
  await page.goto("/welcome-back");
  await press(page, "Sign Out");
  await expectPath(page, "/sign-in");
  for (let step = 1; step <= 2; step++) {
    // The page may redirect before it has loaded completely.
    await page.goBack({ waitUntil: "commit" });
    await expect(page).toHaveURL((url) => /^\/(sign-in|sell\/get-started)$/.test(url.pathname));
    await expect(page.getByText("Sam Seller")).toHaveCount(0);
  }
});

test("a sign-up form submitted too fast keeps its values and can be submitted again (WF-06.8, AMB-B08)", async ({
  page,
  person,
  postbox,
}) => {
  await page.goto("/buy/get-started");
  await page.getByLabel("First name").fill(person.first_name);
  await page.getByLabel("Last name").fill(person.last_name);
  await page.getByLabel("Mobile number").fill(person.phone);
  await page.getByLabel("Email address").fill(person.email);
  await press(page, "Send me a magic link");
  await expect(page.locator(".error-summary")).toContainText(
    "Please wait a few seconds and try again",
  );
  await expect(page.getByLabel("Mobile number")).toHaveValue(person.phone);
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  await page.getByRole("button", { name: "Send me a magic link" }).dblclick();
  await expect(linkSent(page)).toBeVisible();
  await postbox.expectNames(person.email, ["magic_link_sign_up"]);
});

test("an assignment confirmed after the session ends is saved only when staff sign in and reload the page (WF-09.3, WF-10.5, A-023) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const { id } = await insertSale(db, seller.id);
  const agent = await insertAgent(db);
  const path = `/admin/transactions/${id}/estate-agent/assign`;
  await page.goto(`${path}?estate_agent=${agent}`);
  await expect(page.getByRole("button", { name: "Yes, assign estate agent" })).toBeVisible();
  await context.clearCookies();
  await press(page, "Yes, assign estate agent");
  await expect(heading(page, "Your session has ended")).toBeVisible();
  expect(await readEventNames(db, id)).not.toContain("estate_agent_assigned");

  await signInStaff(db, context, "Tomasin");
  // Wait until the page is a document without the router, so that the reload submits the form
  // again.
  await page.waitForFunction(() => !("__remixRouter" in window));
  await page.reload();
  await expect(message(page, "Success!")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("button", { name: /^(Yes, a|A)ssign/ })).toHaveCount(0);
  await expectEvents(db, id, ["estate_agent_assigned", "estate_agent_introduction_email_sent"]);
});

test("a confirmation without a network assigns no solicitors until it is retried, with the same choices (WF-10.5, V-002) @scripts", async ({
  page,
  context,
  person,
  db,
}) => {
  await signInStaff(db, context);
  const seller = await insertPerson(db, person.email);
  const buyer = await insertPerson(db, `buyer.${person.email}`);
  const sale = await insertSale(db, seller.id);
  await insertPurchase(db, sale, buyer.id, true);
  const name = uniqueName("Able");
  await insertLawyerGroup(db, { name });
  await page.goto(`/admin/transactions/${sale.id}/solicitors/assign`);
  await page.getByLabel("Seller solicitor").selectOption({ label: `${name}, Ashby & Co` });
  await page.getByLabel("Buyer solicitor").selectOption({ label: `${name}, Ashby & Co` });
  await press(page, "Check and continue");
  const confirm = page.getByRole("button", { name: "Yes, I'm sure. Assign solicitors" });
  await expect(confirm).toBeVisible();
  await page.route("**/healthz", (route) => route.abort("internetdisconnected"));
  await confirm.click();
  const lost = page.getByRole("alertdialog");
  await expect(lost).toBeVisible();
  expect(await readEventNames(db, sale.id)).toEqual([]);
  await page.unroute("**/healthz");
  await press(lost, "Try again");
  await expect(
    message(page, "You've successfully assigned solicitors for this transaction."),
  ).toBeVisible();
  expect(await readEventNames(db, sale.id)).toContain("seller_solicitors_assigned");
});
