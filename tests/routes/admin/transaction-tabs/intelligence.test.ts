import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { questions } from "#mocks/anthropic.ts";
import { setFault } from "#mocks/faults.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { runLoader, open, postAndReadFlash } from "../pages.ts";
import { createMatter, assignSolicitors, createPurchaseAtStage } from "./matter.ts";

vi.hoisted(() => {
  process.env.ANTHROPIC_ENABLED = "true";
  process.env.ANTHROPIC_DEADLINE_MS = "3000";
});

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => setFault(state, "anthropic", "none"));

const show = (id: string) => open(`/admin/transactions/${id}/intelligence`, ada);
const refreshAt = (id: string) => `/admin/transactions/${id}/intelligence/refresh`;
const refresh = (id: string, fields: { seen?: string; from?: string } = {}) =>
  postAndReadFlash(refreshAt(id), ada, fields);

const listIntelligence = (id: string) =>
  db
    .selectFrom("intelligence")
    .selectAll()
    .where("transaction_id", "=", id)
    .orderBy("generated_at", "desc")
    .orderBy("id", "desc")
    .execute();

const DONE = { kind: "success", title: "Intelligence refreshed" };

test("the intelligence tab shows that there is no intelligence before the first refresh (K-007 AMB-O06 WF-13.2)", async () => {
  const { id } = await createMatter(db);
  const { html, text } = await show(id);
  expect(text).toContain("Transaction Intelligence");
  expect(text).toContain("No intelligence yet");
  expect(html).toMatch(/<button [^>]*>Refresh/);
  const other = await open(`/admin/transactions/${id}/property`, ada);
  expect(other.text).not.toContain("Transaction Intelligence");
});

test("refreshing the intelligence saves the facts about a matter, and the intelligence tab shows them with badges (O-047 to O-057 K-007 I-033 WF-13)", async () => {
  const matter = await createMatter(db);
  const { id } = matter;
  await createPurchaseAtStage(db, matter, { active: true, first_name: "Bea" });
  await assignSolicitors(db, id, ["seller"]);
  await addSearchSince(id, "ENVRES", 8);
  await addSearchSince(id, "LLC1CON29", 4);
  await addSearchSince(id, "ONESEARCHDW", 3);
  expect(await refresh(id)).toEqual({ location: `/admin/transactions/${id}`, flash: DONE });

  const [row] = await listIntelligence(id);
  expect(row).toMatchObject({
    // The summary comes from our records. The model chose the last possible next step.
    summary: expect.stringContaining("The seller has not paid yet."),
    next_step: expect.stringMatching(/\.$/),
    model: "claude-sonnet-5-5",
    key_dates: {
      transaction_open_days: 0,
      target_completion_date: null,
      next_milestone: "Payment",
    },
    context: { buyer: "Bea Byron", solicitor: "Able seller", agent: null },
  });
  expect(row!.input_tokens).toBeGreaterThan(50);
  expect(row!.output_tokens).toBeGreaterThan(0);

  const { html, text } = await show(id);
  expect(text).toContain("The seller has not paid yet.");
  expect(text).toContain(row!.next_step);
  expect(text).toContain("AI-generated (claude-sonnet-5-5)");
  expect(text).toMatch(/\d+ tokens in, \d+ out/);
  expect(text).toContain("Buyer Bea Byron · Seller");
  expect(html).toContain('<span class="badge" data-tone="stop">8 days</span>');
  expect(html).toContain('<span class="badge" data-tone="act">4 days</span>');
  expect(html).toContain('<span class="badge" data-tone="plain">3 days</span>');
});

async function addSearchSince(id: string, product_id: string, days: number) {
  await addSearch(db, id, { product_id, status: "in progress", pages: null });
  await db
    .updateTable("searches")
    .set({ created_at: new Date(Date.now() - (days + 0.1) * 86_400_000) })
    .where("transaction_id", "=", id)
    .where("product_id", "=", product_id)
    .execute();
}

test("the intelligence tab shows the label of each severity, and escapes HTML in descriptions (O-055)", async () => {
  const { id } = await createMatter(db);
  await refresh(id);
  const blockers = (["high", "medium", "low"] as const).map((severity) => ({
    severity,
    description: `Something <b>${severity}</b>`,
  }));
  await db
    .updateTable("intelligence")
    .set({ blockers: JSON.stringify(blockers) })
    .where("transaction_id", "=", id)
    .execute();
  const { html } = await show(id);
  expect(html).toContain('data-tone="stop">High<');
  expect(html).toContain('data-tone="act">Medium<');
  expect(html).toContain('data-tone="plain">Low<');
  expect(html).not.toContain("Something <b>");
});

test("the request to the model contains no name, address, email or id", async () => {
  const matter = await createMatter(db, "77 Secret Street");
  await createPurchaseAtStage(db, matter, { active: true, first_name: "Bea" });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  await refresh(matter.id);
  const asked = await state.list(questions);
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked)).not.toMatch(/Bea|Byron|Able|Secret|York|@|\b[0-9a-f]{24}\b/);
});

describe("repeated refreshes of the intelligence", () => {
  test("two concurrent refreshes save one result and get the same response", async () => {
    const { id } = await createMatter(db);
    const [one, other] = await Promise.all([refresh(id), refresh(id)]);
    expect(one).toEqual(other);
    expect(await listIntelligence(id)).toHaveLength(1);
  });

  test("refreshing from the current page saves a new result, but refreshing from an older page does not (O-057 WF-13.2)", async () => {
    const { id } = await createMatter(db);
    await refresh(id);
    const [first] = await listIntelligence(id);
    await refresh(id);
    expect(await listIntelligence(id)).toHaveLength(1);
    await refresh(id, { seen: first!.id });
    const [second] = await listIntelligence(id);
    expect(second!.generated_at.getTime()).toBeGreaterThan(first!.generated_at.getTime());
  });
});

describe("intelligence without the model (AMB-O06)", () => {
  test.each(["down", "nonsense", "reset", "slow"])(
    "refreshing the intelligence uses the rule-based writer if the model’s fault is “%s”",
    async (fault) => {
      const { id } = await createMatter(db);
      await setFault(state, "anthropic", fault);
      expect(await refresh(id)).toMatchObject({ flash: DONE });
      const { text } = await show(id);
      expect(text).toContain("Rule-based, because ");
      expect(text).toContain("The seller has not paid yet.");
      expect(text).toContain("0 tokens in, 0 out");
    },
  );

  test("a result in an older format is not shown, and can be refreshed", async () => {
    const { id } = await createMatter(db);
    await refresh(id);
    await db
      .updateTable("intelligence")
      .set({ key_dates: "{}" })
      .where("transaction_id", "=", id)
      .execute();
    const { status, text } = await show(id);
    expect(status).toBe(200);
    expect(text).toContain("No intelligence yet");
    expect(text).toContain("Key Information");
    expect(await refresh(id)).toMatchObject({ flash: DONE });
  });

  test("refreshing the intelligence shows an error if saving fails", async () => {
    expectError(/Failed to refresh transaction intelligence\. Please try again\./);
    const { id } = await createMatter(db);
    const mend = await breakWrites(db, "intelligence");
    expect(await refresh(id)).toMatchObject({
      flash: {
        kind: "error",
        description: "Failed to refresh transaction intelligence. Please try again.",
      },
    });
    await mend();
  });
});

describe("the redirect after refreshing the intelligence", () => {
  test.each([
    ["/buyers", "/buyers"],
    ["", ""],
    ["/../../users", ""],
    ["//evil.example", ""],
    ["/buyers?a=b", ""],
  ])(
    "refreshing the intelligence from the tab %j of a matter redirects to the tab %j",
    async (from, to) => {
      const { id } = await createMatter(db);
      const page = `/admin/transactions/${id}`;
      expect((await refresh(id, { from: page + from })).location).toBe(page + to);
    },
  );

  test.each(["https://evil.example", "/admin/users"])(
    "refreshing the intelligence does not redirect to %s",
    async (from) => {
      const { id } = await createMatter(db);
      expect((await refresh(id, { from })).location).toBe(`/admin/transactions/${id}`);
    },
  );

  test.each([
    ["nonsense", "/admin/transactions"],
    ["0".repeat(24), `/admin/transactions/${"0".repeat(24)}`],
  ])(
    "refreshing the intelligence of the missing matter %s shows an error at %s (K-020)",
    async (id, location) => {
      expect(await refresh(id)).toMatchObject({
        location,
        flash: { kind: "error", description: "Transaction not found" },
      });
    },
  );

  test("opening the URL of the refresh, for example after sign-in, redirects to the matter", async () => {
    const { id } = await createMatter(db);
    const { location } = await runLoader(refreshAt(id), ada);
    expect(location).toBe(`/admin/transactions/${id}`);
  });
});
