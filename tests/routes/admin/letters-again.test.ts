import { beforeAll, describe, expect, test } from "vitest";
import { planLetterResend, sendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { fillIn, open } from "./pages.ts";
import { addSeller, assignSolicitors, createPaidMatter } from "./transaction-tabs/matter.ts";

/** Staff send the letter again when they correct or add a client (ST-13). */

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function withLetter() {
  const { id } = await createPaidMatter(db);
  const { person_id } = await addSeller(db, id);
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const { planned } = await planLetterResend(db, service, { transaction_id: id, side: "seller" });
  await inTransaction(db, (trx) => sendLetter(trx, planned!));
  return { id, person_id, value: `${id} seller` };
}

async function countLetters(id: string) {
  const letters = await db
    .selectFrom("solicitor_letter_matters")
    .select("letter_id")
    .where("transaction_id", "=", id)
    .execute();
  return letters.length;
}

describe("a correction of a client’s name", () => {
  test.each([
    ["is", true],
    ["isn’t", false],
  ])("sends the letter again only if its box %s ticked", async (_is, ticked) => {
    const { id, person_id, value } = await withLetter();
    const path = `/admin/transactions/${id}/sellers/people/${person_id}`;
    expect((await open(path, ada)).text).toContain("Send the letter again");
    const typed = { last_name: "Corrected", ...(ticked && { letters: value }) };
    await fillIn(ada, path, "correct-person", typed);
    expect(await countLetters(id)).toBe(ticked ? 2 : 1);
  });

  test("offers no letter of another matter, and none before one was sent", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id } = await addSeller(db, id);
    const path = `/admin/transactions/${id}/sellers/people/${person_id}`;
    expect((await open(path, ada)).text).not.toContain("Send the letter again");
    const other = await withLetter();
    await fillIn(ada, path, "correct-person", { last_name: "Corrected", letters: other.value });
    expect(await countLetters(other.id)).toBe(1);
  });

  test("keeps the tick of a form with an error", async () => {
    const { id, person_id, value } = await withLetter();
    const path = `/admin/transactions/${id}/sellers/people/${person_id}`;
    const page = await fillIn(ada, path, "correct-person", { email: "x", letters: value });
    expect(page.status).toBe(400);
    expect(page.html).toMatch(
      new RegExp(`value="${value}"[^>]*checked|checked=""[^>]*value="${value}"`),
    );
  });
});

test("adding a co-seller with the box ticked sends the letter with the new person", async () => {
  const { id, value } = await withLetter();
  const path = `/admin/transactions/${id}/sellers/add-seller`;
  const added = await fillIn(ada, path, "add-person", {
    first_name: "Nia",
    last_name: "Newcomer",
    email: `${crypto.randomUUID()}@example.test`,
    phone_number: "07400 123456",
    phone_country: "GB",
    "correspondence_address.by_hand": "on",
    "correspondence_address.line_1": "1 New Road",
    "correspondence_address.post_town": "York",
    "correspondence_address.postcode": "YO1 7HZ",
    "correspondence_address.country": "GB",
    letters: value,
  });
  expect(added.location).toBe(`/admin/transactions/${id}/sellers`);
  expect(await countLetters(id)).toBe(2);
});
