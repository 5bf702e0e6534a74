import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createGroup } from "#app/domain/groups/create-group.server.ts";
import { MAX_UNITS } from "#app/domain/groups/labels.ts";
import { readGroup } from "#app/domain/groups/groups.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { newGroup, newUnit } from "#tests/support/groups.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

const create = (change = {}, payment: Parameters<typeof createGroup>[2]["payment"] = null) =>
  createGroup(db, newGroup(change), { actor, payment });

const unitsOf = (group_id: string) =>
  db
    .selectFrom("transactions")
    .innerJoin("orders", "orders.transaction_id", "transactions.id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .selectAll("orders")
    .selectAll("transactions")
    .select(["properties.tenure", "addresses.line_1"])
    .where("group_id", "=", group_id)
    .orderBy("transactions.created_at")
    .execute();

describe("the records of a new group (P-029 to P-040, X-065)", () => {
  test("the units of a group are created in the order of the form (P-031, P-032, P-033, P-034, P-035, P-036, P-037, P-038, P-039)", async () => {
    const id = await create({ units: [newUnit(1), newUnit(2, { tenure: "Leasehold" })] });
    const { rows } = await sql<{ id: string; company: string }>`
      select u.id, c.id company from users u, companies c, transaction_groups g
      join transactions t on t.group_id = g.id
      where g.id = ${id} and u.id = t.seller_id and c.id = t.company_seller_id`.execute(db);
    const units = await unitsOf(id);
    expect(units).toMatchObject([
      { line_1: "Plot 1, Elm Field", tenure: "Freehold", asking_price_pounds: 300_001 },
      { line_1: "Plot 2, Elm Field", tenure: "Leasehold", asking_price_pounds: 300_002 },
    ]);
    for (const unit of units) {
      expect(unit).toMatchObject({
        type: "development",
        customer_type: "representative",
        seller_id: rows[0]!.id,
        company_seller_id: rows[0]!.company,
        has_mortgage: "no",
        onward_purchase: "no",
        is_using_foreign_currency: "no",
        requires_mortgage_referral: "no",
        terms_accepted_at: expect.any(Date),
        terms_accepted_by: actor.id,
        terms_version: "1.0",
        estate_agent_status: "pending",
      });
    }
  });

  test("a new unit of a group has an unpaid invoice order with both products at £0 (P-040, AMB-P06, AMB-E14)", async () => {
    const [unit] = await unitsOf(await create());
    expect(unit).toMatchObject({
      payment_type: "invoice",
      total_amount_pence: 0,
      stripe_transaction_id: null,
      stripe_transaction_status: null,
      paid_at: null,
    });
    const items = await db
      .selectFrom("order_items")
      .innerJoin("orders", "orders.id", "order_items.order_id")
      .select(["product_name", "product_price_pence"])
      .where("transaction_id", "=", unit!.transaction_id)
      .orderBy("position")
      .execute();
    expect(items).toEqual([
      { product_name: "Service fee", product_price_pence: 0 },
      { product_name: "Search pack", product_price_pence: 0 },
    ]);
  });

  test.each([
    ["succeeded", new Date("2026-11-01"), ["payment_successful", "transaction_created"]],
    ["processing", null, ["transaction_created"]],
    [null, null, ["transaction_created"]],
  ])(
    "the group's payment is recorded on every unit if Stripe's status is %s (P-039, AMB-E14)",
    async (status, paid_at, names) => {
      const stripe_transaction_id = `pi_${String(status)}1`;
      const id = await create(
        { stripe_transaction_id },
        { stripe_transaction_id, status, paid_at },
      );
      expect((await readGroup(db, staffReader(), id)).stripe_transaction_id).toBe(
        stripe_transaction_id,
      );
      for (const unit of await unitsOf(id)) {
        expect(unit).toMatchObject({
          payment_type: "stripe_direct",
          stripe_transaction_id: null,
          stripe_transaction_status: status,
          paid_at,
        });
        const events = await db
          .selectFrom("events")
          .select(["event_name", "author", "author_id", "type", "milestone"])
          .where("transaction_id", "=", unit.transaction_id)
          .orderBy("event_name")
          .execute();
        expect(events.map(({ event_name }) => event_name)).toEqual(names);
        expect(events.at(-1)).toMatchObject({
          author: "admin",
          author_id: actor.id,
          type: "seller",
        });
      }
    },
  );

  test("a new representative is activated and gets no email (P-030, B-081, AMB-A01, AMB-P05)", async () => {
    const { representative } = newGroup();
    await create({ representative });
    const person = "person" in representative ? representative.person : null;
    const user = await db
      .selectFrom("users")
      .select(["type", "active", "first_name", "phone_number"])
      .where("email", "=", person!.email)
      .executeTakeFirstOrThrow();
    expect(user).toEqual({
      type: "customer",
      active: true,
      first_name: "Rae",
      phone_number: "+447400123456",
    });
    const { rows } = await sql`select from email_log where recipient = ${person!.email}`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  test("the existing account of a representative becomes the seller of each unit (P-030)", async () => {
    const { id: user_id } = await signIn(db);
    const [unit] = await unitsOf(await create({ representative: { user_id } }));
    expect(unit!.seller_id).toBe(user_id);
  });

  test("each unit is complete on the representative's dashboard (AMB-P05)", async () => {
    const { id: user_id } = await signIn(db);
    const units = await unitsOf(await create({ representative: { user_id } }));
    for (const { transaction_id: id } of units) {
      const shown = await readSellerDashboard(db, {
        id,
        reader: customerReader(user_id),
      });
      expect(shown).toMatchObject({ complete: true, terms_accepted: true });
    }
  });

  test("a company is created, later updated only where it differs, and its fields are audited (P-026, P-027)", async () => {
    const { company } = newGroup();
    await create({ company });
    const find = () =>
      db
        .selectFrom("companies")
        .innerJoin("addresses", "addresses.id", "companies.address_id")
        .select(["companies.id", "name", "version", "line_1", "address_id"])
        .where("company_number", "=", company.company_number)
        .executeTakeFirstOrThrow();
    const before = await find();
    const { id, version } = before;
    const same = await create({ company: { ...company, known: { id, version } } });
    expect((await unitsOf(same))[0]!.company_seller_id).toBe(id);
    expect(await find()).toEqual(before);
    const address = { ...company.address, line_1: "8 Bootham Square" };
    await create({
      company: { ...company, name: "Elmfield LLP", address, known: { id, version } },
    });
    expect(await find()).toEqual({
      ...before,
      name: "Elmfield LLP",
      line_1: "8 Bootham Square",
      version: 2,
    });
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(audit).toEqual([
      { action: "company_created", fields: [] },
      { action: "company_updated", fields: ["name", "address"] },
    ]);
  });

  test("each record that is created with a group has an audit row", async () => {
    const id = await create();
    const [unit] = await unitsOf(id);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "request_id"])
      .where("subject_id", "in", [
        id,
        unit!.seller_id,
        unit!.company_seller_id!,
        unit!.transaction_id,
      ])
      .orderBy("action")
      .execute();
    const by = { actor_id: actor.id, request_id: "req-1" };
    expect(audit).toEqual(
      ["company_created", "transaction_created", "transaction_group_created", "user_created"].map(
        (action) => ({ action, ...by }),
      ),
    );
  });
});

test(`a group can be created with the maximum of ${MAX_UNITS} units (AMB-P02)`, async () => {
  const units = Array.from({ length: MAX_UNITS }, (_, index) => newUnit(index + 1));
  const id = await create({ units });
  const listed = (await readGroup(db, staffReader(), id)).units.map(
    ({ address }) => address.line_1,
  );
  expect(listed).toEqual(units.map(({ address }) => address.line_1));
});
