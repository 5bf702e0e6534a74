import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { action as receivePush } from "#app/routes/webhooks/searches.ts";
import { resultOf } from "#mocks/one-search/push.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { addSearch } from "#tests/support/searched-matter.ts";
import { insertSearchOrder, push, readState } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { tableChanges } from "#tests/support/table-changes.ts";
import { runLoader, postAndReadFlash } from "../pages.ts";
import { createMatter } from "./matter.ts";

vi.mock("#app/clients/pdf-text.server.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  readPdfText: async (bytes: Uint8Array) =>
    (await import("#tests/support/read-generated-pdf.ts")).readOwnPdf(bytes),
}));
vi.mock("#app/pdf/pdf.server.ts", () => ({
  renderReport: () => Promise.resolve(pdfOf("A report")),
}));

const {
  bucket,
  how: bucketState,
  kept: storedObjects,
} = await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const storedObjects = new Map<string, Buffer>();
  const bucketState: { unwell: ((response: ServerResponse) => void) | null } = { unwell: null };
  const bucket = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (bucketState.unwell) {
        bucketState.unwell(response);
        return;
      }
      const key = (request.url ?? "").split("?", 1)[0] ?? "";
      if (request.method === "PUT") storedObjects.set(key, Buffer.concat(parts));
      const found = storedObjects.get(key);
      if (found) response.end(request.method === "PUT" ? "" : found);
      else response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    });
  });
  await new Promise<void>((listening) => bucket.listen(0, "127.0.0.1", listening));
  const address = bucket.address();
  Object.assign(process.env, {
    S3_BUCKET: "papers",
    S3_ENDPOINT: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
    OUTBOUND_DEADLINE_MS: "3000",
  });
  return { bucket, how: bucketState, kept: storedObjects };
});
afterAll(() => {
  bucket.closeAllConnections();
  bucket.close();
});

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(() => void (bucketState.unwell = null));

const ways: [string, (response: ServerResponse) => void][] = [
  [
    "refuses",
    (response) => response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>"),
  ],
  ["fails", (response) => response.writeHead(503).end("Slow down")],
  ["hangs", () => undefined],
  [
    "stops in the middle of a response",
    (response) => response.writeHead(200, { "content-length": 9_000 }).write("%PDF-"),
  ],
  ["closes the connection", (response) => response.destroy()],
];
const strangeAnswers: typeof ways = [
  ["returns a web page", (response) => response.end("<!doctype html><p>It works!</p>")],
  ["returns an empty response", (response) => response.end()],
];

describe.each([...ways, ...strangeAnswers])("a document bucket that %s (X-050)", (way, unwell) => {
  test("downloading a document and generating a report fail and change no rows, and both succeed later (O-004 O-034 O-035)", async () => {
    expectError(/We couldn’t download the document\. Please try again\./);
    expectError(/Failed to generate property search report/);
    const { id, search_id } = await aSearchedMatter();
    bucketState.unwell = unwell;
    const changes = await tableChanges(db, async () => {
      // The two requests run concurrently, so that a bucket that hangs costs only one timeout.
      const [document, flash] = await Promise.all([download(id, search_id), generate(id)]);
      expect(document.status).toBe(500);
      expect(flash).toEqual({
        kind: "error",
        title: "Report not generated",
        description: "Failed to generate property search report",
      });
    });
    expect(changes).toEqual({});
    bucketState.unwell = null;
    expect((await download(id, search_id)).status).toBe(200);
    expect((await generate(id))?.kind).toBe("success");
    expect((await downloadReport(id)).location).toContain("X-Amz-Expires=60");
    if (strangeAnswers.some(([strange]) => strange === way)) return;
    expectError(/Failed to get download URL/);
    bucketState.unwell = unwell;
    expect(await flashIn(await downloadReport(id))).toMatchObject({
      title: "Failed to get download URL",
    });
  });
});

test.each(ways)(
  "a search result is not stored and the webhook fails if the bucket %s, so that OneSearch sends the result again (O-034 X-050)",
  async (_how, unwell) => {
    const { id } = await createMatter(db);
    const { reference } = await insertSearchOrder(db, id);
    bucketState.unwell = unwell;
    const changes = await tableChanges(db, () => expect(deliver(reference)).rejects.toThrow());
    expect(changes).toEqual({});
    bucketState.unwell = null;
    expect(await deliver(reference)).toBe(204);
    expect((await readState(db, id)).documents).toHaveLength(1);
  },
);

test("a report that the bucket has lost is generated again, but a lost search document answers 500 (O-032 X-050)", async () => {
  expectError(/We couldn’t download the document\. Please try again\./);
  const { id, search_id } = await aSearchedMatter();
  await generate(id);
  storedObjects.clear();
  expect((await downloadReport(id)).location).toContain("X-Amz-Expires=60");
  expect(storedObjects.size).toBe(1);
  expect((await download(id, search_id)).status).toBe(500);
});

async function aSearchedMatter() {
  const { id } = await createMatter(db);
  const search_id = await addSearch(db, id, { pages: ["Nothing to report."] });
  return { id, search_id };
}

const findTab = (id: string) => `/admin/transactions/${id}/searches`;

const download = (id: string, searchId: string) =>
  runLoader(`${findTab(id)}/${searchId}/document`, ada);

const generate = async (id: string) =>
  (await postAndReadFlash(`${findTab(id)}/report`, ada, { seen: "" })).flash;

async function downloadReport(id: string) {
  const { id: reportId } = await db
    .selectFrom("reports")
    .select("id")
    .where("transaction_id", "=", id)
    .executeTakeFirstOrThrow();
  return runLoader(`${findTab(id)}/report/${reportId}`, ada);
}

async function deliver(reference: string) {
  const result = resultOf("ENVRES", { reference, address: "12 Arch Street" });
  const body = push("SearchResultsSend", { SearchProduct: result }, reference);
  const request = new Request("http://localhost:3000/webhooks/searches", { method: "POST", body });
  return (await receivePush({ request, params: {}, context: {} })).status;
}
