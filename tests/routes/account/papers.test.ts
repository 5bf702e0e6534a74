import { beforeEach, describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open as openAdmin } from "../admin/pages.ts";
import { assignSolicitor, findSale } from "./matters.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/started.ts";

/** Issue 24: what customers say of the papers that their solicitor emails them. */

const { db } = useTestDatabase();

let matter: string;
let sam: Visitor;
let cy: Visitor;

const sell = () => `/dashboard/sell/${matter}`;
const buy = () => `/dashboard/buy/${matter}`;

/** A press of the button that the page shows. */
const say = (
  papers: "returned" | "not_returned",
  visitor: Visitor,
  { path = sell(), law_firm = "Able Law" } = {},
) => open(path, { ...visitor, fields: { law_firm, papers } });

async function emailOfHuw() {
  const { email } = await db
    .selectFrom("parties")
    .select("email")
    .where("transaction_id", "=", matter)
    .executeTakeFirstOrThrow();
  return email ?? "";
}

const said = () =>
  db
    .selectFrom("events")
    .select(["event_name", "type", "author", "author_id", "comments"])
    .where("transaction_id", "=", matter)
    .where("event_name", "in", ["papers_returned", "papers_not_returned"])
    .orderBy("date_time")
    .execute();

beforeEach(async () => {
  sam = await signIn(db, { first_name: "Sam", last_name: "Seller" });
  cy = await signIn(db, { first_name: "Cy", last_name: "Buyer" });
  const huw = { ...bea, first_name: "Huw", email: `huw.${crypto.randomUUID()}@example.test` };
  matter = await findSale(db, sam.id, {
    terms: true,
    complete: true,
    change: { additional_sellers: [huw] },
  });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", matter)
    .executeTakeFirstOrThrow();
  const { id } = await createPurchase(db, cy.id, newPurchase(property_id));
  await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: cy.id });
  await confirmPurchase(db, { id, buyer_id: cy.id });
  await assignSolicitor(db, matter);
  await db.updateTable("purchase_intents").set({ is_active: true }).where("id", "=", id).execute();
});

describe("F-035 F-036 F-044 what a reader says of their papers", () => {
  test("a seller is asked, says so, is not asked any more, and may take it back", async () => {
    const asked = await open(sell(), sam);
    expect(asked.text).toContain("Documents to return");
    expect(asked.text).toContain(
      "Sign and return your engagement letter and TA forms Whose turn Yours When As soon as you have them",
    );
    expect(asked.html).toMatch(
      /<button[^>]*value="returned"[^>]*>I’ve returned the engagement letter and TA forms</,
    );

    const returned = await say("returned", sam);
    expect(returned.location).toBe(sell());
    expect((await flashIn(returned))?.title).toBe(
      "Thanks. We’ve marked your engagement letter and TA forms as returned",
    );
    const told = await open(sell(), sam);
    expect(told.text).not.toContain("Documents to return");
    expect(told.text).not.toContain("Sign and return");
    expect(told.text).toContain("Nothing to do for now");
    expect(told.text).toContain(
      "You told us today that you’ve returned your engagement letter and TA forms. I haven’t returned the engagement letter and TA forms yet",
    );
    expect(told.text).toContain("Sign the engagement letter Done Fill in the TA forms Done");

    const taken_back = await say("not_returned", sam);
    expect(taken_back.location).toBe(sell());
    expect((await flashIn(taken_back))?.title).toBe(
      "Thanks. We’ve marked your engagement letter and TA forms as not returned",
    );
    expect((await open(sell(), sam)).text).toContain("Documents to return");
    const by = { type: "seller", author: "seller", author_id: sam.id, comments: "Able Law" };
    expect(await said()).toEqual([
      { ...by, event_name: "papers_returned" },
      { ...by, event_name: "papers_not_returned" },
    ]);
  });

  test("a buyer says it of the letter alone, and the seller is asked as before", async () => {
    expect((await open(buy(), cy)).text).toContain(
      "Sign and return your engagement letter Whose turn Yours When As soon as you have it",
    );
    const returned = await say("returned", cy, { path: buy() });
    expect((await flashIn(returned))?.title).toBe(
      "Thanks. We’ve marked your engagement letter as returned",
    );
    const told = await open(buy(), cy);
    expect(told.text).toContain("You told us today that you’ve returned your engagement letter.");
    expect((await open(sell(), sam)).text).toContain("Documents to return");
    expect(await said()).toMatchObject([{ type: "buyer", author_id: cy.id }]);
  });

  test("nothing is said of another sale of the same seller", async () => {
    const other = await findSale(db, sam.id, { terms: true, complete: true });
    await assignSolicitor(db, other);
    await say("returned", sam);
    expect((await open(`/dashboard/sell/${other}`, sam)).text).toContain("Documents to return");
  });

  test("one seller says nothing for the other", async () => {
    await say("returned", sam);
    const huw = await signIn(db, { email: await emailOfHuw(), first_name: "Huw" });
    expect((await open(sell(), huw)).text).toContain("Documents to return");
    await say("returned", huw);
    expect((await open(sell(), huw)).text).not.toContain("Documents to return");
  });

  test("six presses at once are one, and what is so already is not said again", async () => {
    await say("not_returned", sam);
    expect(await said()).toHaveLength(0);
    await Promise.all(Array.from({ length: 6 }, () => say("returned", sam)));
    await say("returned", sam);
    expect(await said()).toHaveLength(1);
  });

  test("who has another firm since is asked for its papers", async () => {
    await say("returned", sam);
    await recordEvent(db, {
      transaction_id: matter,
      event_name: "solicitors_replaced",
      type: "seller",
      author: "system",
    });
    expect((await open(sell(), sam)).text).toContain("Documents to return");
  });

  test("a page from before the firm was replaced says nothing of the new one's", async () => {
    const answer = await say("returned", sam, { law_firm: "Gone & Co" });
    expect(answer.location).toBe(sell());
    expect((await flashIn(answer))?.title).toBe(
      "Your solicitor has changed, so these documents no longer apply",
    );
    expect(await said()).toHaveLength(0);
  });

  test("nobody says it who has no part in it: not a stranger, not the other side, not staff", async () => {
    const staff = await signIn(db, { type: "admin" });
    const stranger = await signIn(db, { first_name: "Stan", last_name: "Stranger" });
    for (const [visitor, path] of [
      [stranger, sell()],
      [stranger, buy()],
      [cy, sell()],
      [sam, buy()],
      [staff, sell()],
      [staff, buy()],
    ] as const) {
      expect((await say("returned", visitor, { path })).status).toBe(404);
    }
    expect(await said()).toHaveLength(0);
    // They look on, and read what the customer reads.
    const looked = await open(sell(), staff);
    expect(looked.text).toContain("Documents to return");
    expect(looked.html).not.toContain("I’ve returned the engagement letter and TA forms");
    await say("returned", sam);
    expect((await open(sell(), staff)).text).toContain("You told us today");
  });

  test("staff see who says so, of the firms that act now and of this sale alone", async () => {
    const staff = await signIn(db, { type: "admin" });
    const stages = async (id: string) =>
      (await openAdmin(`/admin/transactions/${id}/stages`, staff)).text;
    const other = await findSale(db, sam.id, { terms: true, complete: true });
    await assignSolicitor(db, other);
    const nobody = "No customer has marked these as returned yet.";
    expect(await stages(matter)).toContain(nobody);

    await say("returned", cy, { path: buy() });
    await say("returned", sam);
    expect(await stages(matter)).toMatch(
      /Cy Buyer \(buyer\): returned to Able Law [\d/, :]+ Sam Seller \(seller\): returned to Able Law [\d/, :]+/,
    );
    expect(await stages(other)).toContain(nobody);

    const huw = await signIn(db, { email: await emailOfHuw(), first_name: "Huw" });
    await say("returned", huw);
    expect(await stages(matter)).toMatch(/they’ve returned .* Huw \w+ \(seller\)/);
    await db.deleteFrom("parties").where("transaction_id", "=", matter).execute();
    expect(await stages(matter)).not.toContain("Huw");

    await say("not_returned", cy, { path: buy() });
    const event = { transaction_id: matter, type: "seller", author: "system" } as const;
    expect(await stages(matter)).toMatch(/they’ve returned Sam Seller \(seller\)/);
    await recordEvent(db, { ...event, event_name: "solicitors_replaced" });
    expect(await stages(matter)).toContain(nobody);
  });

  test("without an answer, or with another, nothing is written down", async () => {
    expect((await open(sell(), { ...sam, fields: {} })).status).toBe(400);
    const other = { law_firm: "Able Law", papers: "lost" };
    expect((await open(sell(), { ...sam, fields: other })).status).toBe(400);
    expect(await said()).toHaveLength(0);
  });
});
