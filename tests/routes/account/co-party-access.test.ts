import { beforeEach, describe, expect, test } from "vitest";
import { readCalendar } from "#app/domain/calendar/calendar.server.ts";
import { correctPerson, readPersonToCorrect } from "#app/domain/people/correct-person.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { action as chooseSolicitor } from "#app/routes/dashboard/choose-solicitor.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { gail, jo, newPurchase } from "#tests/support/purchases.ts";
import { customerReader, readerId, staffReader } from "#tests/support/readers.ts";
import { bea as bo } from "#tests/support/sales.ts";
import { readCookie, signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { post } from "#tests/support/call-route.ts";
import { assignSolicitor, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

let matter: string;
let purchase: string;
let sam: Visitor;
let cy: Visitor;
/** Returns a unique email address. */
const address = (name: string) => `${name}.${crypto.randomUUID()}@example.test`;
let mailboxes = { huw: "", jo: "", gail: "" };

const huw = () => ({ ...bo, first_name: "Huw", email: mailboxes.huw });
const enter = (name: "huw" | "jo" | "gail", last_name = "Own") =>
  signIn(db, {
    email: mailboxes[name],
    first_name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    last_name,
  });
const sell = () => `/dashboard/sell/${matter}`;
const buy = () => `/dashboard/buy/${matter}`;

beforeEach(async () => {
  mailboxes = { huw: address("huw"), jo: address("jo"), gail: address("gail") };
  sam = await signIn(db, { first_name: "Sam", last_name: "Seller" });
  cy = await signIn(db, { first_name: "Cy", last_name: "Buyer" });
  matter = await insertSaleAtStage(db, sam.id, {
    terms: true,
    complete: true,
    change: { additional_sellers: [huw()] },
  });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", matter)
    .executeTakeFirstOrThrow();
  ({ id: purchase } = await createPurchase(
    db,
    cy.id,
    newPurchase(property_id, {
      ownership_type: "Joint",
      additional_buyers: [{ ...jo, email: mailboxes.jo }],
      gifts: "yes",
      giftors: [{ ...gail, email: mailboxes.gail }],
    }),
  ));
  await acceptBuyerTerms(db, { purchase_intent_id: purchase, buyer_id: cy.id });
  await confirmPurchase(db, { id: purchase, buyer_id: cy.id });
});

test("a person who is only a giftor is greeted with a link to their gift, and sees no sales (CU-22)", async () => {
  const { text } = await open("/welcome-back", await enter("gail"));
  expect(text).toContain(
    "Welcome, Gail! Open your gift to see what happens next and what you need to do. Gifts that you’re giving Towards 12 Arch Street",
  );
  expect(text).not.toMatch(/Welcome back|There are no/);
  const co_buyer = await open("/welcome-back", await enter("jo"));
  expect(co_buyer.text).toContain("Welcome back, Jo!");
});

describe("a co-seller", () => {
  test("a co-seller sees the sale and is greeted by their own name", async () => {
    const { status, text, html } = await open(sell(), await enter("huw"));
    expect(status).toBe(200);
    expect(text).toMatch(/Selling 12 Arch Street Welcome, Huw\./);
    expect(text).toContain("Sam Seller and Huw Byron");
    expect(text).not.toMatch(/Paid, including VAT|To pay|07400|450,000|440,000/);
    expect(html).not.toContain(sam.email);
  });

  test.each([
    ["sam", "You, Huw and Fanlight"],
    ["huw", "You, Sam and Fanlight"],
  ] as const)(
    "the pages of documents and messages name the people who share them with %s",
    async (who, names) => {
      const visitor = who === "sam" ? sam : await enter(who);
      for (const part of ["documents", "messages"]) {
        expect((await open(`${sell()}/${part}`, visitor)).text).toContain(`${names}.`);
      }
    },
  );

  test("the pages of documents and messages leave out an owner who is represented", async () => {
    await db
      .updateTable("transactions")
      .set({ customer_type: "representative" })
      .where("id", "=", matter)
      .execute();
    await db
      .updateTable("parties")
      .set({ representation_reason: "died", email: null, phone_number: null })
      .where("transaction_id", "=", matter)
      .execute();
    for (const part of ["documents", "messages"]) {
      expect((await open(`${sell()}/${part}`, sam)).text).toContain("You and Fanlight.");
    }
  });

  test("a co-seller sees that the main seller chooses the solicitor, and cannot choose", async () => {
    const visitor = await enter("huw");
    const before = await open(sell(), visitor);
    expect(before.text).toMatch(
      /Nothing to do for now Sam needs to choose a solicitor With Sam for .* Once Sam has chosen, we’ll arrange your solicitor\. .* With Sam for/,
    );
    expect((await open(sell(), sam)).text).toMatch(
      /Your turn Choose your solicitor When Today. It takes 2 minutes .* Whose turn Yours for/,
    );
    expect(before.text).toContain("Choose your solicitor With Sam");
    expect(before.html).not.toContain(`${sell()}/solicitor`);
    expect((await open(`${sell()}/solicitor`, visitor)).location).toBe(sell());
    const chosen = await post(
      chooseSolicitor,
      { solicitor: "none" },
      {
        ...visitor,
        params: { id: matter },
      },
    );
    expect(chosen.status).toBe(404);
    await db
      .updateTable("transactions")
      .set({ solicitor_preference: "no_preference" })
      .where("id", "=", matter)
      .execute();
    expect((await open(sell(), visitor)).text).toContain("Sam asked us to choose a solicitor.");
    expect((await open(sell(), sam)).text).toContain("You asked us to choose a solicitor.");
    const preferred_lawyer_group_id = await insertLawyerGroup(db, { name: "Wanted" });
    await db
      .updateTable("transactions")
      .set({ solicitor_preference: "panel_group", preferred_lawyer_group_id })
      .where("id", "=", matter)
      .execute();
    expect((await open(sell(), visitor)).text).toContain("Sam chose Wanted, Ashby & Co.");
    expect((await open(sell(), sam)).text).toContain("You chose Wanted, Ashby & Co.");
  });

  test("a co-seller sees “Your turn” for their own ID check, and the main seller sees that we are waiting for the co-seller", async () => {
    await assignSolicitor(db, matter);
    await check("seller", { first_name: "Sam", last_name: "Seller", email: sam.email }, "complete");
    await check("seller", huw(), "pending");
    const theirs = await open(sell(), await enter("huw"));
    expect(theirs.text).toContain("Your turn Complete your ID check");
    expect(theirs.text).toContain(
      "Other people on this sale Sam , your co-seller They’ve completed their ID check.",
    );
    const main = await open(sell(), sam);
    expect(main.text).toContain(
      "Other people’s ID checks With Huw You’ve completed your ID check.",
    );
    expect(main.text).not.toContain("Your turn");
    expect(main.text).toContain(
      "Other people on this sale Huw , your co-seller They still need to complete their ID check.",
    );
  });

  test("a co-seller sees the sale on /welcome-back, and its dates in their calendar", async () => {
    const visitor = await enter("huw");
    const { text, html } = await open("/welcome-back?view=sales", visitor);
    expect(text).toContain("12 Arch Street");
    expect(html).toContain(sell());
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true, completed: "2999-01-04" })
      .where("id", "=", purchase)
      .execute();
    expect(await readCalendar(db, customerReader(visitor.id))).toMatchObject([
      { side: "seller", kind: "completion" },
      { side: "seller", kind: "balance" },
    ]);
  });

  test("a co-seller cannot see an unfinished sale", async () => {
    const unfinished = await insertSaleAtStage(db, sam.id, {
      terms: true,
      change: { additional_sellers: [huw()] },
    });
    const visitor = await enter("huw");
    expect((await open(`/dashboard/sell/${unfinished}`, visitor)).status).toBe(404);
    expect((await open("/welcome-back?view=sales", visitor)).html).not.toContain(unfinished);
  });

  test("a co-seller cannot open the buyer’s dashboard", async () => {
    expect((await open(buy(), await enter("huw"))).status).toBe(404);
  });
});

describe("a co-buyer", () => {
  test("a co-buyer sees the purchase, and “Your turn” for their own ID check", async () => {
    await check("buyer", { ...jo, email: mailboxes.jo }, "pending");
    const { status, text } = await open(buy(), await enter("jo"));
    expect(status).toBe(200);
    expect(text).toMatch(/Buying 12 Arch Street Welcome, Jo\./);
    expect(text).toContain("Your turn Complete your ID check");
    expect(text).toContain("Cy , your co-buyer");
    expect(text).toContain("Gail , who is giving money towards your purchase");
    expect(text).not.toMatch(/07400|20,000|450,000/);
    expect((await open("/welcome-back?view=purchases", await enterAgain("jo"))).html).toContain(
      buy(),
    );
  });

  test("a co-buyer cannot open the seller’s dashboard", async () => {
    expect((await open(sell(), await enter("jo"))).status).toBe(404);
  });
});

async function enterAgain(name: "jo"): Promise<Visitor> {
  const { id, email } = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where("email", "=", mailboxes[name])
    .executeTakeFirstOrThrow();
  return { id: readerId(id), email, cookie: await readCookie(db, { id }) };
}

describe("a giftor", () => {
  test("a giftor sees only the property, the buyers, their own gift and their own ID check", async () => {
    const visitor = await enter("gail");
    const path = `/dashboard/gift/${await giftId()}`;
    const before = await open(path, visitor);
    expect(before.status).toBe(200);
    expect(before.text).toContain(
      "Your gift towards 12 Arch Street You’re giving money to help Cy Buyer and Jo Joint buy this property.",
    );
    expect(before.text).toContain("Nothing to do for now You don’t need to do your ID check yet");
    expect(
      before.text.match(/We’ll order your ID check once we’ve arranged a solicitor for Cy Buyer/g),
      "said once",
    ).toHaveLength(1);
    expect(before.text).toContain(
      "Property 12 Arch Street, York, YO1 7HZ Buyers Cy Buyer and Jo Joint Your gift £20,000",
    );
    expect(before.text).not.toMatch(/440,000|450,000|07400|Sam|Nationwide/);
    await check("giftor", { ...gail, email: mailboxes.gail }, "pending");
    expect((await open(path, visitor)).text).toContain(
      "Your turn Complete your ID check When As soon as you can You’ll find the link in a text message from Thirdfort",
    );
    expect((await open("/welcome-back", visitor)).html).toContain(path);
    for (const other of [sell(), buy()]) expect((await open(other, visitor)).status).toBe(404);
    expect(await readCalendar(db, customerReader(visitor.id))).toEqual([]);
  });

  test("the gift page uses the singular for one buyer, and says when the purchase isn’t going ahead", async () => {
    const visitor = await enter("gail");
    const path = `/dashboard/gift/${await giftId()}`;
    await db
      .deleteFrom("parties")
      .where("purchase_intent_id", "=", purchase)
      .where("kind", "=", "buyer")
      .execute();
    const { text } = await open(path, visitor);
    expect(text).toContain("You’re giving money to help Cy Buyer buy this property.");
    expect(text).toContain("Buyer Cy Buyer Your gift £20,000");
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-11-02" })
      .where("id", "=", purchase)
      .execute();
    expect((await open(path, visitor)).text).toContain(
      "This purchase isn’t going ahead Do not send any money. If you’ve already sent some, ask the buyer’s solicitor about it.",
    );
  });

  test("a giftor sees where and by when to send the gift letter and money, but only for the active purchase (CU-4)", async () => {
    const visitor = await enter("gail");
    const path = `/dashboard/gift/${await giftId()}`;
    await assignSolicitor(db, matter);
    await check("giftor", { ...gail, email: mailboxes.gail }, "complete");
    const set = (change: object) =>
      db.updateTable("purchase_intents").set(change).where("id", "=", purchase).execute();
    await set({ exchanged: "2999-01-04", completed: "2999-01-18" });
    expect((await open(path, visitor)).text).not.toMatch(/Able Law|2999/);
    await set({ is_active: true });
    const active = (await open(path, visitor)).text;
    expect(active).toMatch(
      /Your turn Get your gift letter and money ready Letter and proof Before Fri 4 January 2999 Your money When the solicitor asks, and by .* 16 January 2999 at the latest Able Law is the solicitor for .* and will need a signed gift letter/,
    );
    expect(active).toContain("Sign a gift letter Now");
    expect(active).toContain("Buyer’s solicitor Able Law");
    expect(active).not.toMatch(/440,000|450,000|07400|able.example|Priya/);
    await set({ completed: "2026-11-02" });
    expect((await open(path, visitor)).text).toContain(
      "The purchase completed on Monday 2 November You don’t need to do anything else.",
    );
  });

  test("only the giftor can open the gift page", async () => {
    const path = `/dashboard/gift/${await giftId()}`;
    const staff = await signIn(db, { type: "admin" });
    for (const visitor of [sam, cy, await enter("jo"), await enter("huw"), staff]) {
      expect((await open(path, visitor)).status).toBe(404);
    }
    expect((await open(path)).location).toMatch(/^\/sign-in/);
    const huwsRow = await db
      .selectFrom("parties")
      .select("id")
      .where("transaction_id", "=", matter)
      .executeTakeFirstOrThrow();
    for (const id of ["abc", "0".repeat(24), matter, huwsRow.id]) {
      expect((await open(`/dashboard/gift/${id}`, await signIn(db))).status).toBe(404);
    }
  });
});

describe("access of added people", () => {
  const paths = () => ({ huw: sell(), jo: buy() });

  test("a person who is removed from the matter loses access", async () => {
    const gift = `/dashboard/gift/${await giftId()}`;
    const visitors = { huw: await enter("huw"), jo: await enter("jo"), gail: await enter("gail") };
    expect((await open(sell(), visitors.huw)).status).toBe(200);
    await db
      .deleteFrom("parties")
      .where((eb) =>
        eb.or([eb("transaction_id", "=", matter), eb("purchase_intent_id", "=", purchase)]),
      )
      .execute();
    expect((await open(sell(), visitors.huw)).status).toBe(404);
    expect((await open(buy(), visitors.jo)).status).toBe(404);
    expect((await open(gift, visitors.gail)).status).toBe(404);
    expect((await open("/welcome-back", visitors.huw)).text).not.toContain("Arch Street");
    expect((await open("/welcome-back", visitors.gail)).text).not.toContain("Arch Street");
  });

  test("access moves to the account with the new address when staff correct an added person’s email address", async () => {
    const old = await enter("huw");
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true, completed: "2999-01-04" })
      .where("id", "=", purchase)
      .execute();
    expect(await readCalendar(db, customerReader(old.id))).toHaveLength(2);
    const { id } = await db
      .selectFrom("parties")
      .select("id")
      .where("transaction_id", "=", matter)
      .executeTakeFirstOrThrow();
    const person = { kind: "party", id, transaction_id: matter } as const;
    const before = await readPersonToCorrect(db, staffReader(), person);
    const staff = await signIn(db, { type: "admin" });
    const email = address("new");
    await correctPerson(
      db,
      person,
      { ...before, email },
      { opened: toVersion(before), actor: { id: staff.id, request_id: "1" } },
    );
    expect((await open(sell(), old)).status).toBe(404);
    expect(await readCalendar(db, customerReader(old.id))).toEqual([]);
    mailboxes.huw = email;
    expect((await open(sell(), await enter("huw"))).status).toBe(200);
  });

  test("an added person whose account becomes inactive loses access to the dashboard", async () => {
    const visitors = { huw: await enter("huw"), jo: await enter("jo") };
    for (const name of ["huw", "jo"] as const) {
      expect((await open(paths()[name], visitors[name])).status).toBe(200);
      await db
        .updateTable("users")
        .set({ active: false })
        .where("id", "=", visitors[name].id)
        .execute();
      expect((await open(paths()[name], visitors[name])).status).not.toBe(200);
    }
  });

  test.each([
    ["a member of staff, who uses the back office", { type: "admin" as const }],
    ["a person who has not verified the mailbox", { active: false }],
    ["a blocked person", { active: false, deactivated_at: new Date() }],
  ])("isSellerSql omits a co-seller’s sale once the co-seller becomes %s", async (_who, change) => {
    const { id } = await enter("huw");
    const list = () => db.selectFrom("transactions").select("id").where(isSellerSql(id)).execute();
    expect(await list()).toEqual([{ id: matter }]);
    await db.updateTable("users").set(change).where("id", "=", id).execute();
    expect(await list()).toEqual([]);
  });
});

test("a person who buys in one matter and co-sells in another sees each from their own side", async () => {
  mailboxes.huw = cy.email;
  const second = await insertSaleAtStage(db, sam.id, {
    terms: true,
    complete: true,
    line_1: "9 Mill Lane",
    change: { additional_sellers: [{ ...huw(), first_name: "Cy", last_name: "Buyer" }] },
  });
  expect((await open(buy(), cy)).text).toContain("Buying 12 Arch Street");
  expect((await open(`/dashboard/sell/${second}`, cy)).text).toContain("Selling 9 Mill Lane");
  expect((await open(sell(), cy)).status).toBe(404);
  expect((await open(`/dashboard/buy/${second}`, cy)).status).toBe(404);
});

async function giftId() {
  const { id } = await db
    .selectFrom("parties")
    .select("id")
    .where("purchase_intent_id", "=", purchase)
    .where("kind", "=", "giftor")
    .executeTakeFirstOrThrow();
  return id;
}

async function check(
  person_type: "seller" | "buyer" | "giftor",
  { first_name, last_name, email }: { first_name: string; last_name: string; email: string },
  status: "pending" | "complete",
) {
  const person = { person_type, first_name, last_name, email, phone_number: "+447400123457" };
  await db
    .insertInto("identity_checks")
    .values({ transaction_id: matter, ...person, status })
    .execute();
}
