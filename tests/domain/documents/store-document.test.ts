import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import type { NewDocument } from "#app/domain/documents/store-document.server.ts";
import type { UploadedFile } from "#app/domain/documents/uploaded-file.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { EICAR, serveClamAv } from "#mocks/clamav.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { HEIC_PHOTO } from "#tests/support/images.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.stubEnv("DATA_DIR", folder);

const { db } = useTestDatabase();
let transaction_id: string;

beforeAll(async () => {
  transaction_id = (await createPaidSale(db)).id;
});
beforeEach(async () => {
  vi.stubEnv("DATA_DIR", folder);
  await db.deleteFrom("documents").execute();
  await emptyQueue();
});

async function emptyQueue() {
  await sql`delete from graphile_worker._private_jobs`.execute(db);
}

/** Loads the modules under test with the settings of the test. */
async function load(settings: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return {
    ...(await import("#app/domain/documents/store-document.server.ts")),
    ...(await import("#app/domain/documents/process-document.server.ts")),
    ...(await import("#app/jobs/purge.server.ts")),
  };
}

function uploaded(content: string | Buffer, file_type: UploadedFile["file_type"] = "pdf") {
  const bytes = Buffer.from(content);
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  const file_name = `file.${file_type}`;
  return { path, file_name, file_type, size_bytes: bytes.length, sha256: sha256(bytes) };
}

async function add(
  { storeFiles, addDocument }: Awaited<ReturnType<typeof load>>,
  file: UploadedFile,
  change: Partial<NewDocument> = {},
) {
  const [stored] = await storeFiles(db, { transaction_id, files: [file] });
  const place = { transaction_id, purchase_intent_id: null, request_id: null, uploaded_by: null };
  return addDocument(db, { ...place, file: stored!, ...change });
}

describe("an uploaded file", () => {
  test("is stored once and has one row, even if it is sent twice, and the spare file is deleted within an hour", async () => {
    const modules = await load();
    const first = await add(modules, uploaded("%PDF-1.4 twice"));
    const second = await add(modules, uploaded("%PDF-1.4 twice"));
    expect(second).toEqual({ id: first.id, is_new: false });
    expect(first.is_new).toBe(true);
    const { s3_document_key, ...row } = await readRow(first.id);
    expect(row).toMatchObject({ conversion: "none", scan: "not_scanned", file_type: "pdf" });
    expect(readFileSync(join(folder, "documents", s3_document_key), "utf8")).toBe("%PDF-1.4 twice");

    const spare = await listJobs();
    expect(spare.map(({ name, hours }) => [name, hours])).toEqual([
      ["delete-documents", 1],
      ["delete-documents", 1],
    ]);
    for (const { payload } of spare)
      await modules.deleteDocuments.handle(payload, { number: 1, isLast: false });
    expect(storedFiles()).toEqual([s3_document_key.split("/").at(-1)]);
  });

  test("has a row for each request that it answers, and for each side", async () => {
    const modules = await load();
    const { id: request_id } = await db
      .selectFrom("document_requests")
      .select("id")
      .where("transaction_id", "=", transaction_id)
      .executeTakeFirstOrThrow();
    const one = await add(modules, uploaded("%PDF-1.4 same"));
    const other = await add(modules, uploaded("%PDF-1.4 same"), { request_id });
    expect(other.is_new).toBe(true);
    expect(other.id).not.toBe(one.id);
  });

  test.each([
    [
      "a folder that can’t be written",
      () => writeFileSync(join(folder, "broken"), ""),
      { DATA_DIR: join(folder, "broken") },
    ],
    [
      "a bucket that is missing",
      () => expectError(/non-retryable streaming request/),
      {
        S3_BUCKET: "none",
        S3_ENDPOINT: "http://127.0.0.1:9",
        S3_ACCESS_KEY_ID: "key",
        S3_SECRET_ACCESS_KEY: "secret",
        OUTBOUND_DEADLINE_MS: "2000",
      },
    ],
  ])("gets a sentence and no row from %s", async (_, prepare, settings) => {
    prepare();
    const modules = await load(settings);
    await expect(add(modules, uploaded("%PDF-1.4"))).rejects.toMatchObject({
      status: 503,
      message: "We couldn’t save your files. Try again in a few minutes",
    });
    expect(await db.selectFrom("documents").selectAll().execute()).toEqual([]);
    for (const name of Object.keys(settings)) vi.stubEnv(name, undefined);
  });

  test("is deleted if storing a later file of the same upload fails", async () => {
    const { storeFiles } = await load();
    const before = storedFiles();
    const missing = { ...uploaded("%PDF-1.4"), path: join(folder, "nowhere") };
    const files = [uploaded("%PDF-1.4 first"), missing];
    await expect(storeFiles(db, { transaction_id, files })).rejects.toMatchObject({ status: 503 });
    expect(storedFiles()).toEqual(before);
  });
});

describe("the conversion of an image", () => {
  test.each<[UploadedFile["file_type"], () => Promise<Buffer>]>([
    ["jpg", photo],
    ["heic", () => Promise.resolve(HEIC_PHOTO)],
  ])(
    "stores a preview of a %s next to the original, and jobs run one after the other",
    async (type, make) => {
      const modules = await load();
      const { id } = await add(modules, uploaded(await make(), type));
      const [, job] = await listJobs();
      expect(job).toMatchObject({
        name: "convert-document",
        queue_name: "convert-document",
        payload: { document_id: id },
      });
      await modules.convertStoredDocument(db, id);
      await modules.convertStoredDocument(db, id);
      const row = await readRow(id);
      expect(row.conversion).toBe("done");
      const preview = join(folder, "documents", row.converted_document_key!);
      expect((await sharp(preview).metadata()).format).toBe("jpeg");
      expect(statSync(join(folder, "documents", row.s3_document_key)).size).toBe(row.size_bytes);
      expect(readdirSync(join(folder, "uploads"))).toEqual([]);
    },
  );

  test("of a damaged image records that there is no preview", async () => {
    const modules = await load();
    const { id } = await add(modules, uploaded(Buffer.from("\xff\xd8\xff\xe0", "latin1"), "jpg"));
    await modules.convertStoredDocument(db, id);
    expect(await readRow(id)).toMatchObject({ conversion: "failed", converted_document_key: null });
  });

  test("of a document that is deleted during its conversion leaves no preview", async () => {
    const modules = await load();
    const { id } = await add(modules, uploaded(await photo(), "jpg"));
    const converting = modules.convertStoredDocument(db, id);
    await vi.waitUntil(() => readdirSync(join(folder, "uploads")).length > 0);
    await db.deleteFrom("documents").where("id", "=", id).execute();
    await emptyQueue();
    await converting;
    const [deletion] = await listJobs();
    expect(deletion).toMatchObject({ name: "delete-documents", hours: 0 });
    await modules.deleteDocuments.handle(deletion!.payload, { number: 1, isLast: false });
    expect(storedFiles().filter((name) => name.endsWith("-preview.jpg"))).not.toContain(
      deletion!.payload.keys?.[0]?.split("/").at(-1),
    );
  });
});

describe("the scan of a document", () => {
  async function useScanner() {
    const scanner = await serveClamAv();
    onTestFinished(scanner.close);
    return { scanner, modules: await load({ CLAMAV_URL: scanner.url }) };
  }

  test("a clean photo is converted only after its scan", async () => {
    const { modules } = await useScanner();
    const { id } = await add(modules, uploaded(await photo(), "jpg"));
    expect((await listJobs()).map(({ name }) => name)).toEqual([
      "delete-documents",
      "scan-document",
    ]);
    await modules.convertStoredDocument(db, id);
    expect(await readRow(id)).toMatchObject({ scan: "pending", conversion: "pending" });
    await modules.scanStoredDocument(db, id);
    expect((await listJobs()).map(({ name }) => name)).toContain("convert-document");
    await modules.convertStoredDocument(db, id);
    expect(await readRow(id)).toMatchObject({ scan: "clean", conversion: "done" });
  });

  test("an infected document is marked, and not converted", async () => {
    const { modules } = await useScanner();
    const { id } = await add(modules, uploaded(`%PDF-1.4 ${EICAR}`));
    await modules.scanStoredDocument(db, id);
    expect((await readRow(id)).scan).toBe("infected");
    expect((await listJobs()).map(({ name }) => name)).not.toContain("convert-document");
    await modules.scanStoredDocument(db, id);
    const emails = await db
      .selectFrom("email_log")
      .select("props")
      .where("name", "=", "document_infected")
      .execute();
    expect(emails).toEqual([{ props: expect.objectContaining({ document_id: id }) }]);
  });

  test("a document waits while the scanner is down, and is queued again after an hour", async () => {
    const { scanner, modules } = await useScanner();
    const { id } = await add(modules, uploaded("%PDF-1.4 waits"));
    await scanner.close();
    await expect(modules.scanStoredDocument(db, id)).rejects.toMatchObject({ kind: "unreachable" });
    expect((await readRow(id)).scan).toBe("pending");
    expect(await modules.requeueWaiting(db)).toBe(0);
    const created_at = new Date(Date.now() - 3_700_000);
    await db.updateTable("documents").set({ created_at }).where("id", "=", id).execute();
    expect(await modules.requeueWaiting(db)).toBe(1);
    expect(await modules.requeueWaiting(db)).toBe(1);
    const scans = (await listJobs()).filter(({ name }) => name === "scan-document");
    expect(scans).toHaveLength(1);
  });

  test("a waiting document is offered as not scanned after the setting is removed", async () => {
    const { modules } = await useScanner();
    const { id } = await add(modules, uploaded(await photo(), "jpg"));
    const withoutScanner = await load({ CLAMAV_URL: "" });
    await withoutScanner.scanStoredDocument(db, id);
    await withoutScanner.convertStoredDocument(db, id);
    expect(await readRow(id)).toMatchObject({ scan: "not_scanned", conversion: "done" });
  });
});

function readRow(id: string) {
  return db.selectFrom("documents").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function listJobs() {
  const { rows } = await sql<{
    name: string;
    queue_name: string | null;
    payload: { keys?: string[]; document_id?: string };
    hours: number;
  }>`
    select jobs.task_identifier as name, queue_name, payload,
      round(extract(epoch from jobs.run_at - now()) / 3600)::int as hours
    from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    order by jobs.id`.execute(db);
  return rows;
}

function storedFiles() {
  return readdirSync(join(folder, "documents"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function photo() {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: "#f00" } })
    .jpeg()
    .toBuffer();
}
