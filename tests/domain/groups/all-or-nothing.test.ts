import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { createGroup, GroupNotCreatedError } from "#app/domain/groups/create-group.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup, newGroup, newUnit } from "#tests/support/groups.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

const create = (change = {}, payment: Parameters<typeof createGroup>[2]["payment"] = null) =>
  createGroup(db, newGroup(change), { actor, payment });

const counts = async () => {
  const tables = [
    "users",
    "companies",
    "transaction_groups",
    "transactions",
    "orders",
    "addresses",
  ];
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::integer n from ${sql.table(table)}`.execute(db);
      return [table, rows[0]!.n];
    }),
  );
  return Object.fromEntries(found) as Record<string, number>;
};

describe("a new group that is saved completely or not at all (AMB-P03)", () => {
  const refusals: [string, string, string, () => Promise<object>][] = [
    [
      "a name that a group already has in lower case (P-020, P-028)",
      "name",
      'Transactions group already exists with name "TAKEN NAME"',
      async () => {
        await create({ name: "taken name" });
        return { name: "TAKEN NAME" };
      },
    ],
    [
      "the email of an existing user (P-019)",
      "representative",
      "User with this email already exists. Use the search bar to find user.",
      async () => {
        const { email } = await signIn(db);
        const { representative } = newGroup();
        if (!("person" in representative)) throw new Error();
        return {
          representative: { person: { ...representative.person, email: email.toUpperCase() } },
        };
      },
    ],
    [
      "a representative who does not exist",
      "representative",
      "User not found",
      () => Promise.resolve({ representative: { user_id: "0".repeat(24) } }),
    ],
    [
      "a member of staff as representative",
      "representative",
      "This user is a member of staff and cannot represent a seller",
      () => Promise.resolve({ representative: { user_id: actor.id } }),
    ],
    [
      "a company that has been recorded since",
      "company",
      "We already have a record of company 99008888. Find it by its number",
      async () => {
        const company = { ...newGroup().company, company_number: "99008888" };
        await create({ company });
        return { company };
      },
    ],
    [
      "a company that has changed since it was looked up",
      "company",
      "The company 99008889 has changed since you looked it up. Find it again",
      async () => {
        const company = { ...newGroup().company, company_number: "99008889" };
        await create({ company });
        const { id, version } = await db
          .updateTable("companies")
          .set({ name: "Renamed", version: 2 })
          .where("company_number", "=", "99008889")
          .returning(["id", "version"])
          .executeTakeFirstOrThrow();
        return { company: { ...company, known: { id, version: version - 1 } } };
      },
    ],
  ];

  test.each(refusals)(
    "rejects a group with %s and reports the error on the form field %s",
    async (_name, field, message, change) => {
      const changed = await change();
      const before = await counts();
      await expect(create(changed)).rejects.toMatchObject({
        message,
        status: 409,
        data: { field },
      });
      expect(await counts()).toEqual(before);
    },
  );

  test("a payment that has already paid for a group or a sale is rejected (AMB-E14)", async () => {
    const payment = { stripe_transaction_id: "pi_once", status: null, paid_at: null };
    await create({}, payment);
    const refusal = { data: { field: "stripe_transaction_id" }, status: 409 };
    await expect(create({}, payment)).rejects.toMatchObject(refusal);
    const { units } = await insertGroup(db);
    await db
      .updateTable("orders")
      .set({ stripe_transaction_id: "pi_of_a_sale" })
      .where("transaction_id", "=", units[0]!)
      .execute();
    const used = { ...payment, stripe_transaction_id: "pi_of_a_sale" };
    await expect(create({}, used)).rejects.toMatchObject(refusal);
  });

  test.each([
    [
      "the representative (P-047, WF-16.7)",
      "users",
      "There was an error while creating representative",
    ],
    ["the company (P-048, P-051)", "companies", "There was an error while creating company"],
    ["the units (P-050, P-052)", "orders", "There was an error while creating transactions group"],
    [
      "the group (P-049)",
      "transaction_groups",
      "There was an error while processing transactions group",
    ],
  ] as const)(
    "a new group is rolled back completely if %s cannot be written",
    async (_name, table, message) => {
      const before = await counts();
      const mend = await breakWrites(db, table);
      try {
        const failure = await create().catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(GroupNotCreatedError);
        expect(failure).toMatchObject({ message, status: 500 });
      } finally {
        await mend();
      }
      expect(await counts()).toEqual(before);
    },
  );

  test("the first unit of a group is rolled back if the second one cannot be saved (P-056, WF-16.7)", async () => {
    const before = await counts();
    const units = [newUnit(1), newUnit(2, { asking_price_pounds: -1 })];
    await expect(create({ units })).rejects.toThrow(
      "There was an error while creating transactions group",
    );
    expect(await counts()).toEqual(before);
  });

  test("only one of two concurrent groups with the same name, representative and company is created", async () => {
    const group = newGroup();
    const both = await Promise.allSettled(
      [1, 2].map(() => createGroup(db, group, { actor, payment: null })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ data: { field: "name" } });
  });

  test("the error about a failed group creation keeps the database's deadlock code, so that the request is retried", () => {
    const cause = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    expect(new GroupNotCreatedError("units", cause)).toMatchObject({ code: "40P01" });
  });
});
