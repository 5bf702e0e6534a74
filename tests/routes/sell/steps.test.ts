import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import * as aboutTheProperty from "#app/routes/sell/about-the-property.tsx";
import * as aboutYou from "#app/routes/sell/about-you.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import * as seller from "#app/routes/sell/seller.tsx";
import { openSale } from "#app/routes/sell/open-sale.server.ts";
import { stepPosition } from "#app/routes/onboarding/step-position.ts";
import * as terms from "#app/routes/sell/terms-and-conditions.tsx";
import * as welcome from "#app/routes/sell/welcome.tsx";
import { stepText } from "#app/ui/step-indicator.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/started.ts";
import { get, listErrors, post } from "#tests/support/visit.ts";
import { without } from "#tests/support/without.ts";
import { sellerAtProperty, sellerAtTerms } from "./flow.ts";

const { db } = useTestDatabase();

const pages = { welcome, aboutYou, aboutTheProperty, seller, terms };
const steps = Object.entries(pages);

/** The payment is another's page; its guard is the same. */
const payment = {
  loader: ({ request }: { request: Request }) => openSale(request, "payment"),
};

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
    const open = () => get(loader, { ...visitor, params: { person: "add" } });
    expect((await open()).location).toBe("/sell/welcome");
    const id = await startDraft(db, "sell", visitor.id);
    expect((await open()).location).toBe(`/sell/about-you?sale=${id}`);
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
    const path = `/?sale=${visitor.transaction_id}`;
    const answer = await get(loader, { ...visitor, path, params: { person: "add" } });
    expect(answer.location).toBe("/welcome-back");
    const bare = await get(loader, { ...visitor, params: { person: "add" } });
    expect(bare.location).toBe(loader === welcome.loader ? null : "/welcome-back");
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
    const path = `/?sale=${transaction_id}`;
    for (const { action } of [aboutTheProperty, terms]) {
      expect((await post(action, named, { ...visitor, path })).location).toBe("/welcome-back");
    }
  });
});

describe("C-091 C-095 AMB-C14 a sale that cannot be loaded", () => {
  test.each([
    ["the property", aboutTheProperty],
    ["terms", terms],
    ["payment", payment],
  ])("%s leads to /sell/about-you with the reason", async (_name, { loader }) => {
    expectError(/loading a sale/);
    const visitor = await sellerAtTerms(db);
    const at = { ...visitor, path: `/?sale=${visitor.transaction_id}` };
    await without(db, "parties", async () => {
      const answer = await get(loader, at);
      expect(answer.location).toBe(`/sell/about-you?sale=${visitor.transaction_id}`);
      expect(await flashIn(answer)).toMatchObject({
        kind: "error",
        description:
          "There was an error. Please try again or contact support at support@fanlight.example",
      });
    });
  });

  test("about-you itself opens all the same", async () => {
    expectError(/loading a sale/);
    const visitor = await sellerAtTerms(db);
    const at = { ...visitor, path: `/?sale=${visitor.transaction_id}` };
    await without(db, "parties", async () => {
      expect((await get(aboutYou.loader, at)).status).toBe(200);
    });
  });
});

test.each([...steps, ["payment", payment] as const])(
  "another person's sale or draft is a 404 at %s (AMB-A10)",
  async (_name, { loader }) => {
    const visitor = await sellerAtProperty(db);
    const owner = await sellerAtTerms(db);
    const draft = await startDraft(db, "sell", owner.id);
    for (const id of [owner.transaction_id, draft, "f".repeat(23)]) {
      const at = { ...visitor, path: `/?sale=${id}`, params: { person: "add" } };
      expect((await get(loader, at)).status).toBe(404);
    }
  },
);

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

  const Shown = z.object({
    page: z.object({ id: z.string(), continues: z.boolean(), home: z.string() }),
  });
  const open = async (visitor: Visitor, path = "/") =>
    Shown.parse((await get(welcome.loader, { ...visitor, path })).data).page;
  const drafts = (visitor: Visitor) => listUnfinishedDrafts(db, "sell", visitor.id);

  test("Start stores a draft under the id of the page, once however often it is pressed (AMB-A07, A-038, A-039, A-040)", async () => {
    const visitor = await signIn(db);
    const { id, continues } = await open(visitor);
    expect(continues).toBe(false);
    const sent = await Promise.all([1, 2, 3].map(() => post(welcome.action, { id }, visitor)));
    expect(sent.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => `/sell/about-you?sale=${id}`),
    );
    expect(await drafts(visitor)).toMatchObject([{ id }]);
  });

  test("Continue carries on with the unfinished one, and the page says which home it is (B-070)", async () => {
    const visitor = await sellerAtTerms(db);
    const { transaction_id: id } = visitor;
    const page = await open(visitor);
    expect(page).toEqual({ id, continues: true, home: "12 Arch Street, York, YO1 7HH" });
    expect((await post(welcome.action, { id }, visitor)).location).toBe(
      `/sell/about-you?sale=${id}`,
    );
    expect(await drafts(visitor)).toEqual([]);
  });

  test("a second tab, opened before the first was started, carries on with it", async () => {
    const visitor = await signIn(db);
    const [one, two] = [await open(visitor), await open(visitor)];
    await post(welcome.action, { id: one.id }, visitor);
    const answer = await post(welcome.action, { id: two.id }, visitor);
    expect(answer.location).toBe(`/sell/about-you?sale=${one.id}`);
    expect(await drafts(visitor)).toHaveLength(1);
  });

  test("F-016 Sell a property always starts another, once each", async () => {
    const visitor = await sellerAtTerms(db);
    for (const count of [1, 2]) {
      const answer = await post(welcome.action, {}, visitor);
      expect(answer).toMatchObject({ status: 303, path: "/sell/welcome" });
      const at = { ...visitor, path: answer.location ?? "" };
      const { id, continues } = await open(visitor, answer.location ?? "");
      expect(continues).toBe(false);
      for (let press = 0; press < 2; press++) {
        const started = await post(welcome.action, { id }, at);
        expect(started.location).toBe(`/sell/about-you?sale=${id}`);
      }
      expect(await drafts(visitor)).toHaveLength(count);
      // Back shows the same one.
      expect(await open(visitor, at.path)).toMatchObject({ id, continues: true });
    }
  });

  test("another person's id starts nothing (AMB-A10)", async () => {
    const owner = await sellerAtTerms(db);
    const draft = await startDraft(db, "sell", owner.id);
    const visitor = await signIn(db);
    for (const id of [owner.transaction_id, draft]) {
      expect((await post(welcome.action, { id }, visitor)).status).toBe(404);
    }
    expect(await drafts(visitor)).toEqual([]);
  });

  test("ten unfinished ones are the most, of sales and purchases together", async () => {
    const visitor = await signIn(db);
    for (let made = 0; made < 5; made++) {
      await startDraft(db, "sell", visitor.id);
      await startDraft(db, "buy", visitor.id);
    }
    const { location } = await post(welcome.action, {}, visitor);
    const at = { ...visitor, path: location ?? "" };
    const { id } = await open(visitor, at.path);
    const refused = await post(welcome.action, { id }, at);
    expect(refused.status).toBe(409);
    expect(listErrors(refused)[""]).toEqual([
      "You have 10 unfinished sales and purchases. That’s the maximum. To start another, go to your properties, and finish one or select Start over to delete it",
    ]);
    expect(await drafts(visitor)).toHaveLength(5);
  });
});
