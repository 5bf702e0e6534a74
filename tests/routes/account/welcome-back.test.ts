import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { action } from "#app/routes/account/welcome-back.tsx";
import {
  arrange,
  chosenView,
  currentStageText,
  type MatterSummary,
} from "#app/routes/account/matters.ts";
import * as buy from "#app/routes/buy/welcome.tsx";
import * as sell from "#app/routes/sell/welcome.tsx";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { insertPurchaseAtStage, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

test("/welcome-back redirects a visitor without a session to sign in, and back afterwards (A-023 WF-05.7)", async () => {
  expect((await open("/welcome-back?view=purchases")).location).toBe(
    "/sign-in?redirectTo=%2Fwelcome-back%3Fview%3Dpurchases",
  );
  expect((await post(action, { sale: "a".repeat(24) })).status).toBe(401);
});

describe("/welcome-back of a customer without matters (F-001 to F-005 F-013 to F-015)", () => {
  test("/welcome-back shows a customer without matters that there are no sales, and both start buttons (WF-05.5)", async () => {
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

  test("/welcome-back shows a customer without matters that there are no purchases", async () => {
    const { text, html } = await open("/welcome-back?view=purchases", await signIn(db));
    expect(html).toContain("Your purchases</h2>");
    expect(text).toContain("There are no purchases yet. Press the button below to get started.");
  });

  test("the toggle between sales and purchases consists of links, and marks the current view (AMB-F02)", async () => {
    const { html } = await open("/welcome-back", await signIn(db));
    expect(html).toMatch(
      /<a aria-current="page"[^>]* href="\/welcome-back\?view=sales">Sales<\/a>/,
    );
    expect(html).toMatch(
      /<a(?! aria-current)[^>]* href="\/welcome-back\?view=purchases">Purchases<\/a>/,
    );
  });
});

describe("a seller’s sales on /welcome-back (F-006 to F-009 F-021 WF-05.2)", () => {
  test("/welcome-back shows the latest sale as a card, and earlier ones under “Previous”", async () => {
    const sam = await signIn(db);
    const a = await insertSaleAtStage(db, sam.id, {
      terms: true,
      complete: true,
      line_1: "1 Oldest Lane",
    });
    const b = await insertSaleAtStage(db, sam.id, { terms: true, line_1: "2 Newest Lane" });
    await insertSaleAtStage(db, (await signIn(db)).id, { line_1: "3 Other Lane" });
    const { html, text } = await open("/welcome-back", sam);

    const [latest, previous] = text.split("Previous");
    expect(latest).toContain("Information Needed 2 Newest Lane, York, YO1 7HZ");
    expect(latest).not.toContain("Archived");
    expect(previous).toContain(
      "“Archived” doesn’t mean that a sale has ended. In progress Archived 1 Oldest Lane, York, YO1 7HZ",
    );
    expect(previous).not.toContain("Information Needed");
    expect(text).not.toContain("3 Other Lane");
    expect(html).toContain(`href="/dashboard/sell/${a}"`);
    expect(html).toMatch(new RegExp(`<button[^>]* name="sale" value="${b}"`));
  });

  test("/welcome-back lets a customer continue an earlier unfinished sale (AMB-F01)", async () => {
    const sam = await signIn(db);
    const older = await insertSaleAtStage(db, sam.id, { line_1: "1 Oldest Lane" });
    await insertSaleAtStage(db, sam.id, { complete: true });
    const { html, text } = await open("/welcome-back", sam);
    expect(text).toMatch(/Previous .* Information Needed Archived 1 Oldest Lane/);
    expect(html).toContain(`value="${older}"`);
    expect(text).not.toContain("Show Archived");
  });
});

describe("the status of a sale on /welcome-back (AMB-F01)", () => {
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
    ["the bank is processing the payment", { stripe_transaction_status: "processing" }],
    ["staff review a mismatched payment", { review: "amount_mismatch" }],
  ])(
    "the card of a sale shows “Payment processing” and asks for no information while %s",
    async (_what, payment) => {
      const sam = await signIn(db);
      for (const line_1 of ["1 Oldest Lane", "2 Newest Lane"]) {
        await order(await insertSaleAtStage(db, sam.id, { terms: true, line_1 }), payment);
      }
      const { text } = await open("/welcome-back", sam);
      expect(text).toMatch(
        /Payment processing 2 Newest Lane[^.]* You don’t need to do anything now, so do not pay again\. .* See your payment for 2 Newest Lane/,
      );
      expect(text).toMatch(/Previous .* Payment processing Archived 1 Oldest Lane/);
      expect(text).not.toContain("Continue");
      expect(text).not.toContain("Information Needed");
    },
  );

  test("the card of a sale shows that a payment failed after the bank processed it", async () => {
    const sam = await signIn(db);
    await order(await insertSaleAtStage(db, sam.id, { terms: true }), {
      stripe_transaction_status: "requires_payment_method",
      payment_failed_at: new Date(),
    });
    const { text } = await open("/welcome-back", sam);
    expect(text).toContain("Payment failed");
    expect(text).toContain("Your payment didn’t go through and you haven’t been charged.");
    expect(text).not.toContain("Information Needed");
  });

  test("the card of a sale shows “Information Needed” after a declined payment", async () => {
    const sam = await signIn(db);
    await order(await insertSaleAtStage(db, sam.id, { terms: true }), {
      stripe_transaction_status: "requires_payment_method",
    });
    expect((await open("/welcome-back", sam)).text).toContain("Information Needed");
  });

  test("a previous sale is labelled “In progress” until its completion date has passed", async () => {
    const sam = await signIn(db);
    const older = await insertSaleAtStage(db, sam.id, {
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
    await insertSaleAtStage(db, sam.id);
    const shown = async () => (await open("/welcome-back", sam)).text;
    expect(await shown()).toMatch(/Previous .* In progress Archived 1 Oldest Lane/);
    const setCompleted = (completed: string) =>
      db.updateTable("purchase_intents").set({ completed }).where("id", "=", id).execute();
    await setCompleted("2999-01-04");
    expect(await shown()).toMatch(/Previous .* In progress Archived 1 Oldest Lane/);
    await setCompleted("2026-03-31");
    expect(await shown()).toContain("Previous Archived 1 Oldest Lane");
  });
});

describe("a buyer’s purchases on /welcome-back (F-010 F-021)", () => {
  test("/welcome-back shows the latest and previous purchases with their links", async () => {
    const bea = await signIn(db);
    const older = await insertPurchaseAtStage(db, bea.id, { complete: true });
    const newer = await insertPurchaseAtStage(db, bea.id);
    const { html, text } = await open("/welcome-back", bea);
    expect(text).toMatch(
      /Your purchases Information Needed .* Previous .* In progress Archived 1 Arch Street/,
    );
    expect(html).toContain(`href="/dashboard/buy/${older.transaction_id}"`);
    expect(html).toContain(`name="purchase" value="${newer.id}"`);
  });

  test.each([
    [0, "We’re checking the price with the seller"],
    [30, "We haven’t confirmed your purchase yet"],
  ])(
    "/welcome-back shows a buyer who finished %s days ago what their dashboard shows: %s (CU-11)",
    async (days, title) => {
      const bea = await signIn(db);
      const { id: purchase_intent_id, transaction_id } = await insertPurchaseAtStage(db, bea.id);
      await db
        .insertInto("events")
        .values({
          ...{ transaction_id, purchase_intent_id, author: "system", type: "buyer" },
          event_name: "purchase_intent_success_email_sent",
          date_time: sql<Date>`now() - make_interval(days => ${days})`,
        })
        .execute();
      for (const path of ["/welcome-back", `/dashboard/buy/${transaction_id}`]) {
        expect((await open(path, bea)).text).toContain(title);
      }
    },
  );

  test("/welcome-back shows a replaced buyer that the purchase isn’t going ahead, and no other status (CU-19)", async () => {
    const bea = await signIn(db);
    const { id: purchase_intent_id, transaction_id } = await insertPurchaseAtStage(db, bea.id, {
      complete: true,
    });
    await insertPurchaseAtStage(db, bea.id);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false, released_on: "2026-11-01" })
      .where("id", "=", purchase_intent_id)
      .execute();
    const ofPurchase = { transaction_id, purchase_intent_id, author: "system" } as const;
    await recordEvent(db, { ...ofPurchase, event_name: "purchase_intent_success_email_sent" });
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

describe("the initial view of /welcome-back (AMB-F02)", () => {
  const at = (day: number) => [{ created_at: new Date(2026, 0, day) }];
  test.each([
    ["nothing", null, [], [], "sales"],
    ["a sale", null, at(1), [], "sales"],
    ["a purchase", null, [], at(1), "purchases"],
    ["a newer purchase", null, at(1), at(2), "purchases"],
    ["a newer sale", null, at(2), at(1), "sales"],
    ["sales requested", "sales", at(1), at(2), "sales"],
    ["purchases requested", "purchases", at(1), [], "purchases"],
    ["unknown view requested", "rentals", at(1), [], "sales"],
  ] as const)(
    "chosenView returns $4 as the initial view of /welcome-back for: %s",
    (_name, asked, sales, purchases, view) => {
      expect(chosenView(asked, { sales, purchases })).toBe(view);
    },
  );
});

test.each([
  ["buy", "Your purchases"],
  ["sell", "Your sales"],
] as const)(
  "a person who is invited to %s and has no matter sees the heading “%s” (AMB-F02)",
  async (role, heading) => {
    const ivy = await signIn(db);
    const invited_by = (await signIn(db, { type: "admin" })).id;
    const { property_id } = await createHomeForSale(db);
    await db
      .insertInto("invitations")
      .values({ role, user_id: ivy.id, invited_by, new_user: true, status: "clicked", property_id })
      .execute();
    expect((await open("/welcome-back", ivy)).text).toContain(heading);
  },
);

describe("the stage of a matter on /welcome-back", () => {
  test.each([
    ["searches", true, "Stage 3 of 7: searches"],
    ["ready_for_buyer", true, "Ready for a buyer"],
    ["completed", true, "Completed"],
    ["aborted", true, "Fell through"],
    ["not_instructed", true, null],
    [null, true, null],
    ["searches", false, null],
  ])("currentStageText returns $2 for the stage $0 if complete is $1", (place, complete, said) => {
    expect(currentStageText({ complete, place })).toBe(said);
  });

  test("/welcome-back shows the stage to the seller and the active buyer, but to no other buyer", async () => {
    const sam = await signIn(db);
    const sale = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
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

describe("the archived toggle (F-011 F-012 AMB-F01)", () => {
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
    ["staff with earlier matters", ["c", "b", "a"], admin, [], "show"],
    [
      "staff who show archived matters",
      ["c", "b", "a"],
      { ...admin, archivedShown: true },
      ["b", "a"],
      "hide",
    ],
    ["staff with one matter", ["a"], admin, [], null],
    [
      "staff with one matter who show archived matters",
      ["a"],
      { ...admin, archivedShown: true },
      [],
      null,
    ],
    ["staff with no matter", [], admin, [], null],
  ])(
    "arrange returns the previous matters $3 and the toggle $4 for %s (matters: $1)",
    (_name, ids, reader, previous, toggle) => {
      const arranged = arrange(ids.map(matter), reader);
      expect(arranged.latest?.id ?? null).toBe(ids[0] ?? null);
      expect(arranged.previous.map(({ id }) => id)).toEqual(previous);
      expect(arranged.toggle).toBe(toggle);
    },
  );

  test("the archived toggle shows and hides previous matters on /welcome-back (WF-05.6)", async () => {
    const ada = await signIn(db, { type: "admin" });
    await insertSaleAtStage(db, ada.id, { line_1: "1 Test Lane" });
    await insertSaleAtStage(db, ada.id);
    const hidden = await open("/welcome-back", ada);
    expect(hidden.text).toContain("Show Archived");
    expect(hidden.text).not.toContain("1 Test Lane");
    expect(hidden.html).toContain("/welcome-back?view=sales&amp;archived=show");
    const shown = await open("/welcome-back?view=sales&archived=show", ada);
    expect(shown.text).toMatch(/Previous .*Archived 1 Test Lane.* Hide Archived/);
  });
});

describe("starting a new matter (F-016)", () => {
  test.each([
    ["sell", /^\/sell\/welcome\?sale=[0-9a-f]{24}$/],
    ["buy", /^\/buy\/welcome\?purchase=[0-9a-f]{24}$/],
  ] as const)(
    "the start button on /welcome-back leads to /%s/welcome with a new id each time",
    async (role, location) => {
      const sam = await signIn(db);
      const { html } = await open("/welcome-back", sam);
      expect(html).toContain(`<form method="post" action="/${role}/welcome"`);
      const add = () => post({ sell, buy }[role].action, {}, sam);
      const answers = [await add(), await add()];
      for (const answer of answers) expect(answer.location).toMatch(location);
      expect(answers[0]?.location).not.toBe(answers[1]?.location);
    },
  );
});

describe("/welcome-back with data that cannot be read (F-022)", () => {
  test.each([
    ["sales", "transactions"],
    ["purchases", "purchase_intents"],
  ])(
    "/welcome-back shows an error instead of the %s if the table “%s” cannot be read",
    async (view, table) => {
      expectError(new RegExp(`relation "${table}" does not exist`));
      const sam = await signIn(db);
      await withoutTable(db, table, async () => {
        const { status, text, html } = await open(`/welcome-back?view=${view}`, sam);
        expect(status).toBe(200);
        expect(text).toContain(
          "There was an error. Please contact support at support@fanlight.example",
        );
        expect(html).toContain('href="mailto:support@fanlight.example"');
        expect(text).not.toContain(`There are no ${view} yet`);
        expect(text).toContain("Sell a property");
      });
    },
  );

  test("/welcome-back shows its other content if drafts cannot be read", async () => {
    expectError(/relation "drafts" does not exist/);
    const sam = await signIn(db);
    await withoutTable(db, "drafts", async () => {
      const { status, text } = await open("/welcome-back?view=sales", sam);
      expect(status).toBe(200);
      expect(text).toContain("There are no sales yet");
    });
  });
});
