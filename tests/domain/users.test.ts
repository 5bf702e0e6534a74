import { beforeEach, describe, expect, test } from "vitest";
import {
  createActiveCustomer,
  createCustomer,
  getUser,
  getUserByEmail,
  listUsers,
  type NewCustomer,
} from "#app/domain/people/users.server.ts";
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
const NOT_FOUND = { message: "User not found", status: 404 };

async function change(
  id: string,
  values: { active?: boolean; type?: "admin" | "customer"; deactivated_at?: Date },
) {
  await db.updateTable("users").set(values).where("id", "=", id).execute();
}

describe("a new customer", () => {
  test("B-080 is a customer who is not active yet", async () => {
    const { id, newUser } = await createCustomer(db, { ...sam, middle_name: "Lee" });
    expect(newUser).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(await getUser(db, id)).toEqual({
      ...sam,
      id,
      middle_name: "Lee",
      type: "customer",
      active: false,
      deactivated_at: null,
    });
  });

  test("B-080 AMB-B06 who was never active stays as they are, and is not new", async () => {
    const { id } = await createCustomer(db, sam);
    const again = await createCustomer(db, {
      ...sam,
      email: "SAM@example.test",
      first_name: "Samuel",
      phone_number: "+447400999999",
    });
    expect(again).toEqual({ id, newUser: false });
    expect(await getUser(db, id)).toMatchObject(sam);
  });

  test.each([
    ["an active customer", { active: true }],
    ["a blocked customer", { deactivated_at: new Date() }],
    ["staff", { type: "admin" as const }],
  ])("B-085 the address of %s is taken", async (_who, values) => {
    const { id } = await createCustomer(db, sam);
    await change(id, values);
    const thief = { ...sam, first_name: "Thief" };
    await expect(createCustomer(db, thief)).rejects.toMatchObject(EXISTS);
    await expect(createActiveCustomer(db, thief)).rejects.toMatchObject(EXISTS);
    expect(await getUser(db, id)).toMatchObject({ first_name: "Sam" });
  });

  test("B-081 one who is active from the start", async () => {
    const { id } = await createActiveCustomer(db, sam);
    expect(await getUser(db, id)).toMatchObject({
      active: true,
      type: "customer",
      email: sam.email,
    });
    await expect(createActiveCustomer(db, sam)).rejects.toMatchObject(EXISTS);
  });

  test("of two at once one is new", async () => {
    const both = await Promise.all([createCustomer(db, sam), createCustomer(db, sam)]);
    expect(both.map(({ newUser }) => newUser).sort()).toEqual([false, true]);
    expect(both[0].id).toBe(both[1].id);
  });
});

describe("finding users", () => {
  test("B-082 by email, whatever its case", async () => {
    const { id } = await createCustomer(db, sam);
    expect(await getUserByEmail(db, "Sam@Example.TEST")).toMatchObject({ id });
  });

  test("B-082 B-086 nobody has that email", async () => {
    await expect(getUserByEmail(db, "no@example.test")).rejects.toMatchObject(NOT_FOUND);
  });

  test.each(["0".repeat(24), "", "nonsense", "' or 1=1", "A".repeat(24)])(
    "B-083 nobody has the id %j",
    async (id) => {
      await expect(getUser(db, id)).rejects.toMatchObject(NOT_FOUND);
    },
  );

  test("B-084 by state and type, the newest first, a page at a time", async () => {
    const make = async (
      name: string,
      values: { active?: boolean; type?: "admin" | "customer" },
    ) => {
      const { id } = await createCustomer(db, { ...sam, email: `${name}@example.test` });
      await change(id, values);
    };
    await make("waiting", { active: false });
    await make("customer", { active: true });
    await make("admin", { active: true, type: "admin" });
    await make("former", { type: "admin" });
    const names = async (filter: Omit<Parameters<typeof listUsers>[1], "limit">, limit = 10) =>
      (await listUsers(db, { ...filter, limit })).map(({ email }) => email.split("@")[0]);

    expect(await names({})).toEqual(["former", "admin", "customer", "waiting"]);
    expect(await names({ active: true })).toEqual(["admin", "customer"]);
    expect(await names({ active: false })).toEqual(["former", "waiting"]);
    expect(await names({ type: "admin" })).toEqual(["former", "admin"]);
    expect(await names({ active: true, type: "customer" })).toEqual(["customer"]);
    expect(await names({}, 2)).toEqual(["former", "admin"]);
    expect(await names({ offset: 2 }, 2)).toEqual(["customer", "waiting"]);
  });
});
