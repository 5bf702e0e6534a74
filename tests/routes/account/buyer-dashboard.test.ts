import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import type { NewPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createHomeForSale, jo, newPurchase } from "#tests/support/purchases.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { assignSolicitor } from "./matters.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

type Stage = "begun" | "accepted" | "finished";

async function purchaseAt(
  stage: Stage,
  {
    home = createHomeForSale(db, { line_1: "12 Arch Street" }),
    change = {},
  }: { home?: ReturnType<typeof createHomeForSale>; change?: Partial<NewPurchase> } = {},
) {
  const buyer = await signIn(db, { first_name: "Bea", last_name: "Buyer" });
  const { property_id } = await home;
  const { id, transaction_id } = await createPurchase(
    db,
    buyer.id,
    newPurchase(property_id, change),
  );
  if (stage !== "begun") await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: buyer.id });
  if (stage === "finished") await confirmPurchase(db, { id, buyer_id: buyer.id });
  return {
    buyer,
    purchase_id: id,
    property_id,
    path: `/dashboard/buy/${transaction_id}`,
    transaction_id,
  };
}

describe("the buyer’s dashboard (F-031 F-032 F-037 to F-044 WF-04.7)", () => {
  test("the buyer’s dashboard lists the buyer’s next steps and Fanlight’s (F-037 to F-044)", async () => {
    const { buyer, path } = await purchaseAt("finished");
    const { status, title, html, text } = await open(path, buyer);
    expect(status).toBe(200);
    expect(title).toBe("Your purchase - 12 Arch Street - Fanlight");
    expect(html).toContain("Buying 12\u00a0Arch Street</h1>");
    expect(text).toContain("Welcome, Bea.");
    const [, forYou = "", forUs = ""] = text.split(/Next steps for (?:you|us)/);
    expect(forYou).toMatch(/Complete your ID check .*text message .*Sign the engagement letter/);
    expect(forUs).toMatch(
      /Introduce you to your legal team .*Review the searches and the title .*Raise enquiries .*Prepare the property report/,
    );
    expect(html).toContain('"/welcome-back"');
  });

  test("the buyer’s dashboard shows the ID check as done only when the buyer’s own check is complete (F-043 AMB-F06)", async () => {
    const { buyer, path, transaction_id } = await purchaseAt("finished");
    const person = { first_name: "Bea", last_name: "Buyer", phone_number: "+447400123457" };
    for (const [email, person_type, isDone] of [
      ["other@example.test", "buyer", false],
      [buyer.email, "seller", false],
      [buyer.email, "buyer", true],
    ] as const) {
      await db
        .insertInto("identity_checks")
        .values({ transaction_id, ...person, email, person_type, status: "complete" })
        .execute();
      const { text } = await open(path, buyer);
      expect(text.includes("Complete your ID check Done")).toBe(isDone);
    }
  });

  test("the buyer’s dashboard shows the progress of the searches, the report and the solicitor to the active buyer only (F-038 to F-041 AMB-F06 W-005)", async () => {
    const { buyer, purchase_id, path, property_id, transaction_id } = await purchaseAt("finished");
    const home = Promise.resolve({ property_id, transaction_id });
    const rival = await purchaseAt("finished", { home });
    const before = (await open(path, rival.buyer)).text;
    await activate(purchase_id);
    await assignSolicitor(db, transaction_id);
    await recordEvent(db, {
      transaction_id,
      purchase_intent_id: purchase_id,
      event_name: "buyer_introduction_email_sent",
      author: "system",
    });
    await insertSearchOrder(db, transaction_id);
    const ordered = await open(path, buyer);
    expect(ordered.text).toContain(
      "Introduce you to your legal team Done Review the searches and the title With the search provider We’ve ordered the searches, and no results are in yet.",
    );
    expect(ordered.text).toContain("Raise enquiries Not started");
    for (const product_id of ["LLC1CON29", "ONESEARCHDW", "ENVRES", "LANDREGPLAN"]) {
      await addSearch(db, transaction_id, { product_id, pages: null });
    }
    expect((await open(path, buyer)).text).toContain(
      "Review the searches and the title With us All search results are in.",
    );
    await insertReport(db, transaction_id);
    const written = await open(path, buyer);
    expect(written.text).toContain("Review the searches and the title With us All search results");
    expect(written.text).toContain("Prepare the property report With us");
    expect(written.html).not.toContain(`${path}/report`);
    const at = new Date("2026-07-01T09:05:00Z");
    await insertReport(db, transaction_id, { at, shared_by: buyer.id });
    const shared = await open(path, buyer);
    expect(shared.text).toContain("Review the searches and the title With Able Law All search");
    expect(shared.text).toContain("Prepare the property report Done Read your property report");
    expect(shared.text).toContain("Property report shared 1 Jul 2026 at 10:05");
    expect(shared.html).toContain(`href="${path}/report"`);
    expect((await open(path, rival.buyer)).text).toBe(before);
  });

  test("the buyer’s dashboard says when the buyer’s own solicitor was assigned, not the seller’s", async () => {
    const { buyer, purchase_id, path, transaction_id } = await purchaseAt("finished");
    await activate(purchase_id);
    await assignSolicitor(db, transaction_id);
    await db
      .updateTable("transactions")
      .set({ legals_started_at: new Date("2026-07-01T09:05:00Z") })
      .where("id", "=", transaction_id)
      .execute();
    expect((await open(path, buyer)).text).toContain("Solicitor assigned 1 Jul 2026 at 10:05");
    await db
      .insertInto("events")
      .values({
        transaction_id,
        event_name: "buyer_solicitors_assigned",
        type: "buyer",
        author: "system",
        date_time: new Date("2026-07-20T10:30:00Z"),
      })
      .execute();
    expect((await open(path, buyer)).text).toContain("Solicitor assigned 20 Jul 2026 at 11:30");
  });

  test("the buyer’s dashboard shows that a purchase has exchanged, completed or fallen through (AMB-F06)", async () => {
    const { buyer, purchase_id, path } = await purchaseAt("finished");
    const setDates = (dates: Record<string, string>) =>
      db.updateTable("purchase_intents").set(dates).where("id", "=", purchase_id).execute();
    const read = async () => (await open(path, buyer)).text;
    await setDates({ exchanged: "2026-11-02" });
    const exchanged = await read();
    expect(exchanged).toContain(
      "Welcome, Bea. Contracts have been exchanged, so your purchase is now legally binding.",
    );
    expect(exchanged).toContain("Progress Contracts exchanged 2 Nov 2026");
    expect(exchanged).toContain("Raise enquiries Done");
    await setDates({ completed: "2026-11-06" });
    const completed = await read();
    expect(completed).toContain("Welcome, Bea. All your properties");
    expect(completed).not.toMatch(/next steps|engagement letter/i);
    await setDates({ aborted: "2026-11-07" });
    const aborted = await read();
    expect(aborted).toContain("Welcome, Bea. Documents Messages Your purchase has fallen through");
    expect(aborted).not.toMatch(/next steps|engagement letter/i);
  });

  test("“Email Support” on the buyer’s dashboard opens an email with the matter id and address in its subject (F-032 AMB-F07)", async () => {
    const { buyer, path, transaction_id } = await purchaseAt("finished");
    const { html, text } = await open(path, buyer);
    const subject = encodeURIComponent(`Matter ${transaction_id}: 12 Arch Street, York, YO1 7HZ`);
    expect(html).toContain(`href="mailto:support@fanlight.example?subject=${subject}"`);
    expect(text).toContain("Email Support support@fanlight.example");
  });

  test("the buyer’s dashboard names the first two buyers, the property and the price, and says that the buyer doesn’t need to pay us anything (F-049 AMB-F09)", async () => {
    const change = {
      ownership_type: "Joint" as const,
      additional_buyers: [jo, { ...jo, first_name: "Cy" }],
    };
    const { buyer, path } = await purchaseAt("finished", { change });
    const { text } = await open(path, buyer);
    expect(text).toContain(
      "Your purchase Bea Buyer and Jo Joint 12 Arch Street, York, YO1 7HZ £440,000",
    );
    expect(text).not.toContain("Cy Joint");
    expect(text).toContain("You don’t need to pay us anything. All costs and who pays them");
  });
});

describe("the solicitor on the buyer’s dashboard", () => {
  const INTRODUCE = "Once you have a solicitor, we’ll introduce you by email.";

  test("the buyer’s dashboard shows the solicitor to the active buyer only, and never shows staff comments", async () => {
    const { buyer, purchase_id, path, property_id, transaction_id } = await purchaseAt("finished");
    const home = Promise.resolve({ property_id, transaction_id });
    const rival = await purchaseAt("finished", { home });
    await assignSolicitor(db, transaction_id);
    for (const each of [buyer, rival.buyer]) {
      expect((await open(path, each)).text).toContain(INTRODUCE);
    }
    await activate(purchase_id);
    const { text, html } = await open(path, buyer);
    expect(text).toContain("Your solicitor Priya Nair Able Law priya@able.example 07400 123458");
    expect(html).toContain('href="mailto:priya@able.example"');
    expect(text).not.toContain(INTRODUCE);
    expect(text).not.toContain("for staff only");
    const others = await open(path, rival.buyer);
    expect(others.text).toContain(INTRODUCE);
    expect(others.html).not.toContain("priya@able.example");
  });
});

describe("access to the buyer’s dashboard (AMB-A10)", () => {
  test("the buyer’s dashboard redirects a visitor without a session to the sign-in page", async () => {
    const { path } = await purchaseAt("finished");
    expect((await open(path)).location).toMatch(/^\/sign-in\?redirectTo=/);
  });

  test("the buyer’s dashboard answers 404 for another customer, the seller and an unknown id", async () => {
    const { path, transaction_id } = await purchaseAt("finished");
    const sam = await signIn(db);
    await db
      .updateTable("transactions")
      .set({ seller_id: sam.id })
      .where("id", "=", transaction_id)
      .execute();
    const stranger = await signIn(db);
    const nothing = ["0".repeat(24), "abc", "undefined"].map((id) => `/dashboard/buy/${id}`);
    for (const visitor of [sam, stranger]) {
      for (const each of [path, ...nothing]) {
        const page = await open(each, visitor);
        expect(page.status).toBe(404);
        expect(page.title).toBe("404! Page not found - Fanlight");
        expect(page.text).not.toContain("Arch Street");
      }
    }
  });

  test("staff can read the buyer’s dashboard", async () => {
    const { path } = await purchaseAt("finished");
    const { status, text } = await open(path, await signIn(db, { type: "admin" }));
    expect(status).toBe(200);
    expect(text).toContain("Buying 12 Arch Street");
  });
});

describe("the dashboard of an unfinished purchase (F-019 F-020 F-021 AMB-D11)", () => {
  test.each([
    ["begun", "/buy/terms-and-conditions?purchase="],
    ["accepted", "/buy/whats-included?purchase="],
  ] as const)(
    "the dashboard of an unfinished purchase at the stage “%s” redirects the buyer to %s",
    async (stage, location) => {
      const { buyer, path, purchase_id } = await purchaseAt(stage);
      expect((await open(path, buyer)).location).toBe(`${location}${purchase_id}`);
    },
  );

  test("the dashboard of an unfinished purchase opens once staff have activated the purchase (F-021 E-041)", async () => {
    const { buyer, path, purchase_id } = await purchaseAt("accepted");
    await activate(purchase_id);
    expect((await open(path, buyer)).status).toBe(200);
  });

  test("the dashboard of an unfinished purchase redirects staff to the matter in the back office", async () => {
    const { path, transaction_id } = await purchaseAt("begun");
    const ada = await signIn(db, { type: "admin" });
    expect((await open(path, ada)).location).toBe(`/admin/transactions/${transaction_id}`);
  });

  test("the dashboard shows the newest complete purchase if a buyer has more than one in a matter (AMB-D11)", async () => {
    const { buyer, path, property_id, transaction_id } = await purchaseAt("finished");
    // Only staff can add a second purchase by the same buyer.
    await insertPurchase(db, { id: transaction_id, property_id }, buyer.id, false);
    const { status, text } = await open(path, buyer);
    expect(status).toBe(200);
    expect(text).toContain("£440,000");
  });
});

function activate(id: string) {
  return db.updateTable("purchase_intents").set({ is_active: true }).where("id", "=", id).execute();
}
