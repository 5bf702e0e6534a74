import { beforeEach, describe, expect, test } from "vitest";
import { createCustomer, type NewCustomer } from "#app/domain/people/users.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const sam: NewCustomer = {
  email: "sam@example.test",
  first_name: "Sam",
  middle_name: null,
  last_name: "Seller",
  phone_number: "+447400123456",
};
const EXISTS = { message: "An account with this email already exists.", status: 409 };

async function change(
  id: string,
  values: { active?: boolean; type?: "admin" | "customer"; deactivated_at?: Date },
) {
  await db.updateTable("users").set(values).where("id", "=", id).execute();
}

const read = (id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("creating a customer", () => {
  test("a new customer is created as inactive (B-080)", async () => {
    const { id, newUser } = await createCustomer(db, { ...sam, middle_name: "Lee" });
    expect(newUser).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(await read(id)).toMatchObject({
      ...sam,
      id,
      middle_name: "Lee",
      type: "customer",
      active: false,
      deactivated_at: null,
    });
  });

  test("a second sign-up of a customer who was never active leaves the account unchanged and not new (B-080, AMB-B06)", async () => {
    const { id } = await createCustomer(db, sam);
    const again = await createCustomer(db, {
      ...sam,
      email: "SAM@example.test",
      first_name: "Samuel",
      phone_number: "+447400999999",
    });
    expect(again).toEqual({ id, newUser: false });
    expect(await read(id)).toMatchObject(sam);
  });

  test.each([
    ["an active customer", { active: true }],
    ["a blocked customer", { deactivated_at: new Date() }],
    ["staff", { type: "admin" as const }],
  ])("a new customer with the email of %s is rejected (B-085)", async (_who, values) => {
    const { id } = await createCustomer(db, sam);
    await change(id, values);
    const thief = { ...sam, first_name: "Thief" };
    await expect(createCustomer(db, thief)).rejects.toMatchObject(EXISTS);
    expect(await read(id)).toMatchObject({ first_name: "Sam" });
  });

  test("concurrent requests create one customer", async () => {
    const both = await Promise.all([createCustomer(db, sam), createCustomer(db, sam)]);
    expect(both.map(({ newUser }) => newUser).sort()).toEqual([false, true]);
    expect(both[0].id).toBe(both[1].id);
  });
});
