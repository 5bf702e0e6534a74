import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  createMatter,
  countEvents,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { readOwnPdf } from "#tests/support/read-generated-pdf.ts";
import { staffReader } from "#tests/support/readers.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { signIn } from "#tests/support/sign-in.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
const { getDocument, putDocument } = await import("#app/clients/documents.server.ts");
const pdfText = await import("#app/clients/pdf-text.server.ts");
const { readPdfText } = pdfText;
const { generateReport, queueFirstReport, storedReport } =
  await import("#app/domain/reports/report.server.ts");
const { listReportDocuments, reportRefusal } =
  await import("#app/domain/reports/read-documents.server.ts");
const { readReport } = await import("#app/domain/reports/report.server.ts");
const { jobs } = await import("#app/jobs/jobs.server.ts");
const { renderReport } = await import("#app/pdf/report.server.tsx");

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };
beforeAll(async () => {
  const { id } = await signIn(db, { type: "admin" });
  actor = { id, request_id: "" };
});
beforeEach(() => {
  vi.spyOn(pdfText, "readPdfText").mockImplementation(readOwnPdf);
});
afterAll(() => rmSync(folder, { recursive: true }));

const address = "12 Arch Street, York";
/** Replaces the drawing of the PDF, which is slow. Only the tests about the PDF draw it. */
const notDrawn = () => Promise.resolve(Buffer.from("%PDF"));
const generate = (id: string, seen: string | null = null, render: typeof renderReport = notDrawn) =>
  generateReport(db, id, { seen, actor, address, render });
const runJob = (id: string) =>
  jobs["generate-report"]!.handle({ transaction_id: id }, { number: 1, isLast: false });
const count = async (id: string) =>
  (await db.selectFrom("reports").select("id").where("transaction_id", "=", id).execute()).length;

const NOTICE = "The enforcement notice of 2019 has not been lifted.";

describe("the conditions for a report (O-028)", () => {
  test.each([
    [[], "refused", false],
    [["complete"], "allowed", true],
    [["complete", "complete without a document"], "refused", false],
    [["complete without a document"], "refused", false],
    [["in progress", "cancelled"], "refused", false],
    [["complete", "in progress", "cancelled"], "allowed", true],
  ])("a report for the searches %j is %s", async (searches, _answer, expected) => {
    const { id } = await createMatter(db);
    for (const search of searches) {
      const [status] = search.split(" without") as ["complete"];
      await addSearch(db, id, {
        status,
        ...(search !== "complete" && { pages: null }),
        product_id: crypto.randomUUID(),
      });
    }
    expect(reportRefusal(await listReportDocuments(db, staffReader(), id)) === null).toBe(expected);
    if (expected) expect(await generate(id)).toBe(true);
    else await expect(generate(id)).rejects.toThrow("every complete search has its document");
    expect(await count(id)).toBe(expected ? 1 : 0);
  });
});

test("a report contains the findings of the documents, and has an event and a PDF (O-030, O-031, X-052)", async () => {
  const { id } = await createMatter(db);
  const other = await createMatter(db);
  await addSearch(db, id, {
    status: "cancelled",
    product_id: "LANDREGPLAN",
    pages: ["A tree preservation order is in force."],
  });
  await addSearch(db, id, { pages: ["First page.", `Planning. ${NOTICE} The rest.`] });
  await addSearch(db, id, { product_id: "ENVRES", pages: ["Radon protection is necessary."] });
  await addSearch(db, other.id, { pages: ["The other house is a listed building."] });
  const known = await countEvents(db, id);
  expect(await generate(id, null, renderReport)).toBe(true);

  const report = await readReport(db, staffReader(), id);
  expect(report).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    reference: expect.stringMatching(/^PSR-[0-9A-F]{12}$/),
    overall_risk_rating: "high",
    critical_issues_count: 1,
    significant_issues_count: 1,
    generated_at: expect.any(Date),
    model: "Rule-based writer",
    content: {
      findings: [
        { topic: "enforcement_notice", page: 2, quote: NOTICE },
        { topic: "radon", page: 1, quote: "Radon protection is necessary." },
      ],
      documents: [
        { name: expect.stringMatching(/^Local search OS/), pages: 2, read: "whole" },
        { name: expect.stringMatching(/^Environmental search OS/), pages: 1 },
      ],
    },
  });
  expect(await listNewEvents(db, id, known)).toEqual([
    expect.objectContaining({
      event_name: "property_search_report_generated",
      author: "admin",
      author_id: actor.id,
      comments: report!.reference,
    }),
  ]);

  const bytes = await getDocument(report!.s3_document_key!);
  const text = (await readPdfText(bytes!)).join(" ").replace(/\s+/g, " ");
  expect(text).toContain("Property search report 12 Arch Street, York");
  expect(text).toContain("Rule-based, not AI-generated.");
  expect(text).toContain("High risk 1 critical and 1 significant issues");
  expect(text).toContain(`“${NOTICE}”`);
  expect(text).not.toContain("listed building");
  const pdf = await getDocumentProxy(Uint8Array.from(bytes!));
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({
    Title: `Property search report ${report!.reference}`,
    Author: "Fanlight",
    Language: "en-GB",
  });
});

describe("concurrent and repeated reports (AMB-O03)", () => {
  test("two concurrent requests store one report", async () => {
    const { id } = await createMatter(db);
    await addSearch(db, id);
    expect((await Promise.all([generate(id), generate(id)])).sort()).toEqual([false, true]);
    expect(await count(id)).toBe(1);
  });

  test("a request from an outdated page generates no report, and one from a current page generates a new report", async () => {
    const { id } = await createMatter(db);
    await addSearch(db, id);
    await generate(id);
    expect(await generate(id)).toBe(false);
    expect(await generate(id, (await readReport(db, staffReader(), id))!.id)).toBe(true);
    expect(await count(id)).toBe(2);
  });

  test("the report job is queued once when it is due and writes only the first report (O-028)", async () => {
    const { id } = await createMatter(db);
    const queued = async () => {
      const rows = await db
        .selectFrom("graphile_worker.jobs" as never)
        .select("key" as never)
        .where("key" as never, "=", `report ${id}` as never)
        .execute();
      return rows.length;
    };
    await addSearch(db, id, { status: "in progress", pages: null });
    await queueFirstReport(db, id);
    expect(await queued()).toBe(0);
    await runJob(id);
    expect(await count(id)).toBe(0);

    await addSearch(db, id, { product_id: "ENVRES" });
    await queueFirstReport(db, id);
    await queueFirstReport(db, id);
    expect(await queued()).toBe(1);
    const known = await countEvents(db, id);
    await runJob(id);
    await runJob(id);
    expect(await count(id)).toBe(1);
    expect(await listNewEvents(db, id, known)).toEqual([
      expect.objectContaining({ author: "system", author_id: null }),
    ]);
  });
});

describe("a report that cannot be generated (O-034)", () => {
  test("a report is not stored if a document is missing from the store", async () => {
    const { id } = await createMatter(db);
    const search_id = await addSearch(db, id);
    const s3_document_key = "test/searches/lost.pdf";
    await db.updateTable("searches").set({ s3_document_key }).where("id", "=", search_id).execute();
    await db
      .updateTable("search_documents")
      .set({ s3_document_key })
      .where("search_id", "=", search_id)
      .execute();
    await expect(generate(id)).rejects.toThrow("A stored document is missing");
    expect(await count(id)).toBe(0);
  });

  test("a report is not stored if a stored document was replaced", async () => {
    const { id } = await createMatter(db);
    const search_id = await addSearch(db, id, { pages: [NOTICE] });
    const { key } = await db
      .selectFrom("searches")
      .select((eb) => eb.ref("s3_document_key").$notNull().as("key"))
      .where("id", "=", search_id)
      .executeTakeFirstOrThrow();
    await putDocument(key, pdfOf("Nothing to report."));
    await expect(generate(id)).rejects.toThrow("not as it was stored");
    expect(await count(id)).toBe(0);
  });

  test("a report is not stored if its PDF cannot be drawn", async () => {
    const { id } = await createMatter(db);
    await addSearch(db, id);
    const render = vi.fn().mockRejectedValue(new Error("no paper"));
    const asked = generateReport(db, id, { seen: null, actor, address, render });
    await expect(asked).rejects.toThrow("no paper");
    expect(await count(id)).toBe(0);
  });

  test.each(["nonsense", "0".repeat(24)])(
    "a report on the unknown matter %s is rejected",
    async (id) => {
      await expect(generate(id)).rejects.toMatchObject({ status: expect.any(Number), safe: true });
    },
  );
});

test("a report's PDF is drawn again if the store has lost it (O-032)", async () => {
  const { id } = await createMatter(db);
  await addSearch(db, id, { pages: [NOTICE] });
  await generate(id, null, renderReport);
  await db
    .updateTable("reports")
    .set({ s3_document_key: null })
    .where("transaction_id", "=", id)
    .execute();
  const { key, bytes } = await storedReport(db, (await readReport(db, staffReader(), id))!, {
    address,
    render: renderReport,
  });
  expect((await readReport(db, staffReader(), id))!.s3_document_key).toBe(key);
  expect((await readPdfText(bytes)).join(" ").replace(/\s+/g, " ")).toContain(NOTICE);
});
