import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { lockedPdf } from "#tests/support/hostile-pdfs.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { staffReader } from "#tests/support/readers.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { signIn } from "#tests/support/sign-in.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
const { getDocument } = await import("#app/clients/documents.server.ts");
const pdfText = await import("#app/clients/pdf-text.server.ts");
const { generateReport, queueFirstReport } = await import("#app/domain/reports/report.server.ts");
const { checkPages, leaveOutDocument, listReportDocuments, reportRefusal } =
  await import("#app/domain/reports/read-documents.server.ts");
const { readReport } = await import("#app/domain/reports/report.server.ts");
const { jobs } = await import("#app/jobs/jobs.server.ts");
const { renderReport } = await import("#app/pdf/report.server.tsx");
/** Replaces the drawing of the PDF, which is slow. Only the tests about the PDF draw it. */
const notDrawn = () => Promise.resolve(Buffer.from("%PDF"));
const { db, inTransaction } = await import("#db/connection.ts");

useTestDatabase();
const NOTICE = "The enforcement notice of 2019 has not been lifted.";

let ada: { id: string; request_id: string };
let tom: { id: string; request_id: string };
let id: string;
beforeAll(async () => {
  const staff = { type: "admin", last_name: "Byron" } as const;
  ada = { id: (await signIn(db, { ...staff, first_name: "Ada" })).id, request_id: "" };
  tom = { id: (await signIn(db, { ...staff, first_name: "Tom" })).id, request_id: "" };
});
beforeEach(async () => {
  ({ id } = await createMatter(db));
});
afterAll(() => rmSync(folder, { recursive: true }));

const names = async () =>
  (await listReportDocuments(db, staffReader(), id)).map(({ name }) => name.split(" ")[0]);

const unreadable: [string, Uint8Array, string][] = [
  ["a damaged PDF", Buffer.from("%PDF-1.4 nothing %%EOF"), "damaged"],
  ["a locked PDF", lockedPdf(), "password"],
  ["a scan", pdfOf(""), "none"],
];
test.each(unreadable)(
  "the report lists %s as unread and covers the other documents",
  async (_what, bytes, read) => {
    await addSearch(db, id, { product_id: "ENVRES", bytes });
    await addSearch(db, id, { pages: [NOTICE] });
    await jobs["generate-report"]!.handle({ transaction_id: id }, { number: 1, isLast: false });
    const report = (await readReport(db, staffReader(), id))!;
    expect(report.content.findings).toMatchObject([{ topic: "enforcement_notice" }]);
    expect(report.content.documents).toMatchObject([
      { name: expect.stringMatching(/^Environmental search/), read },
      { name: expect.stringMatching(/^Local search/), read: "whole" },
    ]);
  },
);

test("the risk is not low if no document can be read (O-029)", async () => {
  await addSearch(db, id, { bytes: Buffer.from("%PDF-1.4 nothing %%EOF") });
  const report = await generate(renderReport);
  expect(report.overall_risk_rating).toBe("moderate");
  const pdf = await getDocument(report.s3_document_key!);
  const text = (await pdfText.readPdfText(pdf!)).join(" ").replace(/\s+/g, " ");
  expect(text).toContain("This document has not been read because it cannot be opened.");
});

test("a document that cannot be read is not read again for the next report", async () => {
  await addSearch(db, id, { bytes: lockedPdf() });
  await generate();
  const read = vi.spyOn(pdfText, "readPdfText");
  const report = await generate();
  expect(read).not.toHaveBeenCalled();
  expect(report.content.documents).toMatchObject([{ read: "password" }]);
});

test("the report lists a document as missing if an older version stored it without a document row", async () => {
  const search_id = await addSearch(db, id);
  await db.deleteFrom("search_documents").where("search_id", "=", search_id).execute();
  expect((await generate()).content.documents).toMatchObject([{ read: "missing" }]);
});

describe("a reordered search", () => {
  test("the result of a reordered search replaces that of the old one", async () => {
    await addSearch(db, id, { pages: [NOTICE] });
    await addSearch(db, id, { status: "in progress", pages: null });
    expect(await names()).toHaveLength(1);
    expect((await generate()).content.findings).toHaveLength(1);
    await addSearch(db, id, { pages: ["Nothing to report."] });
    expect(await names()).toHaveLength(1);
    const { content } = await generate();
    expect(content.findings).toEqual([]);
    expect(content.documents).toHaveLength(1);
    const kept = await db
      .selectFrom("search_documents")
      .innerJoin("searches", "searches.id", "search_documents.search_id")
      .select("search_documents.id")
      .where("transaction_id", "=", id)
      .execute();
    expect(kept).toHaveLength(2);
  });

  test("an environmental search replaces an earlier one of the other environmental product (AMB-O02)", async () => {
    await addSearch(db, id, { product_id: "ENVRES" });
    await addSearch(db, id, { product_id: "HOMECHECKPRO" });
    await addSearch(db, id, { product_id: "LANDREGPLAN" });
    expect(await names()).toEqual(["Environmental", "Land"]);
  });

  test("the searches of the newest order replace those of older orders, and all results of one order are kept", async () => {
    const newer = await insertSearchOrder(db, id, { days_ago: 1 });
    const older = await insertSearchOrder(db, id, { days_ago: 5 });
    await db.deleteFrom("searches").where("transaction_id", "=", id).execute();
    for (const [order, product_id] of [
      [newer, "ENVRES"],
      [newer, "HOMECHECKPRO"],
      [older, "ENVRES"],
    ] as const) {
      const search_id = await addSearch(db, id, { product_id });
      await db
        .updateTable("searches")
        .set({ search_order_id: order.id, reference: order.reference })
        .where("id", "=", search_id)
        .execute();
    }
    const listed = await listReportDocuments(db, staffReader(), id);
    expect(listed.map(({ name }) => name)).toEqual([
      `Environmental search ${newer.reference}`,
      `Environmental search ${newer.reference}`,
    ]);
  });

  test("a report does not wait for the missing document of a search that was reordered (O-028)", async () => {
    await addSearch(db, id, { pages: null });
    expect(reportRefusal(await listReportDocuments(db, staffReader(), id))).toMatch(
      /has its document/,
    );
    await addSearch(db, id);
    expect(reportRefusal(await listReportDocuments(db, staffReader(), id))).toBeNull();
  });
});

describe("a page that is a scan without text (IN-2)", () => {
  const check = (document_id: string, pages: readonly number[]) =>
    inTransaction(db, (trx) => checkPages(trx, id, { actor: ada, document_id, pages }));
  const first = async () => (await listReportDocuments(db, staffReader(), id))[0]!;
  const textOf = async (report: { s3_document_key: string | null }) =>
    (await pdfText.readPdfText((await getDocument(report.s3_document_key!))!))
      .join(" ")
      .replace(/\s+/g, " ");

  test("a page without text is listed in the report, which has no risk level until staff have checked the page", async () => {
    await addSearch(db, id, { pages: ["Nothing to report.", null, "", null] });
    const report = await generate(renderReport);
    expect(report.content.documents).toMatchObject([
      { pages: 4, read: "whole", unread_pages: [2, 4] },
    ]);
    const text = await textOf(report);
    expect(text).toContain("Pages 2 and 4 have not been read because they are scans without text.");
    expect(text).toContain("No risk level: some pages have not been checked");
    expect(text).not.toMatch(/(?:Low|Moderate|High) risk/);

    const { id: document_id } = await first();
    await check(document_id!, [1, 2, 3]);
    expect(await first()).toMatchObject({ unread_pages: [2, 4], checked_pages: [2] });
    expect((await generate()).content.documents).toMatchObject([{ unread_pages: [4] }]);
    await check(document_id!, [2, 4]);
    const checked = await generate(renderReport);
    expect(checked.overall_risk_rating).toBe("low");
    expect(await textOf(checked)).toContain("Low risk");

    await check(document_id!, [4, 4, 2]);
    await check(document_id!, []);
    expect((await generate()).content.documents).toMatchObject([{ unread_pages: [2, 4] }]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_id", "fields"])
      .where("subject_id", "=", id)
      .where("action", "=", "report_pages_checked")
      .execute();
    expect(audit).toEqual(Array(3).fill({ actor_id: ada.id, fields: ["checked_pages"] }));
  });

  test("a page without text cannot be checked in a document that was replaced", async () => {
    await addSearch(db, id, { pages: [null] });
    await generate();
    const { id: document_id } = await first();
    await addSearch(db, id);
    await expect(check(document_id!, [1])).rejects.toThrow("another one has replaced it");
  });
});

describe("a document that staff leave out", () => {
  const change = (actor: typeof ada, document_id: string, leave_out: boolean) =>
    inTransaction(db, (trx) => leaveOutDocument(trx, id, { actor, document_id, leave_out }));
  const first = async () => (await listReportDocuments(db, staffReader(), id))[0]!;
  const audit = () =>
    db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "fields"])
      .where("subject_id", "=", id)
      .where("action", "like", "report_document_%")
      .orderBy("id")
      .execute();

  beforeEach(async () => {
    await addSearch(db, id, { product_id: "ENVRES", pages: [NOTICE] });
    await addSearch(db, id);
  });

  test("a left-out document is listed with the person who excluded it, and the risk is moderate until the document is included again", async () => {
    const { id: document_id, name } = await first();
    await change(ada, document_id!, true);
    const report = await generate(renderReport);
    expect(report).toMatchObject({ overall_risk_rating: "moderate", critical_issues_count: 0 });
    expect(report.content).toMatchObject({
      documents: [{ name: expect.stringMatching(/^Local/) }],
      left_out: [{ name, by: "Ada Byron" }],
    });
    const pdf = await getDocument(report.s3_document_key!);
    const text = (await pdfText.readPdfText(pdf!)).join(" ").replace(/\s+/g, " ");
    expect(text).toContain(`${name}: Excluded from this report by Ada Byron.`);

    await change(tom, document_id!, false);
    const again = await generate();
    expect(again).toMatchObject({ overall_risk_rating: "high", content: { left_out: [] } });
    expect(await audit()).toEqual([
      { action: "report_document_left_out", actor_id: ada.id, fields: ["left_out_by"] },
      { action: "report_document_taken_in", actor_id: tom.id, fields: ["left_out_by"] },
    ]);
  });

  test("only the first of several requests to leave out the same document is recorded", async () => {
    const { id: document_id } = await first();
    await change(ada, document_id!, true);
    await Promise.all([change(tom, document_id!, true), change(ada, document_id!, true)]);
    expect((await first()).left_out?.by).toBe("Ada Byron");
    expect(await audit()).toHaveLength(1);
  });

  test("a document can be left out only if it is current and belongs to the matter", async () => {
    const { id: document_id } = await first();
    await addSearch(db, id, { product_id: "ENVRES" });
    for (const other of [document_id!, "0".repeat(24), "nonsense", ""]) {
      await expect(change(ada, other, true)).rejects.toThrow("another one has replaced it");
    }
    await expect(
      inTransaction(db, (trx) =>
        leaveOutDocument(trx, "0".repeat(24), { actor: ada, document_id: "", leave_out: true }),
      ),
    ).rejects.toThrow("Transaction not found");
    expect(await audit()).toEqual([]);
  });

  test("no report is written if all documents are left out", async () => {
    for (const document of await listReportDocuments(db, staffReader(), id))
      await change(ada, document.id!, true);
    await expect(generate()).rejects.toThrow("All documents are excluded from the report");
  });
});

describe("a report in an older format", () => {
  /** Contents of a report as written by db/demo at commit 967b8f3. */
  const OLD = {
    summary: "Ask the seller for the build-over agreement before exchange.",
    critical: [],
    significant: ["The property is in a conservation area."],
  };
  const queued = () =>
    db
      .selectFrom("graphile_worker.jobs" as never)
      .select(["id", "attempts", "run_at"] as never)
      .where("key" as never, "=", `report ${id}` as never)
      .execute();

  beforeEach(async () => {
    await addSearch(db, id, { pages: [NOTICE] });
    await db
      .insertInto("reports")
      .values({
        transaction_id: id,
        reference: `PSR-${crypto.randomUUID()}`,
        overall_risk_rating: "moderate",
        critical_issues_count: 0,
        significant_issues_count: 1,
        content: JSON.stringify(OLD),
        model: "Rule-based writer",
        generated_at: new Date("2026-01-01"),
      })
      .execute();
  });

  test("a report in an older format counts as missing, and viewing the page queues a new one", async () => {
    expect(await readReport(db, staffReader(), id)).toBeNull();
    await queueFirstReport(db, id, { unlessAsked: true });
    expect(await queued()).toHaveLength(1);
    await jobs["generate-report"]!.handle({ transaction_id: id }, { number: 1, isLast: false });
    expect(await readReport(db, staffReader(), id)).toMatchObject({ critical_issues_count: 1 });
  });

  test("a report in an older format is not queued again while its job waits, runs or has failed permanently", async () => {
    const look = () => queueFirstReport(db, id, { unlessAsked: true });
    // Changes the job as graphile-worker would, without waiting.
    const change = (columns: string) =>
      sql`update graphile_worker._private_jobs set ${sql.raw(columns)} where key = ${`report ${id}`}`.execute(
        db,
      );
    await look();
    for (const columns of [
      "attempts = 3, run_at = now() + interval '1 hour'",
      "locked_at = now(), locked_by = 'a worker'",
      "attempts = max_attempts, locked_at = null, locked_by = null",
    ]) {
      await change(columns);
      const before = await queued();
      await Promise.all([look(), look()]);
      expect(await queued()).toEqual(before);
      expect(before).toHaveLength(1);
    }
    await queueFirstReport(db, id);
    expect(await queued()).toMatchObject([{ attempts: 0 }]);
  });
});

async function generate(render: typeof renderReport = notDrawn) {
  const seen = (await readReport(db, staffReader(), id))?.id ?? null;
  const address = "12 Arch Street, York";
  await generateReport(db, id, { seen, actor: ada, address, render });
  const report = await readReport(db, staffReader(), id);
  return report!;
}
