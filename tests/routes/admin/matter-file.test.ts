import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDocument, putDocument } from "#app/clients/documents.server.ts";
import { readPdfText } from "#app/clients/pdf-text.server.ts";
import { sealAudit } from "#app/domain/audit/seal.server.ts";
import { requestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { makeDataCopy } from "#app/jobs/privacy.server.ts";
import { recordShown } from "#app/domain/audit/audit.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { runLoader, open, postAndReadFlash } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();
let ada: Visitor;
let matter: Awaited<ReturnType<typeof fullMatter>>;
let other: Awaited<ReturnType<typeof fullMatter>>;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  matter = await fullMatter(db);
  other = await fullMatter(db);
});

const toPage = (part = "") => `/admin/transactions/${matter.id}/file${part}`;

async function newest(transaction_id = matter.id) {
  return db
    .selectFrom("data_copies")
    .selectAll()
    .where("transaction_id", "=", transaction_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
}

const downloads = () =>
  db
    .selectFrom("audit_log")
    .select(["actor_id", "subject_id"])
    .where("action", "=", "matter_file_downloaded")
    .execute();

describe("requesting the file of a matter", () => {
  test("only one file of a matter is made at a time, the page shows its status, and each download is audited", async () => {
    expect((await open(toPage(), ada)).text).toContain("No file has been made recently.");
    expect(await requestCopy(db, { transaction_id: matter.id, by: ada.id })).toBe(true);
    expect(await requestCopy(db, { transaction_id: matter.id, by: ada.id })).toBe(false);
    expect(await requestCopy(db, { transaction_id: other.id, by: ada.id })).toBe(true);
    const { html, text } = await open(toPage(), ada);
    expect(text).toContain("The file is being made.");
    expect(html).toContain(`<noscript><a href="${toPage()}">Check again</a></noscript>`);
    expect(html).not.toContain("Make new file");

    const { id } = await newest();
    expect((await runLoader(toPage(`/download/${id}`), ada)).status).toBe(404);
    // The rows of an attachment, a message and an uploaded document have no stored files.
    expectError(/4 documents are missing or do not match their digests/);
    await makeDataCopy.handle({ data_copy_id: id }, { number: 1, isLast: true });
    const ready = await open(toPage(), ada);
    expect(ready.text).toMatch(/The file is ready\. You can download it until \d\d\/\d\d\/\d{4}/);
    expect(ready.html).toContain(toPage(`/download/${id}`));
    expect(await downloads()).toEqual([]);
    const file = await runLoader(toPage(`/download/${id}`), ada);
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    expect(await downloads()).toEqual([{ actor_id: ada.id, subject_id: matter.id }]);
    const elsewhere = `/admin/transactions/${other.id}/file/download/${id}`;
    expect((await runLoader(elsewhere, ada)).status).toBe(404);
    expect((await runLoader(toPage(`/download/${id}`), await signIn(db))).location).toBe(
      "/sell/get-started",
    );
    expect(await downloads()).toHaveLength(1);
    const emails = db.selectFrom("email_log").select("id").where("name", "=", "data_copy_ready");
    expect(await emails.execute()).toEqual([]);
  });

  test("one submit of the page requests the file, and the second of two gets the same answer", async () => {
    const matter = await fullMatter(db);
    const page = `/admin/transactions/${matter.id}/file`;
    const form_key = /name="form_key" value="([^"]*)"/.exec((await open(page, ada)).html)![1]!;
    const answers = await Promise.all([1, 2].map(() => postAndReadFlash(page, ada, { form_key })));
    for (const { location, flash } of answers) {
      expect(location).toBe(page);
      expect(flash).toMatchObject({ kind: "success", title: "The file is being made" });
    }
    const copies = db.selectFrom("data_copies").select("id");
    expect(await copies.where("transaction_id", "=", matter.id).execute()).toHaveLength(1);
    const { html } = await open(page, ada);
    expect(html).toContain("The file is being made.");
    const late = await postAndReadFlash(page, ada, {
      form_key: newIdempotencyKey(`matter-file:${matter.id}`),
    });
    expect(late.flash).toMatchObject({
      kind: "error",
      title: "File not made",
      description: "The file is already being made.",
    });
  });

  test("the file page of a missing matter answers 404", async () => {
    const none = `/admin/transactions/${"0".repeat(24)}/file`;
    expect((await open(none, ada)).status).toBe(404);
  });

  test("downloading a file with a NUL byte in the matter id answers 404", async () => {
    const file = "a".repeat(24);
    const { status } = await runLoader(`/admin/transactions/%00/file/download/${file}`, ada);
    expect(status).toBe(404);
  });
});

describe("the contents of a matter file", () => {
  let files: Record<string, Uint8Array>;
  const textOf = (name: string) => Buffer.from(files[name]!).toString();

  beforeAll(async () => {
    const email = await db
      .selectFrom("inbound_attachments")
      .innerJoin("inbound_emails", "inbound_emails.id", "email_id")
      .select("s3_document_key as key")
      .where("transaction_id", "=", matter.id)
      .executeTakeFirstOrThrow();
    await putDocument(email.key!, Buffer.from("not what was stored"));
    const message = Buffer.from("<message/>");
    const { key } = await db
      .updateTable("search_messages")
      .set({ sha256: createHash("sha256").update(message).digest("hex") })
      .where("transaction_id", "=", matter.id)
      .returning("s3_document_key as key")
      .executeTakeFirstOrThrow();
    await putDocument(key, message);
    const lease = Buffer.from("The lease");
    const uploaded = await db
      .updateTable("documents")
      .set({ sha256: createHash("sha256").update(lease).digest("hex") })
      .where("transaction_id", "=", matter.id)
      .returning("s3_document_key as key")
      .execute();
    for (const { key } of uploaded) await putDocument(key, lease);
    await recordShown(db, {
      actor: { id: ada.id, request_id: "" },
      what: { record: { type: "transaction", id: matter.id } },
    });
    await db
      .insertInto("email_log")
      .values([
        {
          name: "payment_received",
          recipient: "ada@example.com",
          transaction_id: matter.id,
          status: "sent",
          sent_at: new Date("2026-05-04T10:00:00Z"),
          postmark_message_id: "pm-1",
          subject: "We’ve received your payment: 12 Arch Street",
          body_text: "Thank you, Ada.",
          copied_to: ["bea@example.com"],
        },
        {
          name: "seller_introduction",
          recipient: "group@example.com",
          props: JSON.stringify({ transaction_ids: [matter.id] }),
          status: "sent",
          sent_at: new Date("2026-05-05T10:00:00Z"),
          subject: "Your solicitor",
          body_text: "About several homes.",
          copied_to: [],
        },
      ])
      .execute();
    await sealAudit(db);
    await db.deleteFrom("data_copies").execute();
    await requestCopy(db, { transaction_id: matter.id, by: ada.id });
    const { id } = await newest();
    expectError(/1 documents are missing or do not match their digests/);
    await makeDataCopy.handle({ data_copy_id: id }, { number: 1, isLast: true });
    files = unzipSync((await getDocument((await newest()).s3_document_key!))!);
  });

  test("the matter file has a PDF of the people, dates and events", async () => {
    expect(Object.keys(files)[0]).toBe("Read me first.pdf");
    const text = (await readPdfText(files["Read me first.pdf"]!)).join(" ").replaceAll(/\s+/g, " ");
    for (const said of [
      "Matter file",
      matter.id,
      "Sale Agreed, purchase",
      "Ada Byron",
      matter.seller.email,
      "Buyer: Bea",
      "Giftor:",
      "Transaction Created",
      "Sale Agreed: set to 01/05/2026",
      "Letters to solicitors",
      "result.pdf",
    ]) {
      expect(text).toContain(said);
    }
  });

  test("the matter file has the emails, the documents and the letters as they were sent", () => {
    const names = Object.keys(files);
    const letters = names.filter((name) => name.startsWith("letters/"));
    expect(letters).toHaveLength(matter.letters.length);
    expect(letters[0]).toMatch(/^letters\/0001 20\d\d-\d\d-\d\d to .+\.html$/);
    expect(textOf(letters[0]!)).toContain(matter.id);
    const [email] = names.filter((name) => /^emails\/0001 .*\.txt$/.test(name));
    expect(textOf(email!)).toContain(`Subject: About ${matter.id}`);
    expect(names.filter((name) => /^documents\/\d{4} .* result\.pdf$/.test(name))).toHaveLength(1);
    expect(names.filter((name) => /^documents\/.*\.xml$/.test(name))).toHaveLength(1);
    expect(JSON.parse(textOf("data/emails sent.json"))).toContainEqual(
      expect.objectContaining({ name: "sewer_bill_request", status: "failed" }),
    );
  });

  test("the matter file has our emails with recipients, time and text, including emails about several matters", () => {
    const names = Object.keys(files).filter((name) => name.startsWith("emails sent/"));
    const texts = names.map(textOf);
    const told = texts.find((text) => text.includes("Thank you, Ada."));
    expect(told).toBe(
      [
        "To: ada@example.com",
        "Cc: bea@example.com",
        "Sent: 2026-05-04T10:00:00.000Z",
        "Postmark message ID: pm-1",
        "Subject: We’ve received your payment: 12 Arch Street",
        "",
        "Thank you, Ada.",
        "",
      ].join("\n"),
    );
    expect(texts.some((text) => text.includes("About several homes."))).toBe(true);
  });

  test("the matter file has the audit log with its hashes", () => {
    const { chain, entries } = JSON.parse(textOf("data/log.json")) as Record<string, unknown>;
    expect(chain).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: "transaction_viewed",
        actor: "Ada Marsh",
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    );
  });

  test("the matter file has an index with each file’s digest, and marks files that differ from what was stored", () => {
    const index = JSON.parse(textOf("index.json")) as {
      path: string;
      sha256: string;
      bytes: number;
    }[];
    expect(index.map(({ path }) => path).sort()).toEqual(
      Object.keys(files)
        .filter((name) => !name.startsWith("index."))
        .sort(),
    );
    for (const { path, sha256, bytes } of index) {
      expect(createHash("sha256").update(files[path]!).digest("hex")).toBe(sha256);
      expect(files[path]!.length).toBe(bytes);
    }
    const wrong = textOf("index.txt")
      .split("\n")
      .filter((line) => line.includes("was stored"));
    expect(wrong).toEqual([
      expect.stringMatching(/emails\/0001 Bill of .*\.pdf, was [0-9a-f]{64} when it was stored$/),
    ]);
  });

  test("the matter file has no data of another matter", () => {
    for (const name of Object.keys(files)) {
      expect(name).not.toContain(other.id);
      if (/\.(?:json|html|txt)$/.test(name)) expect(textOf(name)).not.toContain(other.id);
    }
  });
});
