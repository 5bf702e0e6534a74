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
import { startDraft } from "#tests/support/create-matter.ts";
import { get, listErrors, post } from "#tests/support/call-route.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { sellerAtProperty, sellerAtTerms } from "./flow.ts";

const { db } = useTestDatabase();

const pages = { welcome, aboutYou, aboutTheProperty, seller, terms };
const steps = Object.entries(pages);

const payment = {
  loader: ({ request }: { request: Request }) => openSale(request, "payment"),
};

describe("seller pages without a session (C-091 AMB-C14)", () => {
  test.each(steps)(
    "the loader of the “%s” page redirects a visitor without a session to /sell/get-started",
    async (_name, { loader }) => {
      expect((await get(loader, { params: { person: "add" } })).location).toBe("/sell/get-started");
    },
  );
  test.each(steps)(
    "the action of the “%s” page answers 401 to a visitor without a session",
    async (_name, { action }) => {
      const answer = await post(action, {}, { params: { person: "add" } });
      expect(answer.status).toBe(401);
    },
  );
  test("the seller layout redirects a visitor without a session to /sell/get-started", async () => {
    expect((await get(layout.loader, { path: "/sell/welcome" })).location).toBe(
      "/sell/get-started",
    );
  });
  test("the seller pages treat an inactive user as a visitor without a session", async () => {
    const visitor = await signIn(db);
    await db.updateTable("users").set({ active: false }).where("id", "=", visitor.id).execute();
    expect((await get(welcome.loader, visitor)).location).toBe("/sell/get-started");
  });
});

test("the seller layout loads the signed-in user", async () => {
  const { data } = await get(layout.loader, { ...(await signIn(db)), path: "/sell/welcome" });
  expect(data).toMatchObject({
    user: { first_name: "Sam", last_name: "Seller", type: "customer" },
  });
});

describe("access to later steps of a sale (AMB-C15)", () => {
  test.each([
    ["aboutTheProperty", aboutTheProperty],
    ["seller", seller],
    ["terms", terms],
    ["payment", payment],
  ])(
    "the “%s” page redirects a seller who has not saved about-you to the first unfinished step",
    async (_name, { loader }) => {
      const visitor = await signIn(db);
      const open = () => get(loader, { ...visitor, params: { person: "add" } });
      expect((await open()).location).toBe("/sell/welcome");
      const id = await startDraft(db, "sell", visitor.id);
      expect((await open()).location).toBe(`/sell/about-you?sale=${id}`);
    },
  );

  test("the terms and payment pages redirect to the property page before a sale is saved", async () => {
    const visitor = await sellerAtProperty(db);
    expect((await get(terms.loader, visitor)).path).toBe("/sell/about-the-property");
    expect((await get(payment.loader, visitor)).path).toBe("/sell/about-the-property");
  });

  test("the payment page redirects to the terms until they are accepted", async () => {
    const visitor = await sellerAtTerms(db);
    expect((await get(payment.loader, visitor)).path).toBe("/sell/terms-and-conditions");
  });

  test("earlier steps of a sale can be opened again", async () => {
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

describe("a seller who has paid (C-090)", () => {
  test.each([...steps, ["payment", payment] as const])(
    "a seller who has paid is redirected from the “%s” page to /welcome-back",
    async (_name, { loader }) => {
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
    },
  );

  test("a seller who has paid cannot change the answers or accept terms", async () => {
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

describe("a sale that cannot be loaded (C-091 C-095 AMB-C14)", () => {
  test.each([
    ["the property", aboutTheProperty],
    ["terms", terms],
    ["payment", payment],
  ])(
    "the page about %s redirects to /sell/about-you with an error if the sale cannot be read",
    async (_name, { loader }) => {
      expectError(/loading a sale/);
      const visitor = await sellerAtTerms(db);
      const at = { ...visitor, path: `/?sale=${visitor.transaction_id}` };
      await withoutTable(db, "parties", async () => {
        const answer = await get(loader, at);
        expect(answer.location).toBe(`/sell/about-you?sale=${visitor.transaction_id}`);
        expect(await flashIn(answer)).toMatchObject({
          kind: "error",
          description:
            "There was an error. Please try again or contact support at support@fanlight.example",
        });
      });
    },
  );

  test("the about-you page opens even if the sale cannot be read", async () => {
    expectError(/loading a sale/);
    const visitor = await sellerAtTerms(db);
    const at = { ...visitor, path: `/?sale=${visitor.transaction_id}` };
    await withoutTable(db, "parties", async () => {
      expect((await get(aboutYou.loader, at)).status).toBe(200);
    });
  });
});

test.each([...steps, ["payment", payment] as const])(
  "the “%s” page answers 404 for another person’s sale or draft (AMB-A10)",
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

describe("/sell/welcome (C-002)", () => {
  test("the seller’s steps show an estimate of about a minute per step (C-008)", async () => {
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

  test("repeated submits of “Start” on /sell/welcome create one draft with the page’s id (AMB-A07, A-038, A-039, A-040)", async () => {
    const visitor = await signIn(db);
    const { id, continues } = await open(visitor);
    expect(continues).toBe(false);
    const sent = await Promise.all([1, 2, 3].map(() => post(welcome.action, { id }, visitor)));
    expect(sent.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => `/sell/about-you?sale=${id}`),
    );
    expect(await drafts(visitor)).toMatchObject([{ id }]);
  });

  test("/sell/welcome shows the property of an unfinished sale, and Continue resumes the sale (B-070)", async () => {
    const visitor = await sellerAtTerms(db);
    const { transaction_id: id } = visitor;
    const page = await open(visitor);
    expect(page).toEqual({ id, continues: true, home: "12 Arch Street, York, YO1 7HH" });
    expect((await post(welcome.action, { id }, visitor)).location).toBe(
      `/sell/about-you?sale=${id}`,
    );
    expect(await drafts(visitor)).toEqual([]);
  });

  test("“Start” in a second tab that was opened before “Start” in the first tab continues the same draft", async () => {
    const visitor = await signIn(db);
    const [one, two] = [await open(visitor), await open(visitor)];
    await post(welcome.action, { id: one.id }, visitor);
    const answer = await post(welcome.action, { id: two.id }, visitor);
    expect(answer.location).toBe(`/sell/about-you?sale=${one.id}`);
    expect(await drafts(visitor)).toHaveLength(1);
  });

  test("“Sell a property” starts another sale, once per page (F-016)", async () => {
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
      expect(await open(visitor, at.path)).toMatchObject({ id, continues: true });
    }
  });

  test("starting a sale with the id of another person’s sale or draft answers 404 (AMB-A10)", async () => {
    const owner = await sellerAtTerms(db);
    const draft = await startDraft(db, "sell", owner.id);
    const visitor = await signIn(db);
    for (const id of [owner.transaction_id, draft]) {
      expect((await post(welcome.action, { id }, visitor)).status).toBe(404);
    }
    expect(await drafts(visitor)).toEqual([]);
  });

  test("a person may have ten unfinished sales and purchases in total", async () => {
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
