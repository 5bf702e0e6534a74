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
import { assignSolicitor, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

/** Customers mark the documents from their solicitor as returned. */

const { db } = useTestDatabase();

let matter: string;
let sam: Visitor;
let cy: Visitor;

const sell = () => `/dashboard/sell/${matter}`;
const buy = () => `/dashboard/buy/${matter}`;

const submitReturned = (
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

const listReturnedEvents = () =>
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
  matter = await insertSaleAtStage(db, sam.id, {
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

describe("marking documents as returned (F-035 F-036 F-044)", () => {
  test("a seller can mark the documents as returned, is then no longer asked to return them, and can undo the mark", async () => {
    const asked = await open(sell(), sam);
    expect(asked.text).toContain("Documents to return");
    expect(asked.text).toContain(
      "Sign and return your engagement letter and TA forms When As soon as you have them",
    );
    expect(asked.html).toMatch(
      /<button[^>]*value="returned"[^>]*>I’ve returned the engagement letter and TA forms</,
    );

    const returned = await submitReturned("returned", sam);
    expect(returned.location).toBe(sell());
    expect((await flashIn(returned))?.title).toBe(
      "Thanks. We’ve marked your engagement letter and TA forms as returned",
    );
    const told = await open(sell(), sam);
    expect(told.text).not.toContain("Documents to return");
    expect(told.text).not.toContain("Sign and return");
    expect(told.text).toContain("Your turn Finish 15 sections about your home");
    expect(told.text).toContain(
      "You told us today that you’ve returned your engagement letter and TA forms. I haven’t returned the engagement letter and TA forms yet",
    );
    expect(told.text).toContain("Sign the engagement letter Done Fill in the TA forms Done");

    const taken_back = await submitReturned("not_returned", sam);
    expect(taken_back.location).toBe(sell());
    expect((await flashIn(taken_back))?.title).toBe(
      "Thanks. We’ve marked your engagement letter and TA forms as not returned",
    );
    expect((await open(sell(), sam)).text).toContain("Documents to return");
    const by = { type: "seller", author: "seller", author_id: sam.id, comments: "Able Law" };
    expect(await listReturnedEvents()).toEqual([
      { ...by, event_name: "papers_returned" },
      { ...by, event_name: "papers_not_returned" },
    ]);
  });

  test("a buyer marks only the engagement letter as returned, and the seller is still asked to return documents", async () => {
    expect((await open(buy(), cy)).text).toContain(
      "Sign and return your engagement letter When As soon as you have it",
    );
    const returned = await submitReturned("returned", cy, { path: buy() });
    expect((await flashIn(returned))?.title).toBe(
      "Thanks. We’ve marked your engagement letter as returned",
    );
    const told = await open(buy(), cy);
    expect(told.text).toContain("You told us today that you’ve returned your engagement letter.");
    expect((await open(sell(), sam)).text).toContain("Documents to return");
    expect(await listReturnedEvents()).toMatchObject([{ type: "buyer", author_id: cy.id }]);
  });

  test("marking one sale’s documents as returned leaves the seller’s other sale unmarked", async () => {
    const other = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
    await assignSolicitor(db, other);
    await submitReturned("returned", sam);
    expect((await open(`/dashboard/sell/${other}`, sam)).text).toContain("Documents to return");
  });

  test("a seller’s mark does not count for the co-seller, who is still asked to return documents", async () => {
    await submitReturned("returned", sam);
    const huw = await signIn(db, { email: await emailOfHuw(), first_name: "Huw" });
    expect((await open(sell(), huw)).text).toContain("Documents to return");
    await submitReturned("returned", huw);
    expect((await open(sell(), huw)).text).not.toContain("Documents to return");
  });

  test("six concurrent submits of a returned-documents form and a repeated one record one event in total", async () => {
    await submitReturned("not_returned", sam);
    expect(await listReturnedEvents()).toHaveLength(0);
    await Promise.all(Array.from({ length: 6 }, () => submitReturned("returned", sam)));
    await submitReturned("returned", sam);
    expect(await listReturnedEvents()).toHaveLength(1);
  });

  test("the seller is asked to return documents again after the solicitor is replaced", async () => {
    await submitReturned("returned", sam);
    await recordEvent(db, {
      transaction_id: matter,
      event_name: "solicitors_replaced",
      type: "seller",
      author: "system",
    });
    expect((await open(sell(), sam)).text).toContain("Documents to return");
  });

  test("a returned-documents form that was opened before the law firm was replaced records no event", async () => {
    const answer = await submitReturned("returned", sam, { law_firm: "Gone & Co" });
    expect(answer.location).toBe(sell());
    expect((await flashIn(answer))?.title).toBe(
      "Your solicitor has changed, so these documents no longer apply",
    );
    expect(await listReturnedEvents()).toHaveLength(0);
  });

  test("marking documents as returned answers 404 to strangers, the other side and staff", async () => {
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
      expect((await submitReturned("returned", visitor, { path })).status).toBe(404);
    }
    expect(await listReturnedEvents()).toHaveLength(0);
    const looked = await open(sell(), staff);
    expect(looked.text).toContain("Documents to return");
    expect(looked.html).not.toContain("I’ve returned the engagement letter and TA forms");
    await submitReturned("returned", sam);
    expect((await open(sell(), staff)).text).toContain("You told us today");
  });

  test("staff see which customers have marked documents as returned, only for this sale and its current law firms", async () => {
    const staff = await signIn(db, { type: "admin" });
    const stages = async (id: string) =>
      (await openAdmin(`/admin/transactions/${id}/stages`, staff)).text;
    const other = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
    await assignSolicitor(db, other);
    const nobody = "No customer has marked these as returned yet.";
    expect(await stages(matter)).toContain(nobody);

    await submitReturned("returned", cy, { path: buy() });
    await submitReturned("returned", sam);
    expect(await stages(matter)).toMatch(
      /Cy Buyer \(buyer\): returned to Able Law [\d/, :]+ Sam Seller \(seller\): returned to Able Law [\d/, :]+/,
    );
    expect(await stages(other)).toContain(nobody);

    const huw = await signIn(db, { email: await emailOfHuw(), first_name: "Huw" });
    await submitReturned("returned", huw);
    expect(await stages(matter)).toMatch(/they’ve returned .* Huw \w+ \(seller\)/);
    await db.deleteFrom("parties").where("transaction_id", "=", matter).execute();
    expect(await stages(matter)).not.toContain("Huw");

    await submitReturned("not_returned", cy, { path: buy() });
    const event = { transaction_id: matter, type: "seller", author: "system" } as const;
    expect(await stages(matter)).toMatch(/they’ve returned Sam Seller \(seller\)/);
    await recordEvent(db, { ...event, event_name: "solicitors_replaced" });
    expect(await stages(matter)).toContain(nobody);
  });

  test("a form with a missing or unknown answer about returned documents answers 400 and records no event", async () => {
    expect((await open(sell(), { ...sam, fields: {} })).status).toBe(400);
    const other = { law_firm: "Able Law", papers: "lost" };
    expect((await open(sell(), { ...sam, fields: other })).status).toBe(400);
    expect(await listReturnedEvents()).toHaveLength(0);
  });
});
