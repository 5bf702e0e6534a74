import { describe, expect, test } from "vitest";
import { updateOnboarding } from "#app/auth/session.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import * as aboutTheProperty from "#app/routes/sell/about-the-property.tsx";
import * as aboutYou from "#app/routes/sell/about-you.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import * as seller from "#app/routes/sell/seller.tsx";
import { selling } from "#app/routes/sell/selling.server.ts";
import { openStep } from "#app/routes/onboarding/open-step.server.ts";
import { stepPosition } from "#app/routes/onboarding/step-position.ts";
import * as terms from "#app/routes/sell/terms-and-conditions.tsx";
import * as welcome from "#app/routes/sell/welcome.tsx";
import { stepText } from "#app/ui/step-indicator.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { readOnboarding, signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/visit.ts";
import { sellerAtProperty, sellerAtTerms, showProperty } from "./flow.ts";

const { db } = useTestDatabase();

const pages = { welcome, aboutYou, aboutTheProperty, seller, terms };
const steps = Object.entries(pages);

/** The payment is another's page; its guard is the same. */
const payment = {
  loader: ({ request }: { request: Request }) => openStep(selling, request, "payment"),
};

async function setOnboarding(visitor: Visitor, transaction_id: string | undefined) {
  const { id_hash } = await db
    .selectFrom("sessions")
    .select("id_hash")
    .where("user_id", "=", visitor.id)
    .executeTakeFirstOrThrow();
  await updateOnboarding(db, id_hash, { transaction_id });
}

describe("C-091 AMB-C14 without a session: /sell/get-started", () => {
  test.each(steps)("loader of %s", async (_name, { loader }) => {
    expect((await get(loader, { params: { person: "add" } })).location).toBe("/sell/get-started");
  });
  test.each(steps)("action of %s", async (_name, { action }) => {
    const answer = await post(action, {}, { params: { person: "add" } });
    expect(answer.status).toBe(401);
  });
  test("the layout", async () => {
    expect((await get(layout.loader, { path: "/sell/welcome" })).location).toBe(
      "/sell/get-started",
    );
  });
  test("a session of somebody who is not active is none", async () => {
    const visitor = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", visitor.id).execute();
    expect((await get(welcome.loader, visitor)).location).toBe("/sell/get-started");
  });
});

test("the layout knows who is there", async () => {
  const { data } = await get(layout.loader, { ...(await signIn(db)), path: "/sell/welcome" });
  expect(data).toMatchObject({
    user: { first_name: "Sam", last_name: "Seller", type: "customer" },
  });
});

describe("AMB-C15 a later step leads to the first unfinished one", () => {
  test.each([
    ["aboutTheProperty", aboutTheProperty],
    ["seller", seller],
    ["terms", terms],
    ["payment", payment],
  ])("%s, for somebody new", async (_name, { loader }) => {
    const visitor = await signIn(db);
    expect((await get(loader, { ...visitor, params: { person: "add" } })).path).toBe(
      "/sell/about-you",
    );
  });

  test("terms and payment, before there is a sale", async () => {
    const visitor = await sellerAtProperty(db);
    expect((await get(terms.loader, visitor)).path).toBe("/sell/about-the-property");
    expect((await get(payment.loader, visitor)).path).toBe("/sell/about-the-property");
  });

  test("payment, before the terms", async () => {
    const visitor = await sellerAtTerms(db);
    expect((await get(payment.loader, visitor)).path).toBe("/sell/terms-and-conditions");
  });

  test("an earlier step can be opened again", async () => {
    const visitor = await sellerAtTerms(db);
    const path = `/?sale=${visitor.transaction_id}`;
    for (const { loader } of [welcome, aboutYou, aboutTheProperty, terms]) {
      expect(await get(loader, { ...visitor, path })).toMatchObject({
        status: 200,
        location: null,
      });
    }
  });
});

describe("C-090 a seller who has paid is sent to /welcome-back", () => {
  test.each([...steps, ["payment", payment] as const])("from %s", async (_name, { loader }) => {
    const visitor = await sellerAtTerms(db);
    await recordEvent(db, {
      transaction_id: visitor.transaction_id,
      event_name: "payment_successful",
      author: "system",
    });
    const answer = await get(loader, { ...visitor, params: { person: "add" } });
    expect(answer.location).toBe("/welcome-back");
  });

  test("and changes nothing any more", async () => {
    const visitor = await sellerAtTerms(db);
    await recordEvent(db, {
      transaction_id: visitor.transaction_id,
      event_name: "referral_code_applied",
      author: "seller",
    });
    const { transaction_id } = visitor;
    const named = { transaction_id, id: transaction_id, terms_and_conditions: "on" };
    for (const { action } of [aboutTheProperty, terms]) {
      expect((await post(action, named, visitor)).location).toBe("/welcome-back");
    }
  });
});

describe("C-091 C-095 AMB-C14 a sale that cannot be loaded", () => {
  test.each([
    ["terms", terms],
    ["payment", payment],
  ])("%s leads to /sell/about-you with the reason", async (_name, { loader }) => {
    const visitor = await sellerAtProperty(db);
    const owner = await sellerAtTerms(db);
    await setOnboarding(visitor, owner.transaction_id);
    const answer = await get(loader, visitor);
    expect(answer.path).toBe("/sell/about-you");
    expect(await flashIn(answer)).toMatchObject({
      kind: "error",
      description:
        "Transaction not found. Please try again or contact support at support@fanlight.example",
    });
  });

  test("AMB-A07 on the property page somebody else's is treated as missing", async () => {
    const visitor = await sellerAtProperty(db);
    const owner = await sellerAtTerms(db);
    await setOnboarding(visitor, owner.transaction_id);
    expect(await showProperty(visitor)).toMatchObject({ transaction_id: "" });
  });
});

describe("C-002 /sell/welcome", () => {
  test("C-008 each step takes about a minute", async () => {
    expect(await get(welcome.loader, await signIn(db))).toMatchObject({ status: 200 });
    const texts = (["welcome", "about-you", "about-the-property", "payment"] as const).map(
      (name) => {
        const { step, of, minutesLeft } = stepPosition("selling", name);
        return stepText(step, of, minutesLeft);
      },
    );
    expect(texts).toEqual([
      "Step 1 of 5, about 5 minutes left",
      "Step 2 of 5, about 4 minutes left",
      "Step 3 of 5, about 3 minutes left",
      "Step 5 of 5, about 1 minute left",
    ]);
  });

  test("F-016 A-040 adding a new sale forgets the one that was worked on", async () => {
    const visitor = await sellerAtTerms(db);
    const answer = await post(welcome.action, {}, visitor);
    expect(answer).toMatchObject({ status: 303, path: "/sell/welcome" });
    expect(await readOnboarding(db, visitor.id)).toEqual({ intent: "sell" });
    expect(await showProperty(visitor)).toMatchObject({ transaction_id: "" });
  });
});
