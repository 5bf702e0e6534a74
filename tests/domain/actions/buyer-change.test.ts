import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { readAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { readGroup } from "#app/domain/groups/groups.server.ts";
import { listPurchases } from "#app/domain/purchases/purchases.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPaidOrder } from "#tests/db/people.ts";
import {
  addSeller,
  assignSolicitors,
  countEvents,
  createMatter,
  createPurchaseAtStage,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { actionsOf, createContestedMatter } from "./contested-matter.ts";

const { db } = useTestDatabase();
const reader = staffReader();
let ada: Visitor;
let steps: ReturnType<typeof actionsOf>;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  steps = actionsOf(db, ada.id);
});

const aMatter = () => createContestedMatter(db);
type Contested = Awaited<ReturnType<typeof aMatter>>;
const plan: typeof steps.plan = (...of) => steps.plan(...of);
const take: typeof steps.take = (...of) => steps.take(...of);
const undo: typeof steps.undo = (...of) => steps.undo(...of);

const purchasesOf = (transaction_id: string) =>
  db
    .selectFrom("purchase_intents")
    .select(["id", "is_active", "aborted", "released_on"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("id")
    .execute();

const groupsOf = (transaction_id: string) =>
  db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();

const standing = async (purchase: { buyer: Visitor }) => {
  const [listed] = await listPurchases(db, customerReader(purchase.buyer.id).id);
  return { place: listed?.buyers_place, aborted: listed?.is_aborted };
};

const today = () => londonDay(new Date());

describe("releasing the buyer", () => {
  test("ends their purchase and releases their solicitor, with an event and the note (ST-3)", async () => {
    const { id, active } = await aMatter();
    const known = await countEvents(db, id);
    await take(id, "release_buyer", { note: "Lost their job #2" });
    expect((await purchasesOf(id)).find((purchase) => purchase.id === active.id)).toMatchObject({
      is_active: false,
      aborted: today(),
      released_on: today(),
    });
    const groups = await groupsOf(id);
    expect(groups.buyer_lawyer_group_id).toBeNull();
    expect(groups.seller_lawyer_group_id).not.toBeNull();
    expect(await standing(active)).toEqual({ place: "not_going_ahead", aborted: true });
    const events = await listNewEvents(db, id, known);
    expect(events.map(({ event_name }) => event_name)).toEqual([
      "purchase_intent_deactivated",
      "buyer_released",
    ]);
    expect(events[1]).toMatchObject({
      purchase_intent_id: active.id,
      comments: expect.stringMatching(/^Buyer: Bea .+ to No buyer\. Lost their job #2$/),
    });
  });

  test("emails the sellers, that buyer’s side and the agent, and no one who only waits (ST-4, ST-10)", async () => {
    const { id, active, waiting } = await aMatter();
    const { emails } = await plan(id, "release_buyer");
    const readers = emails.map(({ reader: who, to }) => [who, to]);
    expect(readers).toContainEqual(["buyer", active.email]);
    expect(readers).toContainEqual(["seller_solicitor", "sol@seller.example"]);
    expect(readers).toContainEqual(["buyer_solicitor", "sol@buyer.example"]);
    expect(readers.map(([who]) => who)).toEqual(
      expect.arrayContaining(["seller", "co_buyer", "giftor"]),
    );
    expect(readers.flat()).not.toContain(waiting.email);
  });

  test("a replaced buyer’s giftors read that their gift isn’t needed, and the new buyer’s don’t", async () => {
    const { id, waiting } = await aMatter();
    const choice = { purchase_intent_id: waiting.id, note: null };
    const { emails } = await plan(id, "replace_buyer", choice);
    const gifts = emails.filter(({ reader: who }) => who.includes("giftor"));
    expect(gifts.map(({ reader: who, words }) => [who, words.subject.split(":")[0]])).toEqual([
      ["previous_giftor", "Your gift isn’t needed now"],
    ]);
  });

  test("the end of a matter and its resumption are emailed to buyers who wait", async () => {
    const { id, waiting, bidder } = await aMatter();
    const { emails } = await plan(id, "end_matter", { end_reason: "Chain broke", end_note: null });
    const readers = emails.map(({ reader: who, to }) => [who, to]);
    expect(readers).toContainEqual(["waiting_buyer", waiting.email]);
    expect(readers).toContainEqual(["waiting_buyer", bidder.email]);
  });

  test("leaves a sale whose seller’s side is complete ready for a buyer, and its stages stay done", async () => {
    const matter = await createMatter(db);
    const { id } = matter;
    await insertPaidOrder(db, id);
    const { first_name, last_name, email } = await db
      .selectFrom("users")
      .innerJoin("transactions", "transactions.seller_id", "users.id")
      .select(["first_name", "last_name", "email"])
      .where("transactions.id", "=", id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("identity_checks")
      .values({
        ...{ transaction_id: id, person_type: "seller", first_name, last_name, email },
        ...{ phone_number: "+447400123456", status: "complete", result: "clear" },
      })
      .execute();
    await db
      .insertInto("searches")
      .values({ transaction_id: id, product_id: "P1", reference: `OS${id}`, status: "complete" })
      .execute();
    const active = await createPurchaseAtStage(db, matter, { active: true });
    await assignSolicitors(db, id, ["seller", "buyer"]);
    await db
      .updateTable("purchase_intents")
      .set({ contract_pack_sent_on: today() })
      .where("id", "=", active.id)
      .execute();
    const stage = async () =>
      await db
        .selectFrom("listed_transactions")
        .select(["stage", "purchase_intent_id", "aborted"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    expect((await stage()).stage).toBe("enquiries");
    const action_id = await take(id, "release_buyer");
    expect(await stage()).toEqual({
      stage: "ready_for_buyer",
      purchase_intent_id: null,
      aborted: null,
    });
    await undo(id, action_id);
    expect(await stage()).toMatchObject({ stage: "enquiries", purchase_intent_id: active.id });
  });

  test("does not start the years after which the matter is deleted", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(db, matter, { active: true });
    await take(matter.id, "release_buyer");
    const { rows } = await sql<{ is_over: boolean }>`
      select is_over from matter_ends where transaction_id = ${matter.id}`.execute(db);
    expect(rows).toEqual([{ is_over: false }]);
  });
});

describe("replacing the buyer", () => {
  test("makes the chosen purchase active, and the previous buyer reads one story (CU-19)", async () => {
    const { id, active, waiting } = await aMatter();
    const choice = { purchase_intent_id: waiting.id, note: null };
    const { emails } = await plan(id, "replace_buyer", choice);
    expect(emails.map(({ reader: who, to }) => [who, to])).toEqual(
      expect.arrayContaining([
        ["buyer", waiting.email],
        ["displaced_buyer", active.email],
        ["buyer_solicitor", "sol@buyer.example"],
      ]),
    );
    await take(id, "replace_buyer", choice);
    expect(await standing(waiting)).toEqual({ place: "going_on", aborted: false });
    expect(await standing(active)).toEqual({ place: "not_going_ahead", aborted: false });
    expect((await groupsOf(id)).buyer_lawyer_group_id).toBeNull();
  });

  test("emails no buyer who was only waiting", async () => {
    const { id, waiting, bidder } = await aMatter();
    const choice = { purchase_intent_id: waiting.id, note: null };
    const { emails, not_emailed } = await plan(id, "replace_buyer", choice);
    expect(JSON.stringify([emails, not_emailed])).not.toContain(bidder.email);
  });

  test.each([
    ["of another matter", async () => (await aMatter()).waiting.id],
    ["that is active already", (matter: Contested) => matter.active.id],
    [
      "whose buyer has not accepted the terms",
      async (matter: Contested) => (await createPurchaseAtStage(db, matter, { terms: false })).id,
    ],
  ])("refuses a purchase %s", async (_which, other) => {
    const matter = await aMatter();
    const purchase_intent_id = await other(matter);
    await expect(
      plan(matter.id, "replace_buyer", { purchase_intent_id, note: null }),
    ).rejects.toThrow("This buyer can no longer be chosen");
  });
});

describe("resuming the buyer", () => {
  test("makes the buyer active who was released last, with their solicitor (AMB-K12)", async () => {
    const { id, active } = await aMatter();
    const before = [await purchasesOf(id), await groupsOf(id)];
    await take(id, "release_buyer");
    const { shown, options } = await readAction(db, reader, {
      transaction_id: id,
      kind: "resume_buyer",
    });
    expect(shown).toEqual([{ label: "Buyer", text: "No buyer" }]);
    expect(options[0]?.label).toMatch(/^Bea Byron/);
    const { emails } = await plan(id, "resume_buyer");
    expect(emails.map(({ to }) => to)).toEqual(
      expect.arrayContaining([active.email, "sol@buyer.example", "sol@seller.example"]),
    );
    await take(id, "resume_buyer");
    expect([await purchasesOf(id), await groupsOf(id)]).toEqual(before);
  });

  test("leaves a retired solicitor out", async () => {
    const { id } = await aMatter();
    const { buyer_lawyer_group_id } = await groupsOf(id);
    await take(id, "release_buyer");
    await db
      .updateTable("lawyer_groups")
      .set({ retired_at: new Date() })
      .where("id", "=", buyer_lawyer_group_id)
      .execute();
    await take(id, "resume_buyer");
    expect((await groupsOf(id)).buyer_lawyer_group_id).toBeNull();
  });
});

describe("undoing a change of the buyer", () => {
  test.each([
    ["release_buyer", () => ({ note: null })],
    [
      "replace_buyer",
      ({ waiting }: { waiting: { id: string } }) => ({
        purchase_intent_id: waiting.id,
        note: null,
      }),
    ],
  ] as const)("restores the buyer and the solicitor before %s", async (kind, choice) => {
    const matter = await aMatter();
    const before = [await purchasesOf(matter.id), await groupsOf(matter.id)];
    await undo(matter.id, await take(matter.id, kind, choice(matter)));
    expect([await purchasesOf(matter.id), await groupsOf(matter.id)]).toEqual(before);
    expect(await standing(matter.waiting)).toMatchObject({ place: "waiting" });
  });

  test("restores a release that was resumed", async () => {
    const { id } = await aMatter();
    await take(id, "release_buyer");
    const released = [await purchasesOf(id), await groupsOf(id)];
    await undo(id, await take(id, "resume_buyer"));
    expect([await purchasesOf(id), await groupsOf(id)]).toEqual(released);
  });

  test.each([
    [
      "another buyer is active",
      async ({ id, waiting }: Contested) =>
        db
          .updateTable("purchase_intents")
          .set({ is_active: true })
          .where("transaction_id", "=", id)
          .where("id", "=", waiting.id)
          .execute(),
      "The matter has another buyer since.",
    ],
    [
      "a solicitor is assigned",
      async ({ id }: Contested) =>
        db
          .updateTable("transactions")
          .set({ buyer_lawyer_group_id: await insertLawyerGroup(db) })
          .where("id", "=", id)
          .execute(),
      "The buyer’s solicitor has changed since.",
    ],
  ])("is refused once %s", async (_when, happen, refusal) => {
    const matter = await aMatter();
    const action_id = await take(matter.id, "release_buyer");
    await happen(matter);
    await expect(undo(matter.id, action_id)).rejects.toThrow(refusal);
  });
});

describe("a change of the buyer is refused", () => {
  test.each([
    ["release_buyer", "exchanged", "Contracts have been exchanged"],
    ["release_buyer", "completed", "This matter has ended."],
    ["replace_buyer", "aborted", "This matter has ended."],
    ["resume_buyer", "exchanged", "Another buyer is active."],
  ] as const)("for %s once it has %s", async (kind, date, refusal) => {
    const { id, active } = await aMatter();
    await db
      .updateTable("purchase_intents")
      .set({ [date]: today() })
      .where("id", "=", active.id)
      .execute();
    await expect(plan(id, kind)).rejects.toThrow(refusal);
  });

  test("without a buyer to release, replace or resume", async () => {
    const { id } = await createMatter(db);
    await expect(plan(id, "release_buyer")).rejects.toThrow("No buyer is active");
    await expect(plan(id, "replace_buyer")).rejects.toThrow("No buyer is active");
    await expect(plan(id, "resume_buyer")).rejects.toThrow("No buyer of this matter has been");
  });

  test("for the second of two that were confirmed at the same time", async () => {
    const { id, waiting } = await aMatter();
    const actor = staffReader({ id: ada.id });
    const place = { transaction_id: id, kind: "release_buyer" } as const;
    const other = { transaction_id: id, kind: "replace_buyer" } as const;
    const choice = { purchase_intent_id: waiting.id, note: null };
    const confirmed = hashPlan(await plan(id, "release_buyer"));
    const other_confirmed = hashPlan(await plan(id, "replace_buyer", choice));
    const results = await Promise.allSettled([
      inTransaction(db, (trx) =>
        takeAction(trx, place, { choice: { note: null }, confirmed, actor }),
      ),
      inTransaction(db, (trx) =>
        takeAction(trx, other, { choice, confirmed: other_confirmed, actor }),
      ),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

test("a seller who has the buyer’s email address reads one email, as the seller", async () => {
  const { id, active } = await aMatter();
  await addSeller(db, id, { email: active.email });
  const { emails } = await plan(id, "release_buyer");
  expect(emails.filter(({ to }) => to === active.email).map(({ reader: who }) => who)).toEqual([
    "co_seller",
  ]);
});

describe("taking a unit out of its group", () => {
  test("leaves the sale alone, and an undo puts it back", async () => {
    const group = await insertGroup(db);
    const [unit = "", other = ""] = group.units;
    const unitsNow = async () => (await readGroup(db, reader, group.id)).units.map(({ id }) => id);
    const { emails } = await plan(unit, "take_unit_out", {});
    expect(emails.map(({ reader: who }) => who)).toEqual(["seller"]);
    const action_id = await take(unit, "take_unit_out", {});
    expect(await unitsNow()).toEqual([other]);
    await undo(unit, action_id);
    expect((await unitsNow()).toSorted()).toEqual([...group.units].toSorted());
  });

  test("is refused for a sale without a group", async () => {
    const { id } = await createMatter(db);
    await expect(plan(id, "take_unit_out", {})).rejects.toThrow(
      "This sale is not part of a group.",
    );
  });
});
