import { beforeAll, describe, expect, test } from "vitest";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
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
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";
import { get, post } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import {
  buyerAtProperty,
  buyerAtSuccess,
  buyerAtTerms,
  buyerAtTheEnd,
  showProperty,
  readOnlyPurchase,
} from "./flow.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();

const forms = { welcome, aboutYou, aboutTheProperty, buyer, giftor, terms, whatsIncluded };
const pages = { ...forms, success };
type Name = keyof typeof pages;
const adding = { params: { person: "add" } };

describe("buyer pages without a session (C-091 AMB-C14)", () => {
  test.each(Object.entries(pages))(
    "the loader of the “%s” page redirects a visitor without a session to /buy/get-started",
    async (_name, { loader }) => {
      expect((await get(loader, adding)).location).toBe("/buy/get-started");
    },
  );
  test.each(Object.entries(forms))(
    "the action of the “%s” page answers 401 to a visitor without a session",
    async (_name, { action }) => {
      expect((await post(action, {}, adding)).status).toBe(401);
    },
  );
  test("the buyer layout redirects a visitor without a session to /buy/get-started", async () => {
    expect((await get(layout.loader, { path: "/buy/welcome" })).location).toBe("/buy/get-started");
  });
  test("the buyer pages treat an inactive user as a visitor without a session", async () => {
    const visitor = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", visitor.id).execute();
    expect((await get(welcome.loader, visitor)).location).toBe("/buy/get-started");
  });
});

describe("access to buyer pages by progress (D-001 to D-007 F-019 F-020 AMB-C15 AMB-D13)", () => {
  const stages = {
    new: () => signIn(db),
    known: () => buyerAtProperty(db),
    saved: () => buyerAtTerms(db),
    accepted: () => buyerAtTheEnd(db),
    finished: () => buyerAtSuccess(db),
    // Staff can activate a purchase before its buyer has finished (E-041).
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

  const start = "/buy/welcome";
  const home = "/buy/about-the-property";
  const agree = "/buy/terms-and-conditions";
  const end = "/buy/whats-included";
  const back = "/welcome-back";
  // Path that each page redirects a buyer to, by the buyer’s progress. Null if the page opens.
  const table: [Name, Record<Stage, string | null>][] = [
    [
      "welcome",
      { new: null, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "aboutYou",
      { new: start, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "aboutTheProperty",
      { new: start, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "buyer",
      { new: start, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "giftor",
      { new: start, known: null, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "terms",
      { new: start, known: home, saved: null, accepted: null, finished: back, active: back },
    ],
    [
      "whatsIncluded",
      { new: start, known: home, saved: agree, accepted: null, finished: back, active: back },
    ],
    [
      "success",
      { new: back, known: back, saved: agree, accepted: end, finished: null, active: null },
    ],
  ];
  const rows = table.flatMap(([name, leads]) =>
    Object.entries(leads).map(([stage, location]) => [name, stage, location] as const),
  );

  test.each(rows)(
    "the “%s” page opens or redirects by the buyer’s progress (progress: %s, redirect: %s)",
    async (name, stage, location) => {
      const visitor = visitors.get(stage);
      const path = visitor?.purchase_id ? `/?purchase=${visitor.purchase_id}` : "/?purchase=new";
      const open = (at: string) => get(pages[name].loader, { ...visitor, ...adding, path: at });
      let answer = await open(path);
      // A URL without a purchase redirects to the URL that names the purchase.
      if (answer.location?.startsWith("/?purchase=")) answer = await open(answer.location);
      expect(answer).toMatchObject({ status: location ? 302 : 200, path: location });
    },
  );
});

describe("a complete purchase on the buyer pages (AMB-C15)", () => {
  test.each([
    ["aboutYou", aboutYou],
    ["aboutTheProperty", aboutTheProperty],
    ["buyer", buyer],
    ["giftor", giftor],
    ["terms", terms],
  ])(
    "posting to the “%s” page leaves a complete purchase unchanged and redirects to /welcome-back",
    async (_name, { action }) => {
      const visitor = await buyerAtSuccess(db);
      const { version, terms_accepted_at } = await readOnlyPurchase(db, visitor);
      const named = {
        purchase_intent_id: visitor.purchase_id,
        id: visitor.purchase_id,
        terms_and_conditions: "on",
      };
      const path = `/?purchase=${visitor.purchase_id}`;
      const answer = await post(action, named, { ...visitor, ...adding, path });
      expect(answer.location).toBe("/welcome-back");
      expect(await readOnlyPurchase(db, visitor)).toMatchObject({ version, terms_accepted_at });
    },
  );
});

describe("a purchase that cannot be loaded (D-060 AMB-A10 AMB-C14)", () => {
  test.each(Object.entries(pages))(
    "the “%s” page answers 404 for another person’s purchase and for an invalid id",
    async (_name, { loader }) => {
      const owner = await buyerAtTheEnd(db);
      const draft = await startDraft(db, "buy", owner.id);
      const visitor = await buyerAtProperty(db);
      for (const id of [owner.purchase_id, draft, "undefined", "' or 1=1 --"]) {
        const path = `/?${new URLSearchParams({ purchase: id })}`;
        expect((await get(loader, { ...visitor, ...adding, path })).status).toBe(404);
      }
    },
  );

  test.each([
    ["aboutTheProperty", aboutTheProperty],
    ["terms", terms],
    ["whatsIncluded", whatsIncluded],
  ])(
    "the “%s” page redirects to /buy/about-you with an error if the purchase cannot be read (D-060)",
    async (_name, { loader }) => {
      expectError(/loading a purchase/);
      const visitor = await buyerAtTheEnd(db);
      const at = { ...visitor, path: `/?purchase=${visitor.purchase_id}` };
      await withoutTable(db, "purchase_intents", async () => {
        const answer = await get(loader, at);
        expect(answer.path).toBe("/buy/about-you");
        expect(await flashIn(answer)).toMatchObject({
          description:
            "There was an error. Please try again or contact support at support@fanlight.example",
        });
        expect((await get(aboutYou.loader, at)).status).toBe(200);
      });
    },
  );
});

describe("/buy/welcome (D-002)", () => {
  test("/buy/welcome shows what the buyer needs and how long the steps take (C-008)", async () => {
    const { status, title, text, html } = await open("/buy/welcome", await signIn(db));
    expect(status).toBe(200);
    expect(title).toBe("Buy a home - buying, step 1 of 5 - Fanlight");
    expect(html).toContain("Welcome, Sam</h1>");
    expect(text).toContain("Step 1 of 5, about 5 minutes left");
    expect(text).toContain("What you need");
    expect(html).toMatch(/<input type="hidden" name="id" value="[0-9a-f]{24}"/);
    expect(text).toContain("Start");
  });

  test("/buy/welcome starts a new purchase once, and later offers to continue it (F-016 AMB-A07)", async () => {
    const visitor = await buyerAtTerms(db);
    const { location } = await post(welcome.action, {}, visitor);
    const at = { ...visitor, path: location ?? "" };
    const id = new URL(at.path, "http://localhost").searchParams.get("purchase") ?? "";
    for (let press = 0; press < 2; press++) {
      const started = await post(welcome.action, { id }, at);
      expect(started.location).toBe(`/buy/about-you?purchase=${id}`);
    }
    expect(await listUnfinishedDrafts(db, "buy", visitor.id)).toMatchObject([{ id }]);
    expect(await showProperty({ ...visitor, path: `/?purchase=${id}` })).toMatchObject({
      answers: {},
      buyers: [],
    });
    const page = await open("/buy/welcome", visitor);
    expect(page.text).toContain("You’ve already started a purchase");
    expect(page.text).toContain("Continue");
  });

  test("/buy/welcome answers 404 for another person’s purchase id (AMB-A10)", async () => {
    const owner = await buyerAtTerms(db);
    const visitor = await signIn(db);
    const answer = await post(welcome.action, { id: owner.purchase_id }, visitor);
    expect(answer.status).toBe(404);
  });
});
