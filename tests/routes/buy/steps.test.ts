import { beforeAll, describe, expect, test } from "vitest";
import * as aboutTheProperty from "#app/routes/buy/about-the-property.tsx";
import * as aboutYou from "#app/routes/buy/about-you.tsx";
import * as buyer from "#app/routes/buy/buyer.tsx";
import * as giftor from "#app/routes/buy/giftor.tsx";
import * as success from "#app/routes/buy/success.tsx";
import * as terms from "#app/routes/buy/terms-and-conditions.tsx";
import * as welcome from "#app/routes/buy/welcome.tsx";
import * as whatsIncluded from "#app/routes/buy/whats-included.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { readCookie, readOnboarding, signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/visit.ts";
import { without } from "#tests/support/without.ts";
import {
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  showProperty,
  thePurchase,
} from "./flow.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

const forms = { welcome, aboutYou, aboutTheProperty, buyer, giftor, terms, whatsIncluded };
const pages = { ...forms, success };
type Name = keyof typeof pages;
const adding = { params: { person: "add" } };

describe("C-091 AMB-C14 without a session: /buy/get-started", () => {
  test.each(Object.entries(pages))("loader of %s", async (_name, { loader }) => {
    expect((await get(loader, adding)).location).toBe("/buy/get-started");
  });
  test.each(Object.entries(forms))("action of %s", async (_name, { action }) => {
    expect((await post(action, {}, adding)).status).toBe(401);
  });
  test("the layout", async () => {
    expect((await get(layout.loader, { path: "/buy/welcome" })).location).toBe("/buy/get-started");
  });
  test("a session of somebody who is not active is none", async () => {
    const visitor = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", visitor.id).execute();
    expect((await get(welcome.loader, visitor)).location).toBe("/buy/get-started");
  });
});

describe("D-001 to D-007 F-019 F-020 AMB-C15 AMB-D13 who may be where", () => {
  /** How far somebody has come. */
  const stages = {
    new: () => signIn(db),
    known: () => buyerAtProperty(db),
    saved: () => buyerAtTerms(db),
    accepted: () => buyerAtTheEnd(db),
    finished: () => buyerAtSuccess(db),
    // Staff may make a purchase active that its buyer has not finished (E-041).
    active: async () => {
      const visitor = await buyerAtTheEnd(db);
      await db
        .updateTable("purchase_intents")
        .set({ is_active: true })
        .where("id", "=", visitor.purchase_id)
        .execute();
      return visitor;
    },
  };
  type Stage = keyof typeof stages;
  const visitors = new Map<string, { cookie: string; purchase_id?: string }>();
  beforeAll(async () => {
    for (const [stage, make] of Object.entries(stages)) visitors.set(stage, await make());
  });

  const you = "/buy/about-you";
  const home = "/buy/about-the-property";
  const agree = "/buy/terms-and-conditions";
  const end = "/buy/whats-included";
  const back = "/welcome-back";
  // Where each leads instead; null where the page opens.
  const table: [Name, Record<Stage, string | null>][] = [
    [
      "welcome",
      { new: null, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "aboutYou",
      { new: null, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "aboutTheProperty",
      { new: you, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    ["buyer", { new: you, known: null, saved: null, accepted: null, finished: back, active: back }],
    [
      "giftor",
      { new: you, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    ["terms", { new: you, known: home, saved: null, accepted: null, finished: back, active: back }],
    [
      "whatsIncluded",
      { new: you, known: home, saved: agree, accepted: null, finished: back, active: back },
    ],
    [
      "success",
      { new: back, known: back, saved: agree, accepted: end, finished: null, active: null },
    ],
  ];
  const rows = table.flatMap(([name, leads]) =>
    Object.entries(leads).map(([stage, location]) => [name, stage, location] as const),
  );

  test.each(rows)("%s, %s: %s", async (name, stage, location) => {
    const visitor = visitors.get(stage);
    const path = `/?purchase=${visitor?.purchase_id ?? "new"}`;
    const answer = await get(pages[name].loader, { ...visitor, ...adding, path });
    expect(answer).toMatchObject({ status: location ? 302 : 200, path: location });
  });
});

describe("AMB-C15 a purchase that is complete is changed by staff only", () => {
  test.each([
    ["aboutYou", aboutYou],
    ["aboutTheProperty", aboutTheProperty],
    ["buyer", buyer],
    ["giftor", giftor],
    ["terms", terms],
  ])("%s takes nothing any more", async (_name, { action }) => {
    const visitor = await buyerAtSuccess(db);
    const { version, terms_accepted_at } = await thePurchase(db, visitor);
    const named = {
      purchase_intent_id: visitor.purchase_id,
      id: visitor.purchase_id,
      terms_and_conditions: "on",
    };
    expect((await post(action, named, { ...visitor, ...adding })).location).toBe("/welcome-back");
    expect(await thePurchase(db, visitor)).toMatchObject({ version, terms_accepted_at });
  });
});

describe("D-060 AMB-A10 AMB-C14 a purchase that cannot be loaded", () => {
  /** Somebody whose session names a purchase of another. */
  async function thief() {
    const owner = await buyerAtTheEnd(db);
    const { id } = await buyerAtProperty(db);
    const onboarding = { purchase_intent_id: owner.purchase_id };
    return { id, cookie: await readCookie(db, { id, onboarding }) };
  }

  test.each([
    ["terms", terms],
    ["whatsIncluded", whatsIncluded],
  ])(
    "D-060 somebody else's: %s leads to /buy/about-you with the reason",
    async (_name, { loader }) => {
      const answer = await get(loader, await thief());
      expect(answer.path).toBe("/buy/about-you");
      expect(await flashIn(answer)).toMatchObject({
        kind: "error",
        title: "We couldn’t load your purchase",
        description:
          "Purchase intent not found. Please try again or contact support at support@fanlight.example",
      });
    },
  );

  test("AMB-A07 somebody else's: the pages before the purchase do without it", async () => {
    const visitor = await thief();
    for (const { loader } of [welcome, aboutYou]) {
      expect(await get(loader, visitor)).toMatchObject({ status: 200, location: null });
    }
    expect(await showProperty(visitor)).toMatchObject({
      purchase_intent_id: "",
      answers: {},
      buyers: [],
    });
    expect((await get(success.loader, visitor)).location).toBe("/welcome-back");
  });

  test.each(["undefined", "' or 1=1 --", "65F000000000000000000000"])(
    "AMB-A08 a session that names %j works on nothing",
    async (purchase_intent_id) => {
      const { id } = await buyerAtProperty(db);
      const cookie = await readCookie(db, { id, onboarding: { purchase_intent_id } });
      expect((await get(terms.loader, { cookie })).path).toBe("/buy/about-the-property");
      expect((await get(success.loader, { cookie })).location).toBe("/welcome-back");
    },
  );

  test.each([
    ["aboutTheProperty", aboutTheProperty],
    ["terms", terms],
    ["whatsIncluded", whatsIncluded],
  ])("D-060 the database fails: %s leads to /buy/about-you", async (_name, { loader }) => {
    expectError(/loading a purchase/);
    const visitor = await buyerAtTheEnd(db);
    await without(db, "purchase_intents", async () => {
      const answer = await get(loader, visitor);
      expect(answer.path).toBe("/buy/about-you");
      expect(await flashIn(answer)).toMatchObject({
        description:
          "There was an error. Please try again or contact support at support@fanlight.example",
      });
      expect((await get(aboutYou.loader, visitor)).status).toBe(200);
    });
  });
});

describe("D-002 /buy/welcome", () => {
  test("C-008 what is needed, and how long it takes", async () => {
    const { status, title, text, html } = await open("/buy/welcome", await signIn(db));
    expect(status).toBe(200);
    expect(title).toBe("Buy a home - buying, step 1 of 5 - Fanlight");
    expect(html).toContain("Welcome, Sam</h1>");
    expect(text).toContain("Step 1 of 5, about 5 minutes left");
    expect(text).toContain("What you need");
    expect(html).toContain('href="/buy/about-you?purchase=new"');
  });

  test("F-016 A-040 adding a new purchase forgets the one that was worked on", async () => {
    const visitor = await buyerAtTerms(db);
    expect(await readOnboarding(db, visitor.id)).toMatchObject({
      purchase_intent_id: visitor.purchase_id,
    });
    const answer = await post(welcome.action, {}, visitor);
    expect(answer).toMatchObject({ status: 303, path: "/buy/welcome" });
    expect(await readOnboarding(db, visitor.id)).toEqual({ intent: "buy" });
    expect(await showProperty(visitor)).toMatchObject({
      purchase_intent_id: "",
      answers: {},
    });
  });
});
