import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { processProviderWebhook } from "#app/domain/searches/receive-push.server.ts";
import { readPush } from "#app/clients/one-search/push.server.ts";
import { resultOf } from "#mocks/one-search/push.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { insertSearchOrder, push } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { runLoader, open } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let id: string;
let seller: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(async () => {
  seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  id = await insertSaleAtStage(db, seller.id);
});

const tab = () => `/admin/transactions/${id}/searches`;
const ONCE = "Searches may be ordered once per day.";

describe("the Searches tab (O-001 to O-006 K-017)", () => {
  test("the Searches tab shows an alert, the button and the daily limit before the first order (K-017 O-006 O-009 WF-12.1)", async () => {
    const { html, text, title } = await open(tab(), ada);
    expect(title).toMatch(/^12 Arch Street, York, YO1 7HZ \(F-\d+\) - Searches - Fanlight$/);
    expect(text).toMatch(/Searches ?, none ordered/);
    expect(html).toMatch(new RegExp(`<a[^>]*href="${tab()}/order"[^>]*>Order Searches</a>`));
    expect(text).toContain(ONCE);
    expect(text).toContain("No searches have been ordered yet.");
    expect(text).not.toContain("at OneSearch");
  });

  test("the Searches tab shows names, statuses, dates and stored documents (O-001 O-002 O-003 O-004 O-005 O-016 O-020 to O-024)", async () => {
    const { reference } = await insertSearchOrder(db, id);
    const search = (product: string) =>
      resultOf(product, { reference, address: "12 Arch Street" }, "2026-11-19");
    await processProviderWebhook(
      db,
      readPush(
        push(
          "SearchResultsSend",
          { SearchProduct: [search("ONESEARCHDW"), search("HOMECHECKPRO")] },
          reference,
        ),
      ),
    );
    await processProviderWebhook(
      db,
      readPush(
        push(
          "SearchStatusSend",
          {
            SearchProduct: {
              ProductType: "LANDREGPLAN",
              Status: "Cancelled",
              AsOfDate: "2026-11-17",
            },
          },
          reference,
        ),
      ),
    );
    await processProviderWebhook(
      db,
      readPush(
        push(
          "SearchStatusSend",
          { SearchProduct: { ProductType: "NEWCODE", Status: "Complete", AsOfDate: "2026-11-18" } },
          reference,
        ),
      ),
    );
    const { html, text } = await open(tab(), ada);
    const rows = [...html.matchAll(/<tr id="row-[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      row
        .replace(/<[^>]+>/g, " ")
        .replaceAll("&amp;", "&")
        .replace(/\s+/g, " ")
        .trim(),
    );
    expect(rows).toEqual([
      `Local LLC1CON29, ${reference} in progress Estimated 02/12/2026 – None`,
      `Drainage & Water ONESEARCHDW, ${reference} complete Completed 19/11/2026 Stored Download Drainage & Water search`,
      `Environmental ENVRES, ${reference} in progress Estimated 02/12/2026 – None`,
      `Environmental HOMECHECKPRO, ${reference} complete Completed 19/11/2026 Stored Download Environmental search`,
      `Land Registry Plan LANDREGPLAN, ${reference} cancelled Cancelled 17/11/2026 – None`,
      `NEWCODE NEWCODE, ${reference} complete Completed 18/11/2026 – None`,
    ]);
    expect(text).not.toMatch(/Searches ?, none ordered/);
    expect(text).toContain("Reorder Searches");
  });

  test("the Searches tab links to a map, HM Land Registry and the first order (O-017 O-018 O-019 AMB-O04)", async () => {
    const { reference } = await insertSearchOrder(db, id);
    const { html, text } = await open(tab(), ada);
    const links = [
      ...html.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener noreferrer"/g),
    ].map(([, to]) => to);
    expect(links).toEqual([
      "https://www.openstreetmap.org/search?query=12+Arch+Street%2C+York%2C+YO1+7HZ",
      "https://www.gov.uk/search-property-information-land-registry",
      `http://localhost:3000/mocks/one-search/orders/${reference}`,
    ]);
    expect(text).toContain("YO1 7HZ");
    expect(html).toMatch(
      /<button[^>]*hidden=""[^>]*title="Copy Postcode"|<button[^>]*title="Copy Postcode"[^>]*hidden=""/,
    );
  });

  test("the Searches tab shows an error for each part that cannot be read, and still shows the other parts (K-023 O-027 O-046)", async () => {
    expectError(/Failed to load additional search requests/);
    expectError(/Error fetching transaction searches/);
    expectError(/Failed to load property search report/);
    const requests = await withoutTable(db, "additional_requests", () => open(tab(), ada));
    expect(requests.text).toContain("Failed to load additional search requests");
    expect(requests.text).toContain("No searches have been ordered yet.");
    const searches = await withoutTable(db, "search_documents", () => open(tab(), ada));
    expect(searches.text).toContain("Error fetching transaction searches");
    expect(searches.text).toContain("Additional information requests");
  });

  test.each(["nonsense", "0".repeat(24)])(
    "the Searches tab and its dialogs answer 404 for the matter id %s (K-020)",
    async (other) => {
      for (const page of ["searches", "searches/order", "searches/water-bill"]) {
        const { status, text } = await open(`/admin/transactions/${other}/${page}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("Transaction not found");
      }
    },
  );
});

describe("the document of a search (O-004)", () => {
  async function withDocument() {
    const { reference } = await insertSearchOrder(db, id);
    await processProviderWebhook(
      db,
      readPush(
        push(
          "SearchResultsSend",
          { SearchProduct: resultOf("ENVRES", { reference, address: "12 Arch Street" }) },
          reference,
        ),
      ),
    );
    return db
      .selectFrom("searches")
      .select(["id", "reference"])
      .where("transaction_id", "=", id)
      .where("product_id", "=", "ENVRES")
      .executeTakeFirstOrThrow();
  }
  const download = (cookie: string, { id, searchId }: { id: string; searchId: string }) =>
    runLoader(`/admin/transactions/${id}/searches/${searchId}/document`, { cookie });

  test("staff can download the document of a search as a named, sandboxed attachment", async () => {
    const search = await withDocument();
    const { status, headers } = await download(ada.cookie, { id, searchId: search.id });
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="Environmental search ${search.reference}.pdf"`,
    );
    expect(headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("Cache-Control")).toContain("no-store");
  });

  test("downloading the document of a search redirects customers, and answers 404 under another matter or search", async () => {
    const search = await withDocument();
    expect((await download(seller.cookie, { id, searchId: search.id })).location).toContain(
      "/get-started",
    );
    const other = await insertSaleAtStage(db, seller.id);
    for (const params of [
      { id: other, searchId: search.id },
      { id, searchId: "0".repeat(24) },
      { id: "x", searchId: "y" },
    ]) {
      expect((await download(ada.cookie, params)).status).toBe(404);
    }
  });

  test("downloading the document of a search answers 500 if the stored file has changed", async () => {
    expectError(/We couldn’t download the document\. Please try again\./);
    const search = await withDocument();
    await db
      .updateTable("search_documents")
      .set({ sha256: "0".repeat(64) })
      .where("search_id", "=", search.id)
      .execute();
    expect((await download(ada.cookie, { id, searchId: search.id })).status).toBe(500);
  });
});
