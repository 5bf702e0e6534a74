import { describe, expect, test } from "vitest";
import { NotFoundError } from "#app/domain/errors.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { assignSolicitor } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  createUnfinishedPurchase,
  jo,
  newPurchase,
  insertUniquePerson,
} from "#tests/support/purchases.ts";
import { insertReport } from "#tests/support/searched-matter.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

const customer = customerReader;
const staff = staffReader();

async function finish(purchase: { id: string; buyer_id: string }) {
  const { id, buyer_id } = purchase;
  await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
  await confirmPurchase(db, { id, buyer_id });
}

/** Inserts a second purchase of the same buyer in the matter. Only staff could create one. */
async function findAnother(purchase: Awaited<ReturnType<typeof createUnfinishedPurchase>>) {
  const { transaction_id: id, property_id, buyer_id } = purchase;
  const another = await insertPurchase(db, { id, property_id }, buyer_id, false);
  return { id: another.id, buyer_id };
}

describe("the buyer's dashboard (F-031)", () => {
  test("the buyer's dashboard shows the purchase, its buyers and its progress", async () => {
    const purchase = await createUnfinishedPurchase(db, {
      ownership_type: "Joint",
      additional_buyers: [jo, { ...jo, first_name: "Jim" }],
    });
    await finish(purchase);
    const dashboard = await readBuyerDashboard(db, {
      id: purchase.transaction_id,
      reader: customer(purchase.buyer_id),
    });
    expect(dashboard).toEqual({
      id: purchase.transaction_id,
      purchase_intent_id: purchase.id,
      buyer_id: purchase.buyer_id,
      property_id: purchase.property_id,
      agreed_price_pounds: 440_000,
      terms_accepted: true,
      complete: true,
      address: expect.objectContaining({ post_town: "York", postcode: "YO1 7HZ" }),
      buyers: [
        { first_name: "Ada", middle_name: null, last_name: "Byron" },
        { first_name: "Jo", middle_name: null, last_name: "Joint" },
        { first_name: "Jim", middle_name: null, last_name: "Joint" },
      ],
      solicitor: null,
      place: "waiting",
      finished_at: expect.any(Date),
      progress: {
        checks: ["Ada", "Jo", "Jim"].map((first_name) => ({
          id: null,
          first_name,
          person_type: "buyer",
          status: null,
          result: null,
          is_repeated: false,
        })),
        is_introduced: false,
        papers_returned_at: null,
        assigned_at: null,
        searches: { ordered: 0, back: 0, ordered_at: null },
        report_at: null,
        dates: { sale_agreed: null, exchanged: null, completed: null, aborted: null },
      },
      // Only the active buyer sees the stages.
      stages: null,
    });
  });

  test("the buyer's dashboard shows the legal work only to the active buyer, and shows each buyer their own dates (AMB-F06)", async () => {
    const purchase = await createUnfinishedPurchase(db);
    const { id, transaction_id, property_id, buyer_id } = purchase;
    await finish(purchase);
    const rival = await insertUniquePerson(db);
    const other = await createPurchase(db, rival.id, newPurchase(property_id));
    await finish({ id: other.id, buyer_id: rival.id });
    const intents = db.updateTable("purchase_intents");
    const dates = { sale_agreed: "2026-11-01", exchanged: "2026-11-12", completed: "2026-11-20" };
    await intents
      .set({ ...dates, is_active: true })
      .where("id", "=", id)
      .execute();
    await intents.set({ aborted: "2026-11-03" }).where("id", "=", other.id).execute();
    const at = new Date("2026-11-05T09:05:00.000Z");
    await assignSolicitor(db, transaction_id);
    await db
      .updateTable("transactions")
      .set({ legals_started_at: at })
      .where("id", "=", transaction_id)
      .execute();
    await insertSearchOrder(db, transaction_id);
    await insertReport(db, transaction_id);
    await insertReport(db, transaction_id, { at, shared_by: buyer_id });
    const read = (buyer: string) =>
      readBuyerDashboard(db, { id: transaction_id, reader: customer(buyer) });

    expect((await read(buyer_id)).progress).toEqual({
      checks: [
        {
          id: null,
          first_name: "Ada",
          person_type: "buyer",
          status: null,
          result: null,
          is_repeated: false,
        },
      ],
      is_introduced: false,
      papers_returned_at: null,
      assigned_at: at,
      searches: { ordered: 4, back: 0, ordered_at: expect.any(String) },
      report_at: at,
      dates: { ...dates, aborted: null },
    });
    const theirs = await read(rival.id);
    expect(theirs.progress).toEqual({
      checks: [
        {
          id: null,
          first_name: "Ada",
          person_type: "buyer",
          status: null,
          result: null,
          is_repeated: false,
        },
      ],
      is_introduced: false,
      papers_returned_at: null,
      assigned_at: null,
      searches: { ordered: 0, back: 0, ordered_at: null },
      report_at: null,
      dates: { sale_agreed: null, exchanged: null, completed: null, aborted: "2026-11-03" },
    });
    for (const hidden of [...Object.values(dates), "2026-11-05", buyer_id, "able.example"]) {
      expect(JSON.stringify(theirs)).not.toContain(hidden);
    }
  });

  test("the buyer's dashboard shows the reader's own ID check and not another buyer's (F-043)", async () => {
    const purchase = await createUnfinishedPurchase(db);
    await finish(purchase);
    const rival = await insertUniquePerson(db);
    await createPurchase(db, rival.id, newPurchase(purchase.property_id));
    const { email, first_name, last_name } = await db
      .selectFrom("users")
      .select(["email", "first_name", "last_name"])
      .where("id", "=", purchase.buyer_id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("identity_checks")
      .values({
        ...{ email, first_name, last_name, phone_number: "+447400123456" },
        transaction_id: purchase.transaction_id,
        person_type: "buyer",
        status: "failed",
      })
      .execute();
    const checkOf = async (buyer: string) =>
      (await readBuyerDashboard(db, { id: purchase.transaction_id, reader: customer(buyer) }))
        .progress.checks;
    expect(await checkOf(purchase.buyer_id)).toMatchObject([{ status: "failed" }]);
    expect(await checkOf(rival.id)).toMatchObject([{ status: null }]);
  });

  test("the buyer's dashboard shows the solicitor of the buyer's side to the active buyer only", async () => {
    const purchase = await createUnfinishedPurchase(db);
    const { id, transaction_id, property_id, buyer_id } = purchase;
    await finish(purchase);
    const { id: law_firm_id } = await db
      .insertInto("law_firms")
      .values({ name: "Able LLP" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: lawyer_group_id } = await db
      .insertInto("lawyer_groups")
      .values({ law_firm_id, name: "Able Buyers" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("lawyer_group_members")
      .values({
        lawyer_group_id,
        kind: "solicitor",
        first_name: "Sol",
        last_name: "Icitor",
        email: "sol@able.example",
      })
      .execute();
    const solicitorOf = async (buyer: string) =>
      (await readBuyerDashboard(db, { id: transaction_id, reader: customer(buyer) })).solicitor;
    const groups = db.updateTable("transactions").where("id", "=", transaction_id);
    const activate = (is_active: boolean) =>
      db.updateTable("purchase_intents").set({ is_active }).where("id", "=", id).execute();

    await activate(true);
    await groups.set({ seller_lawyer_group_id: lawyer_group_id }).execute();
    expect(await solicitorOf(buyer_id)).toBeNull();
    await groups.set({ buyer_lawyer_group_id: lawyer_group_id }).execute();
    expect(await solicitorOf(buyer_id)).toMatchObject({
      law_firm: "Able LLP",
      first_name: "Sol",
      email: "sol@able.example",
    });

    const rival = await insertUniquePerson(db);
    await createPurchase(db, rival.id, newPurchase(property_id));
    expect(await solicitorOf(rival.id)).toBeNull();
    await activate(false);
    expect(await solicitorOf(buyer_id)).toBeNull();
  });

  test("the buyer's dashboard shows the newest complete purchase, or else the newest one (AMB-D11)", async () => {
    const older = await createUnfinishedPurchase(db);
    const newer = await findAnother(older);
    const target = { id: older.transaction_id, reader: customer(older.buyer_id) };
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(newer.id);
    await finish(older);
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(older.id);
    await finish(newer);
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(newer.id);
  });

  test("the buyer's dashboard shows each of several buyers their own purchase (AMB-A10)", async () => {
    const first = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    const second = await createPurchase(db, other.id, newPurchase(first.property_id));
    await finish(first);
    const seen = (id: string) =>
      readBuyerDashboard(db, { id: first.transaction_id, reader: customer(id) });
    expect(await seen(first.buyer_id)).toMatchObject({ purchase_intent_id: first.id });
    expect(await seen(other.id)).toMatchObject({ purchase_intent_id: second.id, complete: false });
  });

  test("the buyer's dashboard shows staff the active purchase, or else the newest one (AMB-J01)", async () => {
    const first = await createUnfinishedPurchase(db);
    const other = await insertUniquePerson(db);
    const second = await createPurchase(db, other.id, newPurchase(first.property_id));
    const target = { id: first.transaction_id, reader: staff };
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(second.id);
    await finish(first);
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(second.id);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", first.id)
      .execute();
    expect((await readBuyerDashboard(db, target)).purchase_intent_id).toBe(first.id);
  });

  test("the buyer's dashboard is not found by a stranger or by the seller (AMB-A10)", async () => {
    const { transaction_id: id } = await createUnfinishedPurchase(db);
    const { seller_id } = await db
      .selectFrom("transactions")
      .select("seller_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const reader of [customer((await insertUniquePerson(db)).id), customer(seller_id)]) {
      await expect(readBuyerDashboard(db, { id, reader })).rejects.toEqual(
        new NotFoundError("Transaction not found"),
      );
    }
  });

  test.each(["", "undefined", "65f000000000000000000000", "' or 1=1"])(
    "the buyer's dashboard is not found for the id %j (AMB-A13)",
    async (id) => {
      await expect(readBuyerDashboard(db, { id, reader: staff })).rejects.toEqual(
        new NotFoundError("Transaction not found"),
      );
    },
  );
});
