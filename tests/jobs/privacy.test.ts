import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { getDocument } from "#app/clients/documents.server.ts";
import { readNewestCopy, requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import * as store from "#app/clients/documents.server.ts";
import { makeDataCopy } from "#app/jobs/privacy.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { deleteDocuments, purge } from "#app/jobs/purge.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { sql } from "kysely";
import { customerReader } from "#tests/support/readers.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const first = { number: 1, isLast: false };

async function aRequest() {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  expect(await requestCopy(db, { user_id, by: user_id })).toBe(true);
  const copy = await readNewestCopy(db, customerReader(user_id), { user_id });
  return { user_id, data_copy_id: copy?.id ?? "" };
}

const readRow = () => db.selectFrom("data_copies").selectAll().executeTakeFirstOrThrow();

test("the data copy job makes one copy at a time, emails the person, and deletes the copy and its file after a week", async () => {
  const { user_id, data_copy_id } = await aRequest();
  expect(await requestCopy(db, { user_id, by: user_id })).toBe(false);

  await makeDataCopy.handle({ data_copy_id }, first);
  const copy = await readRow();
  expect(copy).toMatchObject({ status: "ready" });
  expect(copy.s3_document_key).toMatch(/^test\/copies\/[0-9a-f]{64}\.zip$/);
  const days = (copy.expires_at.getTime() - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const kept = await getDocument(copy.s3_document_key!);
  expect(kept?.length).toBe(copy.size_bytes);
  expect(Buffer.from(kept!.subarray(0, 4)).toString()).toBe("PK\x03\x04");

  const [email] = await db.selectFrom("email_log").selectAll().execute();
  expect(email).toMatchObject({ name: "data_copy_ready", recipient: "ada@example.com", user_id });
  expect(await readContents(db, "data_copy_ready", { data_copy_id })).toMatchObject({
    first_name: "Ada",
    by_staff: false,
    page: "http://localhost:3000/your-data",
  });

  await makeDataCopy.handle({ data_copy_id }, first);
  expect(await db.selectFrom("email_log").select("id").execute()).toHaveLength(1);
  expect(await requestCopy(db, { user_id, by: user_id })).toBe(true);

  await db
    .updateTable("data_copies")
    .set({ expires_at: new Date(0) })
    .execute();
  await purge.handle({}, first);
  const job = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where identifier = 'delete-documents'`.execute(db);
  for (const { payload } of job.rows) {
    await deleteDocuments.handle(deleteDocuments.payload.parse(payload), first);
  }
  expect(await db.selectFrom("data_copies").select("id").execute()).toEqual([]);
  expect(await getDocument(copy.s3_document_key!)).toBeNull();
});

test("a data copy leaves no file if the person is erased while the copy is made", async () => {
  const { data_copy_id } = await aRequest();
  const put = store.putFile;
  vi.spyOn(store, "putFile").mockImplementation(async (key, path) => {
    await put(key, path);
    await db.deleteFrom("data_copies").execute();
  });
  const made = vi.spyOn(store, "deleteDocument");
  await makeDataCopy.handle({ data_copy_id }, first);
  const [key = ""] = made.mock.calls[0] ?? [];
  expect(key).toMatch(/^test\/copies\//);
  expect(await getDocument(key)).toBeNull();
  expect(await db.selectFrom("email_log").select("id").execute()).toEqual([]);
});

test("a failed data copy leaves no file, is retried, and allows a new request after the last attempt", async () => {
  const { user_id, data_copy_id } = await aRequest();
  vi.stubEnv("TMPDIR", mkdtempSync(join(folder, "tmp-")));
  const full = vi.spyOn(store, "putFile").mockRejectedValue(new Error("no space left"));
  await expect(makeDataCopy.handle({ data_copy_id }, first)).rejects.toThrow("no space left");
  // Folders of an attempt that was killed yesterday, and of one that another worker is running.
  const [old, young] = ["data-copy-old", "data-copy-young"].map((name) => join(tmpdir(), name));
  for (const left of [old!, young!]) mkdirSync(left, { recursive: true });
  utimesSync(old!, new Date(0), new Date(0));
  const { s3_document_key: key, status } = await readRow();
  expect(status).toBe("making");
  full.mockRestore();
  await makeDataCopy.handle({ data_copy_id }, { number: 2, isLast: false });
  expect(await readRow()).toMatchObject({ status: "ready", s3_document_key: key });
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith("data-copy-"));
  expect(left).toEqual(["data-copy-young"]);

  expect(await requestCopy(db, { user_id, by: user_id })).toBe(true);
  const second = await readNewestCopy(db, customerReader(user_id), { user_id });
  await makeDataCopy.handle({ data_copy_id: second!.id }, first);
  const over = await db
    .selectFrom("data_copies")
    .select("id")
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  expect(over).toEqual([{ id: data_copy_id }]);

  expect(await requestCopy(db, { user_id, by: user_id })).toBe(true);
  const next = await readNewestCopy(db, customerReader(user_id), { user_id });
  vi.spyOn(store, "putFile").mockRejectedValue(new Error("no space left"));
  const last = { number: 12, isLast: true };
  await expect(makeDataCopy.handle({ data_copy_id: next!.id }, last)).rejects.toThrow();
  expect(await readNewestCopy(db, customerReader(user_id), { user_id })).toMatchObject({
    status: "failed",
  });
  expect(await requestCopy(db, { user_id, by: user_id })).toBe(true);
});
