import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { action } from "#app/routes/account/details.tsx";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createFullMatterAt, ROLES } from "#tests/support/matter-of-all-roles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { gail } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const PAGE = paths.yourData.details();
const NEW_NUMBER = "+447400999888";

describe.each(ROLES)("contact details of a %s", (role) => {
  test.each(["in progress", "completion planned"] as const)(
    "a person can change their own contact details while the matter is in the state “%s”, and the change is recorded and emailed (CU-13)",
    async (moment) => {
      const { people, transaction_id } = await createFullMatterAt(db, moment);
      const person = people[role];
      const answer = await change(person);
      expect(answer).toMatchObject({ location: "/your-data" });
      expect((await flashIn(answer))?.title).toBe("Your details have been changed");

      expect(await contactsOf(person)).toEqual(
        role === "seller" || role === "buyer" ? [NEW_CONTACT] : [NEW_CONTACT, NEW_CONTACT],
      );
      for (const other of ROLES.filter((each) => each !== role)) {
        expect(JSON.stringify(await contactsOf(people[other]))).not.toContain(NEW_NUMBER);
      }
      const events = await db
        .selectFrom("events")
        .select(["type", "author", "author_id", "comments"])
        .where("transaction_id", "=", transaction_id)
        .where("event_name", "=", "person_corrected")
        .execute();
      const side = role.endsWith("seller") ? "seller" : "buyer";
      const comments = expect.stringMatching(
        / Named changed their phone number and postal address$/,
      );
      expect(events).toEqual([
        { type: side, author: side, author_id: person.id, comments: comments as string },
      ]);
      expect(await toldOf(person)).toEqual([["phone_number", "correspondence_address"]]);
      const checks = await db
        .selectFrom("identity_checks")
        .select("phone_number")
        .where("email", "=", person.email)
        .execute();
      expect(checks).toEqual([{ phone_number: "+447400123458" }]);

      expect((await flashIn(await change(person)))?.kind).toBe("info");
      expect(await toldOf(person)).toHaveLength(1);
    },
  );

  test("a person whose matter has completed can change contact details only by requesting a correction (CU-13)", async () => {
    const { people } = await createFullMatterAt(db, "completed");
    const { text, html } = await open(PAGE, people[role]);
    expect(text).toContain("Your sale or purchase has completed, so you can’t change these");
    expect(html).toContain(paths.yourData.correction());
    const before = await contactsOf(people[role]);
    expect((await change(people[role])).status).toBe(409);
    expect(await contactsOf(people[role])).toEqual(before);
  });
});

test("a change to contact details updates only the person’s own row when two people share a mailbox (CU-13)", async () => {
  const { people, purchase_intent_id } = await createFullMatterAt(db, "in progress");
  const { amount_pounds, relationship, phone_number } = gail;
  await db
    .insertInto("parties")
    .values({
      ...{ kind: "giftor", purchase_intent_id, position: 1, first_name: "Guy", last_name: "Named" },
      ...{ email: people.giftor.email, amount_pounds, relationship, phone_number },
    })
    .execute();
  await change(people.giftor);
  const rows = await db
    .selectFrom("parties")
    .select(["first_name", "phone_number"])
    .where("email", "=", people.giftor.email)
    .orderBy("first_name")
    .execute();
  expect(rows).toEqual([
    { first_name: "Gail", phone_number: NEW_NUMBER },
    { first_name: "Guy", phone_number },
  ]);
});

test("a contact details form with errors shows the typed values again and sends no email (CU-13)", async () => {
  const ada = await signIn(db);
  const answer = await change(ada, { phone_number: "12" });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.data)).toContain("12");
  expect(await toldOf(ada)).toEqual([]);
});

test("the contact details page explains how to change a name or email address (CU-13)", async () => {
  const { text } = await open(PAGE, await signIn(db));
  expect(text).toContain("To change your name or email address, ask us to correct it");
});

const NEW_CONTACT = { phone_number: NEW_NUMBER, line_1: "9 New Road" };

function change({ cookie }: Visitor, fields: Record<string, string> = {}) {
  const typed = {
    phone_number: "07400 999888",
    phone_country: "GB",
    "correspondence_address.line_1": "9 New Road",
    "correspondence_address.post_town": "York",
    "correspondence_address.postcode": "YO1 7HZ",
    "correspondence_address.country": "GB",
  };
  return post(action, { ...typed, ...fields }, { path: PAGE, cookie });
}

async function contactsOf({ id, email }: Visitor) {
  const account = db
    .selectFrom("users")
    .leftJoin("addresses", "addresses.id", "correspondence_address_id")
    .select(["phone_number", "line_1"])
    .where("users.id", "=", id);
  const named = db
    .selectFrom("parties")
    .leftJoin("addresses", "addresses.id", "correspondence_address_id")
    .select(["phone_number", "line_1"])
    .where("email", "=", email);
  return [...(await account.execute()), ...(await named.execute())];
}

async function toldOf({ email }: Visitor) {
  const rows = await db
    .selectFrom("email_log")
    .select("props")
    .where("recipient", "=", email)
    .where("name", "=", "own_details_changed")
    .execute();
  return rows.map(({ props }) => (props as { changed: string[] }).changed);
}
