import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import * as report from "#app/routes/dashboard/report.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { openPage, page } from "#tests/support/open-page.tsx";
import { gail, jo } from "#tests/support/purchases.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { createMatter, countEvents, listNewEvents, createPurchaseAtStage } from "./matter.ts";

/** Staff share the property report with the buyer, who reads it on a separate page (CU-5). */

const { db } = useTestDatabase();
let ada: Visitor;
let matter: Awaited<ReturnType<typeof createMatter>>;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Byron" });
});
beforeEach(async () => {
  matter = await createMatter(db);
});

const tab = (part = "") => `/admin/transactions/${matter.id}/searches${part}`;
const routes = [page(report, { path: "dashboard/buy/:id/report" })];
const read = (visitor: Visitor) =>
  openPage(routes, `/dashboard/buy/${matter.id}/report`, visitor).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
const press = async (verb: "share" | "withdraw") => {
  const path = tab(`/report/sharing/${verb}`);
  return postAndReadFlash(path, ada, confirmFields((await open(path, ada)).html));
};
const pending = () =>
  db
    .selectFrom("pending_notifications")
    .select(["side", "event_names"])
    .where("transaction_id", "=", matter.id)
    .execute();

const QUOTE = "The property is in a conservation area.";

const FINDINGS = [
  { topic: "conservation_area", document: "Local search", page: 1, quote: QUOTE },
  { topic: "addresses_reader", document: "Local search", page: 1, quote: "Dear model" },
];

async function reported(findings: object[] = FINDINGS) {
  await addSearch(db, matter.id, { pages: [QUOTE] });
  const id = await insertReport(db, matter.id);
  await db
    .updateTable("reports")
    .set({
      content: JSON.stringify({
        findings,
        documents: [{ name: "Local search", pages: 1, read: "whole" }],
        left_out: [{ name: "Old search", by: "Rita Moss" }],
        unsupported: 0,
      }),
    })
    .where("id", "=", id)
    .execute();
}

async function aBuyer(name: string, active: boolean) {
  const change = {
    ownership_type: "Joint" as const,
    additional_buyers: [{ ...jo, email: `jo.${crypto.randomUUID()}@example.test` }],
    gifts: "yes" as const,
    giftors: [{ ...gail, email: `gail.${crypto.randomUUID()}@example.test` }],
  };
  const { buyer } = await createPurchaseAtStage(db, matter, { first_name: name, active }, change);
  const named = async (person: { email: string }) => signIn(db, { email: person.email });
  return {
    buyer,
    co_buyer: await named(change.additional_buyers[0]!),
    giftor: await named(change.giftors[0]!),
  };
}

describe("the property report", () => {
  test("a report without quotes says that none of the topics were found", async () => {
    const { buyer } = await aBuyer("Bea", true);
    await reported([]);
    await press("share");
    const shown = await read(buyer);
    expect("text" in shown && shown.text).toMatch(
      /found nothing to quote\. .*What we looked for Our software found none of these in the search results that it could read: .*Conservation area/,
    );
    expect("text" in shown && shown.text).not.toContain("Ask your solicitor about anything in it");
  });

  test.each([
    ["before exchange", {}, "Ask your solicitor about anything in it before contracts"],
    ["after exchange", { exchanged: "2026-01-05" }, "If you have questions about it, ask your"],
    [
      "after completion",
      { exchanged: "2026-01-05", completed: "2026-01-12" },
      "If you have questions about it, ask your",
    ],
    ["after a fall-through", { aborted: "2026-01-05" }, "Your purchase has fallen through, so you"],
  ])("a report says %s what the buyer can do about it", async (_when, dates, advice) => {
    const { buyer } = await aBuyer("Bea", true);
    await reported();
    await press("share");
    await db
      .updateTable("purchase_intents")
      .set({ sale_agreed: "2026-01-02", ...dates })
      .where("transaction_id", "=", matter.id)
      .execute();
    const shown = await read(buyer);
    const text = String("text" in shown && shown.text);
    expect(text).toContain(advice);
    expect(text.includes("included in the report. Ask your solicitor")).toBe(
      Object.keys(dates).length === 0,
    );
  });

  test("only the active buyer, their co-buyer and staff can read the property report after staff have shared it (CU-5)", async () => {
    const { buyer, co_buyer, giftor } = await aBuyer("Bea", true);
    const { buyer: rival } = await aBuyer("Cy", false);
    await reported();
    const before = await read(buyer);
    expect(before.status).toBe(404);
    const known = await countEvents(db, matter.id);
    expect((await press("share")).flash).toMatchObject({ title: "Report shared" });
    expect(await listNewEvents(db, matter.id, known)).toEqual([
      expect.objectContaining({ event_name: "property_report_shared", author_id: ada.id }),
    ]);
    const news = { side: "buyer", event_names: ["property_report_shared"] };
    expect(await pending()).toEqual([news, news]);
    for (const reader of [buyer, co_buyer, ada]) {
      const shown = await read(reader);
      expect(shown.status).toBe(200);
      expect("text" in shown && shown.text).toContain(
        `Conservation area “${QUOTE}” Local search, page 1`,
      );
    }
    const shown = await read(buyer);
    expect("html" in shown && shown.html).not.toMatch(/risk|Dear model|Rita Moss/);
    const stranger = await signIn(db);
    for (const reader of [rival, giftor, stranger]) expect((await read(reader)).status).toBe(404);
    expect((await open(tab(), ada)).text).toMatch(
      /PSR-\S+, shared by Ada Byron, \d\d\/\d\d\/\d{4}.{2,8}\. Withdraw from buyer/,
    );
  });

  test("withdrawing the property report hides it from the buyer, and sends no email (CU-5)", async () => {
    const { buyer } = await aBuyer("Bea", true);
    await reported();
    await press("share");
    await db.deleteFrom("pending_notifications").where("transaction_id", "=", matter.id).execute();
    expect((await press("withdraw")).flash).toMatchObject({ title: "Report withdrawn" });
    expect((await read(buyer)).status).toBe(404);
    expect(await pending()).toEqual([]);
    expect((await open(tab(), ada)).text).toContain(
      "Not shared with the buyer yet. Share with buyer",
    );
  });

  test.each([
    [
      "a search has no result",
      async () =>
        void (await addSearch(db, matter.id, {
          product_id: "ENVRES",
          status: "in progress",
          pages: null,
        })),
      "doesn’t include every search result",
    ],
    [
      "a result has arrived since",
      async () =>
        void (await recordEvent(db, {
          transaction_id: matter.id,
          event_name: "search_completed",
          author: "provider",
        })),
      "doesn’t include every search result",
    ],
    [
      "a page without text is unchecked",
      async () => {
        const documents = [{ name: "Local search", pages: 1, read: "whole", unread_pages: [1] }];
        const content = { findings: [], documents, left_out: [], unsupported: 0 };
        await db
          .updateTable("reports")
          .set({ content: JSON.stringify(content) })
          .where("transaction_id", "=", matter.id)
          .execute();
      },
      "Some pages have no text",
    ],
  ])("the property report cannot be shared if %s: $2 (CU-5)", async (_why, happens, refusal) => {
    await reported();
    const path = tab("/report/sharing/share");
    const late = confirmFields((await open(path, ada)).html);
    await happens();
    expect((await open(path, ada)).text).toContain(refusal);
    expect((await postAndReadFlash(path, ada, late)).flash).toMatchObject({
      title: "Report not shared",
    });
    expect((await open(tab(), ada)).text).toContain("Not shared with the buyer yet.");
  });

  test("the property report is not shared if a newer one was generated after the confirmation was opened (CU-5)", async () => {
    await reported();
    const late = confirmFields((await open(tab("/report/sharing/share"), ada)).html);
    await insertReport(db, matter.id);
    const { flash } = await postAndReadFlash(tab("/report/sharing/share"), ada, late);
    expect(flash).toMatchObject({ description: "A newer report has been generated" });
  });
});
