import { expectError } from "#tests/support/log-guard.ts";
import { forSale } from "#tests/support/purchases.ts";
import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { action } from "#app/routes/account/welcome-back.tsx";
import {
  arrange,
  chosenView,
  matterPlace,
  type MatterSummary,
} from "#app/routes/account/matters.ts";
import * as buy from "#app/routes/buy/welcome.tsx";
import * as sell from "#app/routes/sell/welcome.tsx";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/visit.ts";
import { without } from "#tests/support/without.ts";
import { findPurchase, findSale } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

test("A-023 WF-05.7 a stranger is asked to sign in, and comes back", async () => {
  expect((await open("/welcome-back?view=purchases")).location).toBe(
    "/sign-in?redirectTo=%2Fwelcome-back%3Fview%3Dpurchases",
  );
  expect((await post(action, { sale: "a".repeat(24) })).status).toBe(401);
});

describe("F-001 to F-005 F-013 to F-015 somebody with nothing yet", () => {
  test("WF-05.5 sales", async () => {
    const { status, text, html } = await open("/welcome-back", await signIn(db));
    expect(status).toBe(200);
    expect(html).toContain("Welcome back, Sam!</h1>");
    expect(text).toContain("Select a property below to continue your sale or purchase.");
    expect(html).toContain("Your sales</h2>");
    expect(html).not.toContain("Your purchases");
    expect(text).toContain("There are no sales yet. Press the button below to get started.");
    expect(text).toContain("Sell a property");
    expect(text).toContain("Purchase a property");
    expect(text).not.toContain("Archived");
  });

  test("purchases", async () => {
    const { text, html } = await open("/welcome-back?view=purchases", await signIn(db));
    expect(html).toContain("Your purchases</h2>");
    expect(text).toContain("There are no purchases yet. Press the button below to get started.");
  });

  test("AMB-F02 the toggle is links, and says which is shown", async () => {
    const { html } = await open("/welcome-back", await signIn(db));
    expect(html).toMatch(
      /<a aria-current="page"[^>]* href="\/welcome-back\?view=sales">Sales<\/a>/,
    );
    expect(html).toMatch(
      /<a(?! aria-current)[^>]* href="\/welcome-back\?view=purchases">Purchases<\/a>/,
    );
  });
});

describe("F-006 to F-009 F-021 WF-05.2 the sales of a seller", () => {
  test("the latest as a card, the earlier ones as previous", async () => {
    const sam = await signIn(db);
    const a = await findSale(db, sam.id, { terms: true, complete: true, line_1: "1 Oldest Lane" });
    const b = await findSale(db, sam.id, { terms: true, line_1: "2 Newest Lane" });
    await findSale(db, (await signIn(db)).id, { line_1: "3 Other Lane" });
    const { html, text } = await open("/welcome-back", sam);

    const [latest, previous] = text.split("Previous");
    expect(latest).toContain("Information Needed 2 Newest Lane, York, YO1 7HZ");
    expect(latest).not.toContain("Archived");
    expect(previous).toContain("In progress Archived 1 Oldest Lane, York, YO1 7HZ");
    expect(previous).not.toContain("Information Needed");
    expect(text).not.toContain("3 Other Lane");
    expect(html).toContain(`href="/dashboard/sell/${a}"`);
    expect(html).toMatch(new RegExp(`<button[^>]* name="sale" value="${b}"`));
  });

  test("AMB-F01 a customer sees an unfinished earlier one too, and can go on with it", async () => {
    const sam = await signIn(db);
    const older = await findSale(db, sam.id, { line_1: "1 Oldest Lane" });
    await findSale(db, sam.id, { complete: true });
    const { html, text } = await open("/welcome-back", sam);
    expect(text).toMatch(/Previous Information Needed Archived 1 Oldest Lane/);
    expect(html).toContain(`value="${older}"`);
    expect(text).not.toContain("Show Archived");
  });
});

describe("AMB-F01 how a sale stands", () => {
  const order = (
    transaction_id: string,
    change: { stripe_transaction_status?: string; review?: string; payment_failed_at?: Date },
  ) =>
    db
      .insertInto("orders")
      .values({
        transaction_id,
        payment_type: "stripe_direct",
        total_amount_pence: 24_000,
        ...change,
      })
      .execute();

  test.each([
    ["the bank has the payment", { stripe_transaction_status: "processing" }],
    ["we look at a payment that does not fit", { review: "amount_mismatch" }],
  ])("while %s nothing is asked of the seller, earlier or latest", async (_what, payment) => {
    const sam = await signIn(db);
    for (const line_1 of ["1 Oldest Lane", "2 Newest Lane"]) {
      await order(await findSale(db, sam.id, { terms: true, line_1 }), payment);
    }
    const { text } = await open("/welcome-back", sam);
    expect(text).toContain("Payment processing 2 Newest Lane");
    expect(text).toContain("Previous Payment processing Archived 1 Oldest Lane");
    expect(text).not.toContain("Information Needed");
  });

  test("C4 a payment that failed says so, and asks for another", async () => {
    const sam = await signIn(db);
    await order(await findSale(db, sam.id, { terms: true }), {
      stripe_transaction_status: "requires_payment_method",
      payment_failed_at: new Date(),
    });
    const { text } = await open("/welcome-back", sam);
    expect(text).toContain("Payment failed");
    expect(text).toContain("Your payment didn’t go through and you haven’t been charged.");
    expect(text).not.toContain("Information Needed");
  });

  test("a payment that was declined asks for another", async () => {
    const sam = await signIn(db);
    await order(await findSale(db, sam.id, { terms: true }), {
      stripe_transaction_status: "requires_payment_method",
    });
    expect((await open("/welcome-back", sam)).text).toContain("Information Needed");
  });

  test("one that is completed is archived and nothing else", async () => {
    const sam = await signIn(db);
    const older = await findSale(db, sam.id, {
      terms: true,
      complete: true,
      line_1: "1 Oldest Lane",
    });
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", older)
      .executeTakeFirstOrThrow();
    const bea = await signIn(db);
    const { id } = await insertPurchase(db, { id: older, property_id }, bea.id, true);
    await findSale(db, sam.id);
    const shown = async () => (await open("/welcome-back", sam)).text;
    expect(await shown()).toContain("Previous In progress Archived 1 Oldest Lane");
    const setCompleted = (completed: string) =>
      db.updateTable("purchase_intents").set({ completed }).where("id", "=", id).execute();
    // Completion is due.
    await setCompleted("2999-01-04");
    expect(await shown()).toContain("Previous In progress Archived 1 Oldest Lane");
    await setCompleted("2026-03-31");
    expect(await shown()).toContain("Previous Archived 1 Oldest Lane");
  });
});

describe("F-010 F-021 the purchases of a buyer, by the same rules", () => {
  test("latest, previous, and where each leads", async () => {
    const bea = await signIn(db);
    const older = await findPurchase(db, bea.id, { complete: true });
    const newer = await findPurchase(db, bea.id);
    const { html, text } = await open("/welcome-back", bea);
    expect(text).toMatch(
      /Your purchases Information Needed .* Previous In progress Archived 1 Arch Street/,
    );
    expect(html).toContain(`href="/dashboard/buy/${older.transaction_id}"`);
    expect(html).toContain(`name="purchase" value="${newer.id}"`);
  });

  test("a replaced buyer reads that it isn’t going ahead, and no other state (CU-19)", async () => {
    const bea = await signIn(db);
    const { id: purchase_intent_id, transaction_id } = await findPurchase(db, bea.id, {
      complete: true,
    });
    await findPurchase(db, bea.id);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false })
      .where("id", "=", purchase_intent_id)
      .execute();
    const ofPurchase = { transaction_id, purchase_intent_id, author: "system" } as const;
    for (const event_name of [
      "purchase_intent_success_email_sent",
      "purchase_intent_deactivated",
    ] as const) {
      await recordEvent(db, { ...ofPurchase, event_name });
    }
    expect((await open("/welcome-back", bea)).text).toContain(
      "Previous Archived 1 Arch Street, Bath Not going ahead Open",
    );
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-11-02" })
      .where("id", "=", purchase_intent_id)
      .execute();
    expect((await open("/welcome-back", bea)).text).toContain(
      "Previous Archived 1 Arch Street, Bath Fell through Open",
    );
  });
});

describe("AMB-F02 which kind is shown", () => {
  const at = (day: number) => [{ created_at: new Date(2026, 0, day) }];
  test.each([
    ["nothing", null, [], [], "sales"],
    ["a sale", null, at(1), [], "sales"],
    ["a purchase", null, [], at(1), "purchases"],
    ["a newer purchase", null, at(1), at(2), "purchases"],
    ["a newer sale", null, at(2), at(1), "sales"],
    ["asked for sales", "sales", at(1), at(2), "sales"],
    ["asked for purchases", "purchases", at(1), [], "purchases"],
    ["asked for something else", "rentals", at(1), [], "sales"],
  ] as const)("%s", (_name, asked, sales, purchases, view) => {
    expect(chosenView(asked, { sales, purchases })).toBe(view);
  });
});

test.each([
  ["buy", "Your purchases"],
  ["sell", "Your sales"],
] as const)(
  "C16 AMB-F02 whoever is invited to %s, and has nothing yet, is shown %s",
  async (role, heading) => {
    const ivy = await signIn(db);
    const invited_by = (await signIn(db, { type: "admin" })).id;
    const { property_id } = await forSale(db);
    await db
      .insertInto("invitations")
      .values({ role, user_id: ivy.id, invited_by, new_user: true, status: "clicked", property_id })
      .execute();
    expect((await open("/welcome-back", ivy)).text).toContain(heading);
  },
);

describe("24 where a matter is, in the list of them", () => {
  test.each([
    ["searches", true, "Stage 3 of 7: searches"],
    ["completed", true, "Completed"],
    ["aborted", true, "Fell through"],
    ["not_instructed", true, null],
    [null, true, null],
    ["searches", false, null],
  ])("%s, complete: %s", (place, complete, said) => {
    expect(matterPlace({ complete, place })).toBe(said);
  });

  test("a seller and the active buyer read it, and nobody else who would buy", async () => {
    const sam = await signIn(db);
    const sale = await findSale(db, sam.id, { terms: true, complete: true });
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", sale)
      .executeTakeFirstOrThrow();
    const [bea, cy] = [await signIn(db), await signIn(db)];
    await insertPurchase(db, { id: sale, property_id }, bea.id, true);
    await insertPurchase(db, { id: sale, property_id }, cy.id, false);
    const read = async (view: string, reader: typeof sam) =>
      (await open(`/welcome-back?view=${view}`, reader)).text;
    expect(await read("sales", sam)).toContain("YO1 7HZ Stage 1 of 7: solicitors Open");
    expect(await read("purchases", bea)).toContain("Stage 1 of 7: solicitors");
    expect(await read("purchases", cy)).not.toContain("Stage");
  });
});

describe("F-011 F-012 AMB-F01 the archived toggle", () => {
  const matter = (id: string): MatterSummary => ({
    id,
    address: id,
    complete: true,
    state: "running",
    where: null,
    dashboard: id,
  });
  const customer = { isAdmin: false, archivedShown: false };
  const admin = { isAdmin: true, archivedShown: false };
  test.each([
    ["a customer", ["b", "a"], customer, ["a"], null],
    [
      "a customer who types the query",
      ["b", "a"],
      { ...customer, archivedShown: true },
      ["a"],
      null,
    ],
    ["staff with earlier ones", ["c", "b", "a"], admin, [], "show"],
    ["staff who ask", ["c", "b", "a"], { ...admin, archivedShown: true }, ["b", "a"], "hide"],
    ["staff with one", ["a"], admin, [], null],
    ["staff with one who ask", ["a"], { ...admin, archivedShown: true }, [], null],
    ["staff with none", [], admin, [], null],
  ])("%s", (_name, ids, reader, previous, toggle) => {
    const arranged = arrange(ids.map(matter), reader);
    expect(arranged.latest?.id ?? null).toBe(ids[0] ?? null);
    expect(arranged.previous.map(({ id }) => id)).toEqual(previous);
    expect(arranged.toggle).toBe(toggle);
  });

  test("WF-05.6 on the page", async () => {
    const ada = await signIn(db, { type: "admin" });
    await findSale(db, ada.id, { line_1: "1 Test Lane" });
    await findSale(db, ada.id);
    const hidden = await open("/welcome-back", ada);
    expect(hidden.text).toContain("Show Archived");
    expect(hidden.text).not.toContain("1 Test Lane");
    expect(hidden.html).toContain("/welcome-back?view=sales&amp;archived=show");
    const shown = await open("/welcome-back?view=sales&archived=show", ada);
    expect(shown.text).toMatch(/Previous .*Archived 1 Test Lane.* Hide Archived/);
  });
});

describe("F-016 adding something new leads to its welcome page, under a new id", () => {
  test.each([
    ["sell", /^\/sell\/welcome\?sale=[0-9a-f]{24}$/],
    ["buy", /^\/buy\/welcome\?purchase=[0-9a-f]{24}$/],
  ] as const)("%s", async (role, location) => {
    const sam = await signIn(db);
    const { html } = await open("/welcome-back", sam);
    expect(html).toContain(`<form method="post" action="/${role}/welcome"`);
    const add = () => post({ sell, buy }[role].action, {}, sam);
    const answers = [await add(), await add()];
    for (const answer of answers) expect(answer.location).toMatch(location);
    expect(answers[0]?.location).not.toBe(answers[1]?.location);
  });
});

describe("F-022 what cannot be loaded", () => {
  test.each([
    ["sales", "transactions"],
    ["purchases", "purchase_intents"],
  ])("%s", async (view, table) => {
    expectError(new RegExp(`relation "${table}" does not exist`));
    const sam = await signIn(db);
    await without(db, table, async () => {
      const { status, text, html } = await open(`/welcome-back?view=${view}`, sam);
      expect(status).toBe(200);
      expect(text).toContain(
        "There was an error. Please contact support at support@fanlight.example",
      );
      expect(html).toContain('href="mailto:support@fanlight.example"');
      expect(text).not.toContain(`There are no ${view} yet`);
      expect(text).toContain("Sell a property");
    });
  });

  test("what was only typed: the rest is there", async () => {
    expectError(/relation "drafts" does not exist/);
    const sam = await signIn(db);
    await without(db, "drafts", async () => {
      const { status, text } = await open("/welcome-back?view=sales", sam);
      expect(status).toBe(200);
      expect(text).toContain("There are no sales yet");
    });
  });
});
