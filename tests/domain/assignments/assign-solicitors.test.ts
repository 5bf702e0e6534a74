import { beforeAll, describe, expect, test } from "vitest";
import { readLawyerGroup, updateLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { assignSolicitors } from "#app/domain/assignments/assign-solicitors.server.ts";
import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import { planSolicitors } from "#app/domain/assignments/plan-solicitors.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { insertPaidOrder, insertPerson, insertPurchase } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { solicitorsChoice, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { assign, aSale, emailsOf, markOf, withBuyer } from "./solicitor-assignment.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

const readSale = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id", "seller_comments"])
    .select(["buyer_comments", "legals_started_at", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("assigning solicitors to a matter (L-063, WF-10.5, AMB-L01, AMB-K10)", () => {
  test("assigning solicitors saves both lawyer groups and the start date, records events and an audit row, and queues the emails", async () => {
    const sale = await withBuyer(db);
    const chosen = await solicitorsChoice(db, {
      seller_comments: "Abroad",
      buyer_comments: "In a hurry",
    });
    await assign(db, sale.id, chosen, actor);
    expect(await readSale(sale.id)).toEqual({
      seller_lawyer_group_id: chosen.seller_lawyer_group_id,
      buyer_lawyer_group_id: chosen.buyer_lawyer_group_id,
      seller_comments: "Abroad",
      buyer_comments: "In a hurry",
      legals_started_at: expect.any(Date),
      version: 2,
    });
    expect((await emailsOf(db, sale.id)).map(({ name, recipient }) => [name, recipient])).toEqual([
      ["buyer_additional_info", sale.buyer],
      ["buyer_introduction", sale.buyer],
      ["buyer_solicitor_instruction", "sol@ashby.example"],
      ["seller_introduction", sale.seller],
      ["seller_solicitor_instruction", "sol@ashby.example"],
    ]);
    const events = await db
      .selectFrom("events")
      .select(["event_name", "type", "milestone", "author", "author_id", "comments"])
      .select("purchase_intent_id")
      .where("transaction_id", "=", sale.id)
      .execute();
    const assigned = {
      milestone: true,
      author: "admin",
      author_id: actor.id,
      comments: "Ashby York",
      purchase_intent_id: null,
    };
    const sent = { milestone: false, author: "system", author_id: null, comments: null };
    const ofSale = { ...sent, type: "seller", purchase_intent_id: null };
    const ofPurchase = { ...sent, type: "buyer", purchase_intent_id: sale.purchase_intent_id };
    expect(events).toHaveLength(7);
    expect(events).toEqual(
      expect.arrayContaining([
        { event_name: "seller_solicitors_assigned", type: "seller", ...assigned },
        { event_name: "buyer_solicitors_assigned", type: "buyer", ...assigned },
        { event_name: "seller_introduction_email_sent", ...ofSale },
        { event_name: "seller_solicitor_instruction_email_sent", ...ofSale },
        { event_name: "buyer_introduction_email_sent", ...ofPurchase },
        { event_name: "buyer_additional_info_email_sent", ...ofPurchase },
        { event_name: "buyer_solicitor_instruction_email_sent", ...ofPurchase },
      ]),
    );
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "request_id", "fields"])
      .where("subject_id", "=", sale.id)
      .execute();
    expect(audit).toEqual([
      {
        action: "solicitors_assigned",
        actor_id: actor.id,
        request_id: "req-1",
        fields: ["seller_lawyer_group_id", "buyer_lawyer_group_id"],
      },
    ]);
  });

  test.each([
    ["one box unticked", { seller_introduction: false }, ["seller_solicitor_instruction"]],
    [
      "both boxes unticked",
      { seller_introduction: false, seller_solicitor_instruction: false },
      [],
    ],
  ])(
    "assigning solicitors does not queue emails whose boxes are unticked: %s (L-049)",
    async (_name, change, names) => {
      const { id } = await aSale(db);
      await assign(db, id, await solicitorsChoice(db, change), actor);
      expect((await emailsOf(db, id)).map(({ name }) => name)).toEqual(names);
      expect(await eventNames(db, id)).toHaveLength(2 + names.length);
    },
  );

  test("assigning solicitors does not queue emails that are forced off, even if their boxes are ticked (L-051, L-052, L-053, L-055)", async () => {
    const { id } = await withBuyer(db, false);
    const outside = await insertLawyerGroup(db, { panel_solicitor: false });
    await assign(db, id, await solicitorsChoice(db, { seller_lawyer_group_id: outside }), actor);
    expect((await emailsOf(db, id)).map(({ name }) => name)).toEqual([
      "seller_solicitor_instruction",
    ]);
  });

  test("assigning solicitors keeps the start date of the legal work if it is already stored (AMB-K10)", async () => {
    const { id } = await aSale(db);
    const legals_started_at = new Date("2026-05-06T09:00:00Z");
    await db.updateTable("transactions").set({ legals_started_at }).where("id", "=", id).execute();
    await assign(db, id, await solicitorsChoice(db), actor);
    expect((await readSale(id)).legals_started_at).toEqual(legals_started_at);
  });

  test("assigning solicitors is rolled back if an email cannot be queued", async () => {
    const { id } = await aSale(db);
    const chosen = await solicitorsChoice(db);
    const restoreWrites = await breakWrites(db, "email_log");
    await expect(assign(db, id, chosen, actor)).rejects.toThrow();
    await restoreWrites();
    expect((await readSale(id)).seller_lawyer_group_id).toBeNull();
    expect(await eventNames(db, id)).toEqual([]);
  });
});

describe("assigning solicitors to a sale without a buyer (L-047)", () => {
  const noBuyer = () => solicitorsChoice(db, { buyer_lawyer_group_id: NO_BUYER_YET.value });

  test("“No buyer yet” assigns only the seller’s solicitor, and emails only the seller’s side", async () => {
    const { id, seller } = await aSale(db);
    const chosen = await noBuyer();
    await assign(db, id, chosen, actor);
    expect(await readSale(id)).toMatchObject({
      seller_lawyer_group_id: chosen.seller_lawyer_group_id,
      buyer_lawyer_group_id: null,
      legals_started_at: expect.any(Date),
    });
    expect((await emailsOf(db, id)).map(({ name, recipient }) => [name, recipient])).toEqual([
      ["seller_introduction", seller],
      ["seller_solicitor_instruction", "sol@ashby.example"],
    ]);
    expect(await eventNames(db, id)).toEqual([
      "seller_solicitors_assigned",
      "seller_introduction_email_sent",
      "seller_solicitor_instruction_email_sent",
    ]);
  });

  test("after “No buyer yet”, the matter asks staff for the buyer’s solicitor once there is a purchase", async () => {
    const sale = await aSale(db);
    await insertPaidOrder(db, sale.id);
    await assign(db, sale.id, await noBuyer(), actor);
    const nextStep = () =>
      db
        .selectFrom("listed_transactions")
        .select(["next_step", "holder"])
        .where("id", "=", sale.id)
        .executeTakeFirstOrThrow();
    expect(await nextStep()).toEqual({ next_step: "order_checks", holder: "us" });
    const buyer = await insertPerson(db, "later.buyer@customers.example");
    await insertPurchase(db, sale, buyer.id, true);
    expect(await nextStep()).toEqual({ next_step: "assign_solicitors", holder: "us" });
    const chosen = await solicitorsChoice(db, { seller_lawyer_group_id: null });
    await assign(db, sale.id, chosen, actor);
    expect((await readSale(sale.id)).buyer_lawyer_group_id).toBe(chosen.buyer_lawyer_group_id);
    expect((await emailsOf(db, sale.id)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["buyer_introduction", "buyer_solicitor_instruction"]),
    );
  });

  test("only one of six concurrent assignments with “No buyer yet” succeeds, and each email is queued once", async () => {
    const { id } = await aSale(db);
    const other = await aSale(db);
    const choices = await Promise.all(Array.from({ length: 6 }, noBuyer));
    const results = await Promise.allSettled(
      choices.map((chosen) => assign(db, id, chosen, actor)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await emailsOf(db, id)).toHaveLength(2);
    expect(await eventNames(db, other.id)).toEqual([]);
    await expect(assign(db, id, await noBuyer(), actor)).rejects.toMatchObject({
      status: 409,
      message: "The seller has a solicitor now. Select the buyer’s",
    });
  });

  test("rejects “No buyer yet” if a purchase is active", async () => {
    const { id } = await withBuyer(db);
    await expect(assign(db, id, await noBuyer(), actor)).rejects.toMatchObject({
      status: 409,
      message: "There is a buyer now. Select their solicitor",
      data: { field: "buyer_lawyer_group_id" },
    });
    expect((await readSale(id)).seller_lawyer_group_id).toBeNull();
  });
});

describe("concurrent solicitor assignments (AMB-K03)", () => {
  test("only one of five concurrent assignments of solicitors to a matter succeeds, and the others get a conflict", async () => {
    const { id } = await aSale(db);
    const choices = await Promise.all(Array.from({ length: 5 }, () => solicitorsChoice(db)));
    const results = await Promise.allSettled(
      choices.map((chosen) => assign(db, id, chosen, actor)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      expect(result.reason).toMatchObject({
        message: "Solicitors are already assigned to this matter",
        status: 409,
      });
    }
    expect(await emailsOf(db, id)).toHaveLength(2);
  });

  test("assigning solicitors waits for a concurrent edit of a lawyer group and then gets a conflict", async () => {
    const { id } = await aSale(db);
    const chosen = await solicitorsChoice(db);
    const confirmed = await markOf(db, id, chosen);
    const group = await readLawyerGroup(db, chosen.seller_lawyer_group_id!);
    const edit = { actor, opened: formValues(group) };
    const assigning = await db.transaction().execute(async (trx) => {
      const changed = { ...group, solicitor: lawyer("Ned") };
      await updateLawyerGroup(trx, chosen.seller_lawyer_group_id!, changed, edit);
      const result = assignSolicitors(db, id, { choice: chosen, confirmed, actor }).catch(
        (error: unknown) => error,
      );
      await waitForLockWaiters(db);
      return { result };
    });
    expect(await assigning.result).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Something has changed since/),
    });
    expect(await emailsOf(db, id)).toEqual([]);
  });

  test("assigning solicitors adds the buyer's solicitor if the seller's side already has its solicitor", async () => {
    const { id } = await aSale(db);
    const chosen = await solicitorsChoice(db);
    const { seller_lawyer_group_id } = chosen;
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id })
      .where("id", "=", id)
      .execute();
    await assign(db, id, chosen, actor);
    expect((await readSale(id)).buyer_lawyer_group_id).toBe(chosen.buyer_lawyer_group_id);
  });

  test("rejects the assignment of solicitors if a lawyer group or a purchase has changed since it was confirmed", async () => {
    const sale = await withBuyer(db, false);
    const chosen = await solicitorsChoice(db);
    const mark = await markOf(db, sale.id, chosen);
    const confirm = () => assignSolicitors(db, sale.id, { choice: chosen, confirmed: mark, actor });
    const refused = { status: 409, message: expect.stringMatching(/^Something has changed since/) };

    const opened = await readLawyerGroup(db, chosen.seller_lawyer_group_id!);
    const away = { ...opened, solicitor: lawyer("Ned") };
    const edit = { actor, opened: formValues(opened) };
    await updateLawyerGroup(db, chosen.seller_lawyer_group_id!, away, edit);
    await expect(confirm()).rejects.toMatchObject(refused);
    const back = { actor, opened: formValues(away) };
    await updateLawyerGroup(db, chosen.seller_lawyer_group_id!, opened, back);

    const purchase = db.updateTable("purchase_intents").where("id", "=", sale.purchase_intent_id);
    await purchase.set({ is_active: true }).execute();
    await expect(confirm()).rejects.toMatchObject(refused);
    expect((await readSale(sale.id)).seller_lawyer_group_id).toBeNull();
    await purchase.set({ is_active: false }).execute();
    await confirm();
    expect((await readSale(sale.id)).seller_lawyer_group_id).toBe(chosen.seller_lawyer_group_id);
  });
});

describe("unknown matters and lawyer groups", () => {
  test.each(["0".repeat(24), "x", "undefined", "' or 1=1"])(
    "rejects the assignment of solicitors to an unknown matter: %s",
    async (id) => {
      const refused = { message: "Transaction not found", status: 404 };
      const chosen = await solicitorsChoice(db);
      await expect(planSolicitors(db, staffReader(), id, chosen)).rejects.toMatchObject(refused);
      await expect(
        assignSolicitors(db, id, { choice: chosen, confirmed: "", actor }),
      ).rejects.toMatchObject(refused);
    },
  );

  test.each(["seller", "buyer"] as const)(
    "rejects an unknown lawyer group of the %s and returns the name of its form field",
    async (side) => {
      const { id } = await aSale(db);
      const field = `${side}_lawyer_group_id`;
      const chosen = await solicitorsChoice(db, { [field]: "0".repeat(24) });
      await expect(planSolicitors(db, staffReader(), id, chosen)).rejects.toMatchObject({
        message: "This solicitor is no longer available. Select another",
        status: 404,
        data: { field },
      });
    },
  );
});
