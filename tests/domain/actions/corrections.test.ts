import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ActionValues } from "#app/domain/actions/action.ts";
import { ACTIONS } from "#app/domain/actions/actions.server.ts";
import { collectNewsOfAction } from "#app/domain/actions/firm-news-of-action.server.ts";
import { sendLettersOfAction } from "#app/domain/actions/letters-of-action.server.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { planAction, readAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { undoAction } from "#app/domain/actions/undo-action.server.ts";
import { planLetterResend, sendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { listChanges } from "#app/domain/history/changes.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { inTransaction } from "#db/connection.ts";
import {
  addSeller,
  assignSolicitors,
  createMatter,
  createPaidMatter,
  createPurchaseAtStage,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const reader = staffReader();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function aMatter(line_1?: string) {
  const matter = await createPaidMatter(db, line_1);
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  return { ...matter, purchase };
}

async function take(
  transaction_id: string,
  kind: ActionKind,
  choice: ActionValues,
  letters: string[] = [],
) {
  const confirmed = hashPlan(await planAction(db, reader, { transaction_id, kind }, choice));
  const actor = staffReader({ id: ada.id });
  return inTransaction(db, (trx) =>
    takeAction(trx, { transaction_id, kind }, { choice, confirmed, actor, letters }),
  );
}

const undo = (transaction_id: string, action_id: string) =>
  inTransaction(db, (trx) =>
    undoAction(trx, { transaction_id, action_id }, { actor: staffReader({ id: ada.id }) }),
  );

const now = async (transaction_id: string, kind: ActionKind, person_id: string | null = null) =>
  (await readAction(db, reader, { transaction_id, kind, person_id })).shown.map(({ text }) => text);

const address = (line_1: string, more: ActionValues = {}): ActionValues => ({
  ...{ line_1, line_2: null, line_3: null, post_town: "York", county: null, postcode: "YO1 7HZ" },
  ...{ country: "United Kingdom", country_iso_2: "GB", uprn: null, district: null },
  ...{ building_number: null, building_name: null, sub_building_name: null, street: null },
  ...{ premise: null, organisation_name: null, po_box: null, latitude: null, longitude: null },
  ...more,
});

/** Returns true if the search of staff finds the matter by this word. */
async function isFoundBy(transaction_id: string, word: string) {
  const found = await db
    .selectFrom("search_words")
    .select("record_id")
    .where("record_id", "=", transaction_id)
    .where("word", "=", word)
    .execute();
  return found.length > 0;
}

describe("a correction of the property’s address", () => {
  test("is found by staff’s search at once, and its undo restores the old address", async () => {
    const { id } = await aMatter("11 Oldname Road");
    const [before = ""] = await now(id, "correct_address");
    const action_id = await take(id, "correct_address", address("12 Newname Road"));
    expect(await now(id, "correct_address")).toEqual([
      "12 Newname Road, York, YO1 7HZ",
      "Not known",
    ]);
    expect(await isFoundBy(id, "newname")).toBe(true);
    expect(await isFoundBy(id, "oldname")).toBe(false);
    await undo(id, action_id);
    expect((await now(id, "correct_address"))[0]).toBe(before);
    expect(await isFoundBy(id, "oldname")).toBe(true);
  });

  test("is emailed under the old address, in the words that staff confirmed", async () => {
    const { id } = await aMatter("21 Oldname Road");
    const place = { transaction_id: id, kind: "correct_address" } as const;
    const choice = address("22 Newname Road", { uprn: "1234" });
    const { emails } = await planAction(db, reader, place, choice);
    const action_id = await take(id, "correct_address", choice);
    expect(emails.length).toBeGreaterThan(3);
    for (const { to, cc, words } of emails) {
      expect(words.subject).toContain("21 Oldname Road");
      expect(words.paragraphs.join(" ")).not.toContain("1234");
      expect(await readContents(db, "matter_action", { action_id }, to)).toMatchObject({
        ...words,
        cc,
      });
    }
  });

  test("emails no one if only the UPRN has changed", async () => {
    const { id } = await aMatter();
    const now = await planAction(
      db,
      reader,
      { transaction_id: id, kind: "correct_address" },
      { uprn: "4321" },
    );
    expect(now.emails).toEqual([]);
    await take(id, "correct_address", { uprn: "4321" });
    const changes = await listChanges(db, service, id);
    expect(changes.filter(({ field }) => field === "uprn")).toMatchObject([{ new_value: "4321" }]);
  });

  test("is refused for a home that another customer is selling, also as an undo (D02)", async () => {
    const other = await createPaidMatter(db, "31 Taken Road");
    const [taken = ""] = await now(other.id, "correct_address");
    const [line_1 = "", post_town = "", postcode = ""] = taken.split(", ");
    const { id } = await aMatter("32 Other Road");
    const same = address(line_1, { post_town, postcode });
    await expect(take(id, "correct_address", same)).rejects.toThrow(
      /^Another customer is already selling this property: F-\d+$/,
    );
    const action_id = await take(id, "correct_address", address("33 Free Road"));
    const claimed = address("32 Other Road", { post_town, postcode });
    await take(other.id, "correct_address", claimed);
    await expect(undo(id, action_id)).rejects.toThrow("Another customer is already selling");
  });
});

async function emailsOf(action_id: string) {
  const rows = await db
    .selectFrom("email_log")
    .select("recipient")
    .where("name", "=", "matter_action")
    .where(sql<boolean>`props ->> 'action_id' = ${action_id}`)
    .orderBy("recipient")
    .execute();
  return rows.map(({ recipient }) => recipient);
}

/** Returns the firms that read about an action with their other news. */
async function firmsOf(action_id: string) {
  await inTransaction(db, (trx) => collectNewsOfAction(trx, { action_id }));
  const { rows } = await sql<{ firm: string }>`
    select props ->> 'firm' as firm from email_log
    where name = 'firm_news' and props -> 'items' ? ${`action ${action_id}`}
    order by firm`.execute(db);
  return rows.map(({ firm }) => firm);
}

describe("a correction of the ownership", () => {
  test("to a representative needs an owner, and its undo restores the owner", async () => {
    const { id } = await aMatter();
    const choice = { customer_type: "representative" };
    await expect(take(id, "correct_ownership", choice)).rejects.toThrow(
      "Add the owner as a seller",
    );
    await addSeller(db, id);
    const action_id = await take(id, "correct_ownership", choice);
    expect(await now(id, "correct_ownership")).toEqual(["Representative"]);
    await undo(id, action_id);
    expect(await now(id, "correct_ownership")).toEqual(["Individual owner"]);
  });

  test("to an owner is refused while an owner is represented", async () => {
    const { id } = await aMatter();
    const { person_id } = await addSeller(db, id);
    await take(id, "correct_ownership", { customer_type: "representative" });
    await db
      .updateTable("parties")
      .set({ representation_reason: "died", email: null, phone_number: null })
      .where("id", "=", person_id)
      .execute();
    await expect(
      take(id, "correct_ownership", { customer_type: "individual_owner" }),
    ).rejects.toThrow("Remove the owner who is represented first");
  });
});

describe("a correction of the buyer’s lender", () => {
  const requests = async (id: string) =>
    (
      await db
        .selectFrom("document_requests")
        .select(["kind", "status"])
        .where("transaction_id", "=", id)
        .where("kind", "in", ["mortgage_offer", "proof_of_funds"])
        .where("status", "=", "requested")
        .execute()
    ).map(({ kind }) => kind);

  test("requests the documents that the new answer needs, and tells the seller’s side nothing", async () => {
    const { id, purchase } = await aMatter();
    const none = { mortgage_required_for_purchase: "no", mortgage_provider: null };
    const some = { mortgage_required_for_purchase: "yes", mortgage_provider: "Halifax" };
    const [before] = await now(id, "correct_lender");
    const [first, second] = before === "none (no mortgage)" ? [some, none] : [none, some];
    const action_id = await take(id, "correct_lender", first);
    const kinds = { yes: "mortgage_offer", no: "proof_of_funds" };
    const kindOf = ({ mortgage_required_for_purchase: answer }: typeof some | typeof none) =>
      answer === "yes" ? kinds.yes : kinds.no;
    expect(await requests(id)).toEqual([kindOf(first)]);
    expect(await emailsOf(action_id)).toEqual([purchase.email]);
    expect(await firmsOf(action_id)).toEqual(["buyer_solicitor"]);
    await take(id, "correct_lender", second);
    expect(await requests(id)).toEqual([kindOf(second)]);
  });

  test("to a broker emails the broker alone, and stores both values", async () => {
    const { id } = await aMatter();
    const lender = { mortgage_required_for_purchase: "yes", mortgage_provider: "Halifax" };
    await take(id, "correct_lender", lender);
    const choice = { ...lender, mortgage_broker: "Harbour Mortgages" };
    const about = { transaction_id: id, kind: "correct_lender" } as const;
    const { emails } = await planAction(db, reader, about, choice);
    expect(emails.map(({ reader: to, words }) => [to, words.paragraphs[0]])).toEqual(
      ["buyer", "buyer_solicitor"].map((to) => [
        to,
        "The mortgage broker for the purchase is now Harbour Mortgages. It was not on record.",
      ]),
    );
    await take(id, "correct_lender", choice);
    expect((await listChanges(db, service, id)).at(-1)).toMatchObject({
      ...{ field: "mortgage_broker", old_value: null, new_value: "Harbour Mortgages" },
    });
  });

  test("to no mortgage removes the broker", () => {
    expect(
      ACTIONS.correct_lender.form.parse({
        ...{ mortgage_required_for_purchase: "no", mortgage_provider: "Halifax" },
        mortgage_broker: "Harbour Mortgages",
      }),
    ).toEqual({
      ...{ mortgage_required_for_purchase: "no", mortgage_provider: null, mortgage_broker: null },
    });
  });

  test("is refused without a buyer", async () => {
    const { id } = await createMatter(db);
    const choice = { mortgage_required_for_purchase: "no", mortgage_provider: null };
    await expect(take(id, "correct_lender", choice)).rejects.toThrow("so there’s no mortgage");
  });
});

describe("a correction of the seller’s lender", () => {
  test("is in the letter to the seller’s solicitor, tells the buyers nothing, and can be undone", async () => {
    const { id } = await aMatter();
    const choice = { has_mortgage: "yes", seller_lender: "Halifax" };
    const about = { transaction_id: id, kind: "correct_seller_lender" } as const;
    const { emails } = await planAction(db, reader, about, choice);
    expect(emails.map((email) => email.reader)).toEqual(["seller", "seller_solicitor"]);
    const action_id = await take(id, "correct_seller_lender", choice);
    const lender = async (side: "seller" | "buyer") =>
      (await planLetterResend(db, reader, { transaction_id: id, side })).planned?.letter.parts
        .flatMap(({ rows }) => rows)
        .find(({ what }) => what === "Existing mortgage lender")?.text;
    expect([await lender("seller"), await lender("buyer")]).toEqual(["Halifax", undefined]);
    await undo(id, action_id);
    expect(await lender("seller")).not.toBe("Halifax");
  });

  test("without a mortgage removes the lender", () => {
    const typed = { has_mortgage: "no", seller_lender: "Halifax" };
    expect(ACTIONS.correct_seller_lender.form.parse(typed)).toEqual({
      ...{ has_mortgage: "no", seller_lender: null },
    });
  });
});

describe("a correction of a postal address", () => {
  test("is emailed to that person and their solicitor alone, and its undo restores no address", async () => {
    const { id } = await aMatter();
    const { person_id, email } = await addSeller(db, id);
    const choice = { ...address("5 Home Road"), person_id };
    const action_id = await take(id, "correct_postal_address", choice);
    expect(await now(id, "correct_postal_address", person_id)).toEqual([
      "5 Home Road, York, YO1 7HZ",
    ]);
    expect(await emailsOf(action_id)).toEqual([email]);
    expect(await firmsOf(action_id)).toEqual(["seller_solicitor"]);
    const events = await listNewEvents(db, id, 0);
    expect(events.at(-1)).toMatchObject({
      event_name: "person_corrected",
      comments: "Jo Joint: postal address",
      purchase_intent_id: null,
    });
    const changes = await listChanges(db, service, id);
    expect(changes.at(-1)).toMatchObject({
      field: "correspondence_address_id",
      new_value: "5 Home Road, York, YO1 7HZ",
      person: "Jo Joint",
    });
    await undo(id, action_id);
    expect(await now(id, "correct_postal_address", person_id)).toEqual(["not known"]);
  });

  test("lists the people to choose from, and refuses a person of another matter", async () => {
    const { id } = await aMatter();
    const other = await createMatter(db);
    const { person_id } = await addSeller(db, other.id);
    const place = { transaction_id: id, kind: "correct_postal_address" } as const;
    const { people } = await readAction(db, reader, place);
    expect(people?.map(({ role }) => role)).toEqual(["Seller", "Buyer"]);
    await expect(now(id, "correct_postal_address", person_id)).rejects.toThrow(
      "no longer on this matter",
    );
  });

  test("is deleted with a person who is removed", async () => {
    const { id } = await aMatter();
    const { person_id } = await addSeller(db, id);
    const action_id = await take(id, "correct_postal_address", {
      ...address("5 Home Road"),
      person_id,
    });
    await db.deleteFrom("parties").where("id", "=", person_id).execute();
    const left = await db
      .selectFrom("matter_actions")
      .select("id")
      .where("id", "=", action_id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe("the letter to a solicitor after a correction (ST-13)", () => {
  async function withLetter() {
    const matter = await aMatter();
    const about = { transaction_id: matter.id, side: "seller" } as const;
    const { planned } = await planLetterResend(db, service, about);
    await inTransaction(db, (trx) => sendLetter(trx, planned!));
    return matter;
  }

  const countLetters = async (id: string) =>
    (
      await db
        .selectFrom("solicitor_letter_matters")
        .select("letter_id")
        .where("transaction_id", "=", id)
        .execute()
    ).length;

  const sendLetters = (action_id: string) =>
    inTransaction(db, (trx) => sendLettersOfAction(trx, { action_id }));

  test("is offered only to a solicitor who has had it, and sent once if staff tick it", async () => {
    const { id } = await withLetter();
    const place = { transaction_id: id, kind: "correct_tenure" } as const;
    const choice = { tenure: "Leasehold", tenure_details: null };
    const { letters } = await planAction(db, reader, place, choice);
    expect(letters).toEqual([{ side: "seller", to: "sol@seller.example" }]);
    const action_id = await take(id, "correct_tenure", choice, ["seller", "buyer"]);
    expect(await countLetters(id)).toBe(1);
    expect(await sendLetters(action_id)).toBe(true);
    expect(await sendLetters(action_id)).toBe(false);
    expect(await countLetters(id)).toBe(2);
  });

  test.each([
    ["staff don’t tick it", [], false],
    ["the action is undone", ["seller"], true],
  ])("is not sent if %s", async (_when, ticked, is_undone) => {
    const { id } = await withLetter();
    const action_id = await take(id, "correct_title_number", { title_number: "NYK1" }, ticked);
    if (is_undone) await undo(id, action_id);
    expect(await sendLetters(action_id)).toBe(false);
    expect(await countLetters(id)).toBe(1);
  });
});
