import { describe, expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { replyAddress } from "#app/platform/reply-address.server.ts";
import { saveEmailChoices } from "#app/domain/notifications/email-opt-outs.server.ts";
import { chargedCosts } from "#app/routes/dashboard/sell.tsx";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertOffice } from "#tests/support/estate-agents.ts";
import { bea } from "#tests/support/sales.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { assignSolicitor, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const complete = { terms: true, complete: true };

describe("the seller’s dashboard (F-030 F-032 to F-036 WF-01.10)", () => {
  test("the seller’s dashboard welcomes the seller with next steps and a support link", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    const { html, text, status } = await open(`/dashboard/sell/${id}`, sam);
    expect(status).toBe(200);
    expect(html).toContain("Selling 12\u00a0Arch Street</h1>");
    expect(text).toContain("Welcome, Sam.");
    expect(text).toMatch(
      /Complete your ID check .* text message .* Sign the engagement letter .* Fill in the TA forms/,
    );
    const subject = encodeURIComponent(`Matter ${id}: 12 Arch Street, York, YO1 7HZ`);
    expect(html).toContain(`href="mailto:support@fanlight.example?subject=${subject}"`);
    expect(text).toContain("Email Support support@fanlight.example");
  });

  test("the seller’s dashboard names the contact, or the stand-in while the contact is away", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    const staff = { type: "admin" as const, roles: ["handler" as const] };
    const bronwen = await signIn(db, { ...staff, first_name: "Bronwen", last_name: "Pugh" });
    const tomasin = await signIn(db, { ...staff, first_name: "Tomasin", last_name: "Okonjo" });
    await db
      .updateTable("transactions")
      .set({ handler_id: bronwen.id })
      .where("id", "=", id)
      .execute();
    const { number } = await db
      .selectFrom("transactions")
      .select("number")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const read = () => open(`/dashboard/sell/${id}`, sam);
    const { html, text } = await read();
    expect(text).toContain(`give the number F-${number}`);
    expect(text).toContain(`Your contact Bronwen Pugh ${bronwen.email} 07400 123456`);
    const subject = encodeURIComponent(`12 Arch Street F-${number}`);
    const copy = encodeURIComponent(replyAddress(id));
    expect(html.replaceAll("&amp;", "&")).toContain(
      `href="mailto:${bronwen.email}?cc=${copy}&subject=${subject}"`,
    );
    const today = londonDay(new Date());
    await db
      .insertInto("staff_absences")
      .values({ user_id: bronwen.id, stand_in_id: tomasin.id, starts_on: today, ends_on: today })
      .execute();
    const away = (await read()).text;
    expect(away).toContain("Your contact Tomasin Okonjo (standing in for Bronwen Pugh until");
    expect(away).toContain(tomasin.email);
    expect(away).not.toContain(bronwen.email);
  });

  test("the dashboard of a sale without a buyer says what is ready and who has the rest, until all is ready", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    const read = async () => (await open(`/dashboard/sell/${id}`, sam)).text;
    expect(await read()).toContain(
      "0 of 5 ready for a buyer Your turn Choose your solicitor When Today. It takes 2 minutes",
    );
    expect(await read()).toContain(
      "Ready for a buyer Solicitor Yours With you ID checks Next We’ll order these once you have a solicitor Searches Later We’ll order these once you have a solicitor Property information Later You can start now. It’s due once you have a solicitor Contract pack Later Your solicitor will prepare it",
    );
    await assignSolicitor(db, id);
    await db
      .updateTable("transactions")
      .set({ buyer_lawyer_group_id: null })
      .where("id", "=", id)
      .execute();
    expect(await read()).toContain(
      "Ready for a buyer Solicitor Done Able Law ID checks In progress With Fanlight Searches In progress With Fanlight Property information Yours With you Contract pack Next Your solicitor will prepare it",
    );
    const person = { first_name: "Sam", last_name: "Seller", email: sam.email };
    await db
      .insertInto("identity_checks")
      .values({
        transaction_id: id,
        person_type: "seller",
        ...person,
        phone_number: "+447400123456",
        status: "complete",
      })
      .execute();
    await insertSearchOrder(db, id);
    await db.updateTable("searches").set({ status: "complete" }).execute();
    expect(await read()).toContain("3 of 5 ready for a buyer");
    expect(await read()).toContain("You need to finish 15 sections about your home");
    const { property_id } = await db
      .selectFrom("transactions")
      .select("property_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await insertPurchase(db, { id, property_id }, (await signIn(db)).id, false);
    expect(await read()).toContain("3 of 5 ready for a buyer");
    await db
      .updateTable("transactions")
      .set({ contract_pack_ready_on: "2026-11-10" })
      .where("id", "=", id)
      .execute();
    const ready = await read();
    expect(ready).toContain(
      "No buyer yet. The first 4 stages are done. Your home is ready for a buyer",
    );
    expect(ready).toContain("Tell us about your buyer");
    expect(ready).toContain(
      "Contract pack Done Tue 10 Nov Enquiries Next Exchange of contracts Later",
    );
    expect(ready).not.toMatch(/waiting/i);
  });

  test("the seller’s dashboard names the buyer, price, agent and solicitor, without the buyer’s contact details (CU-9)", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    await assignSolicitor(db, id);
    const { property_id } = await db
      .updateTable("transactions")
      .set({ estate_agent_id: await insertAgent(db), estate_agent_status: "assigned" })
      .where("id", "=", id)
      .returning("property_id")
      .executeTakeFirstOrThrow();
    const buyer = await signIn(db, { first_name: "Bea", last_name: "Byron" });
    const { id: purchase } = await insertPurchase(db, { id, property_id }, buyer.id, false);
    const people =
      "Estate agent Northgate York 01904 555010 Your solicitor Priya Nair Able Law priya@able.example";
    expect((await open(`/dashboard/sell/${id}`, sam)).text).toContain(`Who’s who ${people}`);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", purchase)
      .execute();
    const { text } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toContain(`Who’s who Buyer Bea Agreed price £290,000 ${people}`);
    expect(text).not.toMatch(new RegExp(`Byron|${buyer.email}`));
  });

  test("the seller’s dashboard describes each state of the seller’s own ID check (F-034 AMB-F06)", async () => {
    const sam = await signIn(db, { last_name: "Seller" });
    const id = await insertSaleAtStage(db, sam.id, complete);
    const check = { transaction_id: id, person_type: "seller" as const, last_name: "SELLER" };
    const person = { first_name: "sam", email: sam.email, phone_number: "+447400123456" };
    const expectSaid = async (said: RegExp, isTheirTurn: boolean) => {
      const { text } = await open(`/dashboard/sell/${id}`, sam);
      expect(text).toMatch(said);
      expect(text.includes("Your turn Complete your ID check")).toBe(isTheirTurn);
    };
    await expectSaid(
      /Complete your ID check Not started We’ll order your ID check once you have a solicitor\./,
      false,
    );
    for (const [status, said, isTheirTurn] of [
      ["pending", /Complete your ID check Now We’ve sent you a text message/, true],
      ["failed", /Your ID check With us We couldn’t complete your ID check\. We’ll contact/, false],
      ["aborted", /Your ID check With us Your ID check was cancelled\./, false],
      ["complete", /Complete your ID check Done Sign the engagement letter Not started/, false],
    ] as const) {
      await db
        .insertInto("identity_checks")
        .values({ ...check, ...person, status })
        .execute();
      await expectSaid(said, isTheirTurn);
    }
    await db
      .updateTable("identity_checks")
      .set({ status: "failed" })
      .where("status", "=", "pending")
      .execute();
    await db
      .insertInto("identity_checks")
      .values({ ...check, ...person, status: "pending" })
      .execute();
    const { text } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toMatch(
      /Complete a new ID check .* Complete your ID check Now We’ve sent you a new ID check\./,
    );
  });

  test("the seller’s dashboard shows what staff have done, with London times and dates (AMB-F06 W-005)", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    expect((await open(`/dashboard/sell/${id}`, sam)).text).not.toContain("Progress");
    await assignSolicitor(db, id);
    await db
      .updateTable("transactions")
      .set({ legals_started_at: "2026-07-01T09:05:00Z" })
      .where("id", "=", id)
      .execute();
    await insertSearchOrder(db, id);
    await db
      .updateTable("searches")
      .set({ created_at: "2026-07-02T09:10:00Z" })
      .where("transaction_id", "=", id)
      .execute();
    // A search that is ordered again doesn’t move the day.
    await addSearch(db, id, { product_id: "ENVRES", pages: null });
    const { text } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toContain(
      "Progress Solicitor assigned 1 Jul 2026 at 10:05 Searches ordered 2 Jul 2026 at 10:10 Searches 1 of 4 search results is in",
    );
    expect(text).toContain(
      "Sign the engagement letter From Able Law Your solicitor emails you the letter, which has their terms. Sign it and return it to them as soon as you have it.",
    );
  });

  test("the seller’s dashboard lists progress by the date of each event, not by when staff recorded it", async () => {
    const sam = await signIn(db);
    const { id, setDates } = await saleWithBuyer(sam.id);
    await assignSolicitor(db, id);
    await db
      .updateTable("transactions")
      .set({ legals_started_at: "2026-10-15T09:05:00Z" })
      .where("id", "=", id)
      .execute();
    await setDates({ sale_agreed: "2026-10-01", exchanged: "2026-11-02" });
    expect((await open(`/dashboard/sell/${id}`, sam)).text).toContain(
      "Progress Sale agreed 1 Oct 2026 Solicitor assigned 15 Oct 2026 at 10:05 Contracts exchanged 2 Nov 2026",
    );
  });

  test("the seller’s dashboard shows that a sale has exchanged, completed or fallen through (F-036 AMB-F06)", async () => {
    const sam = await signIn(db);
    const { id, setDates } = await saleWithBuyer(sam.id);
    const read = async () => (await open(`/dashboard/sell/${id}`, sam)).text;

    await setDates({ sale_agreed: "2026-10-01", exchanged: "2026-11-02" });
    const exchanged = await read();
    expect(exchanged).toContain(
      "Welcome, Sam. Contracts have been exchanged, so your sale is now legally binding.",
    );
    expect(exchanged).toContain("Your turn Ask your solicitor for your completion date");
    expect(exchanged).toContain(
      "Once you know your completion date Book your move for your completion date",
    );
    expect(exchanged).toContain("Fill in the TA forms Done");
    expect(exchanged).toContain("Sale agreed 1 Oct 2026 Contracts exchanged 2 Nov 2026");
    await setDates({ completed: "2999-01-04" });
    expect(await read()).toContain("Dates Completion Friday 4 January 2999");

    await setDates({ completed: "2026-11-06" });
    const completed = await read();
    // The page used to ask the seller to check for the money for a week after completion (CU-22).
    expect(completed).toContain(
      "Completed on Friday 6 November 2026 12 Arch Street is sold Welcome, Sam. All your properties",
    );
    expect(completed).not.toMatch(/next steps|Complete your ID check|engagement letter/i);
    expect(completed).toContain(
      "legal fees were paid on completion. You’ll find the amount on your completion statement.",
    );

    await setDates({ exchanged: null, completed: null, aborted: "2026-11-07" });
    const aborted = await read();
    expect(aborted).not.toContain("on completion, for example");
    expect(aborted).toContain("Stopped at stage 1 of 7: solicitors Your turn Find a new buyer");
    expect(aborted).toContain("Fell through 7 Nov 2026");
    expect(aborted).toContain(
      "The sale to your buyer fell through on Saturday 7 November. Your sale is still open with us.",
    );
    expect(aborted).not.toMatch(/next steps|Complete your ID check/i);
  });

  test("the seller’s dashboard calls the service fee non-refundable only while no refund is recorded (H-040)", async () => {
    const sam = await signIn(db);
    const co_seller = { ...bea, email: "bea.refunded@example.test" };
    const { id, setDates } = await saleWithBuyer(sam.id, { additional_sellers: [co_seller] });
    const co = await signIn(db, { email: co_seller.email, first_name: "Bea" });
    await setDates({ aborted: "2026-11-07" });
    const fee = "Under your terms, the service fee is non-refundable.";
    const money = "Who pays for the legal work so far depends on why the sale fell through.";
    const read = async (reader: typeof sam) => (await open(`/dashboard/sell/${id}`, reader)).text;
    for (const reader of [sam, co]) {
      const text = await read(reader);
      expect(text).toContain(fee);
      expect(text).not.toContain(money);
    }
    await assignSolicitor(db, id);
    for (const reader of [sam, co]) expect(await read(reader)).toContain(`${fee} ${money}`);

    const { order_id } = await db
      .selectFrom("orders")
      .select("id as order_id")
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("payment_reviews")
      .values({
        order_id,
        reason: "refunded",
        stripe_transaction_id: "pi_part",
        stripe_status: "succeeded",
        amount_pence: 100,
        currency: "gbp",
        happened_at: new Date(),
      })
      .execute();
    for (const reader of [sam, co]) {
      const text = await read(reader);
      expect(text).not.toContain("refundable");
      expect(text).toContain(money);
    }
    expect(await read(sam)).toMatch(/Refunded on .* £1\.00/);
    expect(await read(co)).not.toContain("Refunded");
  });

  test("the seller’s dashboard shows an example figure for the legal fees (F-045 AMB-F05)", async () => {
    const sam = await signIn(db);
    const { text } = await open(
      `/dashboard/sell/${await insertSaleAtStage(db, sam.id, complete)}`,
      sam,
    );
    expect(text).toMatch(
      /You’ll pay your solicitor’s legal fees \(for example £1,300 ?\) on completion\./,
    );
  });

  test("the seller’s dashboard names only the first two sellers (F-049 AMB-F09)", async () => {
    const sam = await signIn(db);
    const cy = { ...bea, first_name: "Cy" };
    const change = { additional_sellers: [bea, cy] };
    const { text } = await open(
      `/dashboard/sell/${await insertSaleAtStage(db, sam.id, { ...complete, change })}`,
      sam,
    );
    expect(text).toContain("Sam Seller and Bea Byron 12 Arch Street");
    expect(text).not.toContain("Cy Byron");
  });

  test("the seller’s dashboard shows the solicitor once one is assigned", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    const before = await open(`/dashboard/sell/${id}`, sam);
    expect(before.text).toContain("Once you have a solicitor, we’ll introduce you by email.");
    await assignSolicitor(db, id);
    const { text, html } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toContain("Your solicitor Priya Nair Able Law priya@able.example 07400 123458");
    expect(html).toContain('href="mailto:priya@able.example"');
    expect(text).not.toContain("We will introduce you");
    expect(text).not.toContain("for staff only");
  });
});

type Dates = Partial<Record<"sale_agreed" | "exchanged" | "completed" | "aborted", string | null>>;

async function saleWithBuyer(seller_id: string, change?: { additional_sellers: (typeof bea)[] }) {
  const id = await insertSaleAtStage(db, seller_id, { ...complete, ...(change && { change }) });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const buyer = await signIn(db);
  const purchase = await insertPurchase(db, { id, property_id }, buyer.id, true);
  const setDates = (dates: Dates) =>
    db.updateTable("purchase_intents").set(dates).where("id", "=", purchase.id).execute();
  return { id, setDates };
}

describe("the seller’s costs so far", () => {
  const items = [{ product_name: "Service fee", product_price_pence: 24000 }];
  const paid_at = new Date();
  test.each([
    [
      "paid by card",
      { items, code: null, paid_at },
      ["Service fee £240.00"],
      "Paid, including VAT £240.00",
    ],
    [
      "paid with a referral code",
      { items, code: "FRIEND10", paid_at },
      ["Service fee £240.00", "Referral code -£240.00"],
      "Paid, including VAT £0.00",
    ],
    [
      "not paid yet",
      { items, code: null, paid_at: null },
      ["Service fee £240.00"],
      "To pay, including VAT £240.00",
    ],
  ])(
    "the seller’s costs for an order that is %s list the rows $2 and the total $3",
    (_name, order, rows, total) => {
      const costs = chargedCosts(order);
      const shown = (row: { label: string; amount: string }) => `${row.label} ${row.amount}`;
      expect(costs?.rows.map(shown)).toEqual(rows);
      expect(costs && shown(costs.total)).toBe(total);
    },
  );
  test("the seller’s costs are null if there is no order", () => {
    expect(chargedCosts(null)).toBeNull();
  });
});

describe("access to the seller’s dashboard (AMB-A10 WF-05.8)", () => {
  test("the seller’s dashboard redirects a visitor without a session to the sign-in page", async () => {
    const id = await insertSaleAtStage(db, (await signIn(db)).id, complete);
    expect((await open(`/dashboard/sell/${id}`)).location).toMatch(/^\/sign-in\?redirectTo=/);
  });

  test("the seller’s dashboard answers 404 for another customer and an unknown id", async () => {
    const id = await insertSaleAtStage(db, (await signIn(db)).id, complete);
    const sam = await signIn(db);
    for (const path of [id, "0".repeat(24), "abc", "undefined"]) {
      const page = await open(`/dashboard/sell/${path}`, sam);
      expect(page.status).toBe(404);
      expect(page.title).toBe("404! Page not found - Fanlight");
      expect(page.text).not.toContain("Arch Street");
    }
  });

  test("staff can read the seller’s dashboard, but only a seller who gets the emails sees when the next one is sent", async () => {
    const sam = await signIn(db);
    const id = await insertSaleAtStage(db, sam.id, complete);
    const ada = await signIn(db, { type: "admin" });
    const { status, text } = await open(`/dashboard/sell/${id}`, ada);
    expect(status).toBe(200);
    expect(text).toContain("Selling 12 Arch Street");
    expect(text).not.toContain("We’ll email an update by");
    expect((await open(`/dashboard/sell/${id}`, sam)).text).toMatch(
      /We’ll email an update by Friday \d+ \w+, or sooner if something changes\./,
    );
    await saveEmailChoices(db, { user_id: sam.id, wanted: ["searches"] });
    const { text: off } = await open(`/dashboard/sell/${id}`, sam);
    expect(off).not.toContain("We’ll email an update by");
  });
});

describe("the dashboard of an unfinished sale (E-042 F-017 F-018)", () => {
  test.each([
    ["terms accepted", { terms: true }, "/sell/payment?sale="],
    ["terms not accepted", {}, "/sell/terms-and-conditions?sale="],
  ])(
    "the dashboard of an unfinished sale (%s) redirects the seller to $2",
    async (_name, stage, location) => {
      const sam = await signIn(db);
      const id = await insertSaleAtStage(db, sam.id, stage);
      expect((await open(`/dashboard/sell/${id}`, sam)).location).toBe(`${location}${id}`);
    },
  );

  test("the dashboard of an unfinished sale redirects staff to the matter in the back office", async () => {
    const id = await insertSaleAtStage(db, (await signIn(db)).id);
    const ada = await signIn(db, { type: "admin" });
    expect((await open(`/dashboard/sell/${id}`, ada)).location).toBe(`/admin/transactions/${id}`);
  });
});

describe("the top bar (F-024 to F-029 AMB-F04)", () => {
  const findBar = (html: string) => visibleText(html.split("</header>")[0]!);

  test("the top bar shows different links to customers and staff", async () => {
    const customer = await open("/welcome-back", await signIn(db));
    expect(findBar(customer.html)).toBe("Fanlight Switch Properties Sam Seller Sign Out");
    expect(customer.html).toMatch(/<a [^>]*href="\/welcome-back"[^>]*>Switch Properties<\/a>/);
    const staff = await open("/welcome-back", await signIn(db, { type: "admin" }));
    expect(findBar(staff.html)).toBe("Fanlight Switch Properties Sam Seller Admin Sign Out");
    expect(staff.html).toMatch(/<a [^>]*href="\/admin"[^>]*>Admin<\/a>/);
  });

  test("the top bar shows an invited customer the estate agent’s office of the open matter, or else of the newest one (F-027)", async () => {
    const sam = await signIn(db);
    const older = await insertSaleAtStage(db, sam.id, complete);
    const newer = await insertSaleAtStage(db, sam.id, complete);
    await assignAgent(older, "Northgate York");
    await assignAgent(newer, "Southgate Leeds");
    expect(findBar((await open("/welcome-back", sam)).html)).not.toContain("gate");

    await invite(sam.id);
    expect(findBar((await open("/welcome-back", sam)).html)).toContain(
      "Sam Seller Southgate Leeds",
    );
    const { html } = await open(`/dashboard/sell/${older}`, sam);
    expect(findBar(html)).toContain("Sam Seller Northgate York");
  });

  test("the top bar names no office for a matter without an agent, or for another person’s matter", async () => {
    const sam = await signIn(db);
    await invite(sam.id);
    await insertSaleAtStage(db, sam.id, complete);
    const other = await insertSaleAtStage(db, (await signIn(db)).id, complete);
    await assignAgent(other, "Eastgate Hull");
    expect(findBar((await open("/welcome-back", sam)).html)).not.toContain("gate");
    expect(findBar((await open(`/dashboard/sell/${other}`, sam)).html)).not.toContain("Eastgate");
  });
});

async function invite(user_id: string) {
  const admin = await signIn(db, { type: "admin" });
  await db
    .insertInto("invitations")
    .values({ role: "sell", user_id, new_user: true, invited_by: admin.id, link_click_count: 1 })
    .execute();
}

async function assignAgent(transaction_id: string, office: string) {
  const { id: estate_agent_id } = await insertOffice(db, office, { brand_name: "Gate" });
  await db
    .updateTable("transactions")
    .set({ estate_agent_status: "assigned", estate_agent_id })
    .where("id", "=", transaction_id)
    .execute();
}
