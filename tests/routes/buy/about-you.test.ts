import { describe, expect, test } from "vitest";
import { readPerson } from "#app/domain/people/person.server.ts";
import { action, loader } from "#app/routes/buy/about-you.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listErrors, get, post, shownValues } from "#tests/support/call-route.ts";
import { aboutYou, buyerAtTerms } from "./flow.ts";
import { open } from "./pages.ts";

/**
 * The seller’s page has the same rules, and tests/routes/sell/about-you.test.ts covers the rest of
 * them.
 */

const { db } = useTestDatabase();
useDoubles(["loqate"]);

test("saving the buyer’s about-you page leads to the property page (D-003 C-009)", async () => {
  const buyer = await signIn(db);
  const answer = await post(action, aboutYou, buyer);
  expect(answer).toMatchObject({ status: 303, path: "/buy/about-the-property" });
  expect(await readPerson(db, buyer.id)).toMatchObject({
    first_name: "Bea",
    last_name: "Buyer",
    correspondence_address: { line_1: "4 Castle Lane", postcode: "YO1 7HZ" },
  });
});

test("the buyer’s about-you page shows the details that the buyer has already saved (D-003, WCAG 3.3.7)", async () => {
  const buyer = await buyerAtTerms(db);
  const { title, text, html } = await open("/buy/about-you", buyer);
  expect(title).toBe("About you - buying, step 2 of 5 - Fanlight");
  expect(text).toContain("Step 2 of 5, about 4 minutes left");
  expect(html).toMatch(/<input[^>]* name="first_name"[^>]* value="Bea"/);
  expect(text).toContain("4 Castle Lane");
  const named = { ...buyer, path: `/?purchase=${buyer.purchase_id}` };
  expect((await get(loader, named)).data).toMatchObject({
    finder: { correspondence_address: { state: "Confirmed" } },
  });
});

describe("answers on about-you that cannot be saved", () => {
  test("the buyer’s about-you page refuses a name that is too short, and keeps the other values (C-010)", async () => {
    const buyer = await signIn(db);
    const answer = await post(action, { ...aboutYou, first_name: "B" }, buyer);
    expect(answer.status).toBe(400);
    expect(listErrors(answer)).toEqual({
      first_name: [
        "First name must be at least 2 characters long. If this is your full name, email us and we’ll set it up",
      ],
    });
    expect(shownValues(answer)).toMatchObject({ last_name: "Buyer" });
  });

  test("the buyer’s about-you page shows an error if saving fails (C-018)", async () => {
    expectError(/Update user failed/);
    const buyer = await signIn(db);
    const mend = await breakWrites(db, "users");
    const answer = await post(action, aboutYou, buyer);
    await mend();
    expect(answer.status).toBe(500);
    expect(listErrors(answer)[""]).toEqual([
      "There was an error. Please try again or contact support at support@fanlight.example",
    ]);
  });
});
