import { describe, expect, test } from "vitest";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { readPerson, updatePerson } from "#app/domain/people/person.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readerId } from "#tests/support/readers.ts";
import { homeAddress } from "#tests/support/sales.ts";

const { db } = useTestDatabase();

const insertSomeone = (email = `${crypto.randomUUID()}@example.test`) => insertPerson(db, email);
const change = {
  first_name: "Grace",
  middle_name: "Brewster",
  last_name: "Hopper",
  phone_number: "+447400123456",
  correspondence_address: { ...homeAddress, line_1: "1 New Street" },
};
const unknownReader = readerId("65f000000000000000000000");

async function addresses() {
  const { count } = await db
    .selectFrom("addresses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("a person's details (C-009, X-001)", () => {
  test("an update changes a person's stored details and adds no second address", async () => {
    const { id } = await insertSomeone();
    await updatePerson(db, id, change);
    const before = await addresses();
    expect(await readPerson(db, id)).toMatchObject(change);
    const moved = { ...homeAddress, line_1: "2 Old Street" };
    const without = { ...change, middle_name: undefined, correspondence_address: moved };
    await updatePerson(db, id, without);
    expect(await readPerson(db, id)).toMatchObject({
      ...change,
      middle_name: null,
      correspondence_address: moved,
    });
    expect(await addresses()).toBe(before);
  });

  test("the details of a person with an unknown id can be neither read nor updated (B-083)", async () => {
    await expect(readPerson(db, unknownReader)).rejects.toEqual(
      new NotFoundError("User not found"),
    );
    await expect(updatePerson(db, unknownReader, change)).rejects.toEqual(
      new NotFoundError("User not found"),
    );
  });

  test("a person's details must have a unique email, and other database errors are passed on (AMB-C16)", async () => {
    const [{ id }] = [await insertSomeone(), await insertSomeone("taken@example.test")];
    await expect(updatePerson(db, id, { ...change, email: "taken@example.test" })).rejects.toEqual(
      new ConflictError("An account with this email already exists."),
    );
    await expect(updatePerson(db, id, { ...change, phone_number: "1\0" })).rejects.toThrow(
      /invalid byte sequence/,
    );
    expect(await readPerson(db, id)).toMatchObject({ first_name: "Ada" });
  });
});
