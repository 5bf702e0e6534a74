import { describe, expect, test } from "vitest";
import { readPerson } from "#app/domain/people/person.server.ts";
import { action, loader } from "#app/routes/sell/about-you.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import { aboutYou } from "./flow.ts";

const { db } = useTestDatabase();
useDoubles(["loqate"]);

test("the seller’s about-you page shows the saved details, saves changes and leads to the next step (C-003 C-009 X-001)", async () => {
  const seller = await signIn(db);
  const path = `/?sale=${await startDraft(db, "sell", seller.id)}`;
  const page = await get(loader, { ...seller, path });
  expect(page.data).toMatchObject({
    email: seller.email,
    person: { first_name: "Sam", phone_number: "07400 123456", phone_country: "GB" },
  });

  const answer = await post(
    action,
    { ...aboutYou, middle_name: "Lee", phone_number: "07400 123499" },
    seller,
  );
  expect(answer).toMatchObject({ status: 303, path: "/sell/about-the-property" });
  expect(await readPerson(db, seller.id)).toMatchObject({
    first_name: "Sam",
    middle_name: "Lee",
    last_name: "Seller",
    phone_number: "+447400123499",
    correspondence_address: {
      line_1: "4 Castle Lane",
      postcode: "YO1 7HZ",
      country: "United Kingdom",
      country_iso_2: "GB",
    },
  });
});

test("the seller’s about-you page ignores a posted email address (C-009 AMB-C16)", async () => {
  const seller = await signIn(db);
  await post(action, { ...aboutYou, email: "thief@example.test" }, seller);
  expect((await readPerson(db, seller.id)).email).toBe(seller.email);
});

test("saving about-you again updates the same address row (C-009)", async () => {
  const seller = await signIn(db);
  await post(action, aboutYou, seller);
  const ids = () =>
    db
      .selectFrom("users")
      .select("correspondence_address_id")
      .where("id", "=", seller.id)
      .execute();
  const before = await ids();
  await post(action, { ...aboutYou, "correspondence_address.line_1": "5 Castle Lane" }, seller);
  expect(await ids()).toEqual(before);
  const person = await readPerson(db, seller.id);
  expect(person.correspondence_address).toMatchObject({ line_1: "5 Castle Lane" });
});

describe("validation of about-you", () => {
  const long = "n".repeat(256);
  test.each([
    [
      "C-010 C-011 IN-10",
      "first_name",
      "S",
      "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
    ],
    ["C-012", "first_name", long, "First name must be less than 255 characters long"],
    [
      "C-013 C-014 IN-10",
      "last_name",
      "O",
      "Last name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
    ],
    ["C-015", "last_name", long, "Last name must be less than 255 characters long"],
    ["C-017", "phone_number", "123", "Invalid mobile number. Enter a number like 07400 123456"],
    [
      "C-019 C-020",
      "correspondence_address.line_1",
      "",
      "Address must be at least 1 character long. Enter the first line of the address",
    ],
    [
      "C-021",
      "correspondence_address.line_1",
      long,
      "Address must be less than 255 characters long",
    ],
    [
      "C-022 C-023",
      "correspondence_address.post_town",
      "",
      "Town must be at least 1 character long. Enter the town or city",
    ],
    [
      "C-024",
      "correspondence_address.post_town",
      long,
      "Town must be less than 255 characters long",
    ],
    [
      "C-031",
      "correspondence_address.postcode",
      "ABC",
      "Invalid postcode for the specified country. Check the postcode and the country",
    ],
  ])(
    "the seller’s about-you page refuses the value $2 of $1 with the error $3, and keeps the other values ($0)",
    async (_rows, field, value, text) => {
      const seller = await signIn(db);
      const answer = await post(action, { ...aboutYou, [field]: value }, seller);
      expect(answer.status).toBe(400);
      expect(listErrors(answer)).toEqual({ [field]: [text] });
      expect(shownValues(answer)).toMatchObject({ phone_country: "GB" });
      expect((await readPerson(db, seller.id)).correspondence_address).toBeNull();
    },
  );
});

test("the seller’s about-you page accepts a name of one letter that staff have entered (IN-10)", async () => {
  const seller = await signIn(db, { first_name: "O" });
  expect((await post(action, { ...aboutYou, first_name: "O" }, seller)).status).toBe(303);
  const other = await post(action, { ...aboutYou, first_name: "P" }, seller);
  expect(Object.keys(listErrors(other))).toEqual(["first_name"]);
});

test("the seller’s about-you page shows a name without its forbidden characters, and saves it when submitted again (IN-9)", async () => {
  const seller = await signIn(db);
  const typed = { ...aboutYou, first_name: "Sam 😀", middle_name: "£", last_name: "O´Brien" };
  const shown = await post(action, typed, seller);
  expect(shown.status).toBe(400);
  const left =
    "We’ve left out characters that we can’t save in a name. Check this name, then submit the form again";
  expect(listErrors(shown)).toEqual({ first_name: [left], middle_name: [left] });
  expect(shownValues(shown)).toMatchObject({ first_name: "Sam", last_name: "O´Brien" });
  expect(shownValues(shown)).not.toHaveProperty("middle_name");
  expect((await readPerson(db, seller.id)).correspondence_address).toBeNull();
  const again = { ...typed, middle_name: "", ...(shownValues(shown) as { first_name: string }) };
  const fields = Object.fromEntries(
    Object.entries(again).filter(([name]) => name !== "correspondence_address"),
  );
  expect((await post(action, fields, seller)).status).toBe(303);
  expect(await readPerson(db, seller.id)).toMatchObject({
    first_name: "Sam",
    middle_name: null,
    last_name: "O'Brien",
  });
});

test("the seller’s about-you page keeps the values, shows the support address and logs the error if saving fails (C-018 Q-027)", async () => {
  const seller = await signIn(db);
  expectError(/Update user failed/);
  const mend = await breakWrites(db, "users");
  const answer = await post(action, { ...aboutYou, first_name: "Samuel" }, seller);
  await mend();
  expect(answer.status).toBe(500);
  expect(listErrors(answer)[""]).toEqual([
    "There was an error. Please try again or contact support at support@fanlight.example",
  ]);
  expect(shownValues(answer)).toMatchObject({ first_name: "Samuel" });
});

test("the seller’s about-you page checks a foreign postcode by the format of its country (C-030 C-031 C-032)", async () => {
  const seller = await signIn(db);
  const abroad = {
    ...aboutYou,
    "correspondence_address.post_town": "Paris",
    "correspondence_address.country_code": "FR",
  };
  const wrong = await post(action, abroad, seller);
  expect(listErrors(wrong)).toEqual({
    "correspondence_address.postcode": [
      "Invalid postcode for the specified country. Check the postcode and the country",
    ],
  });
  await post(action, { ...abroad, "correspondence_address.postcode": "75001" }, seller);
  const person = await readPerson(db, seller.id);
  expect(person.correspondence_address).toMatchObject({ country: "France", country_iso_2: "FR" });
});
