import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Insertable } from "kysely";
import { loader } from "#app/routes/documents/document.ts";
import type { DB } from "#db/types.d.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createFullMatterAt } from "#tests/support/matter-of-all-roles.ts";
import { insertDocument } from "#tests/support/stored-documents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.stubEnv("DATA_DIR", folder);

const { db } = useTestDatabase();
let matter: Awaited<ReturnType<typeof createFullMatterAt>>;

beforeAll(async () => {
  matter = await createFullMatterAt(db, "in progress");
});

type Row = Partial<Insertable<DB["documents"]>>;

async function addDocument(row: Row = {}) {
  const { id } = await insertDocument(db, { transaction_id: matter.transaction_id, ...row });
  return id;
}

async function open(id: string, visitor?: Visitor, query = "") {
  const request = new Request(`http://localhost:3000/documents/${id}${query}`, {
    headers: visitor ? { Cookie: visitor.cookie } : {},
  });
  const response = await loader({ request, params: { id }, context: {} }).catch(
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    },
  );
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

describe("who may open a document", () => {
  const sellers = ["seller", "co-seller"] as const;
  const buyers = ["buyer", "co-buyer"] as const;

  test("sellers open the sellers’ documents, and buyers and giftors get a 404", async () => {
    const id = await addDocument();
    for (const role of sellers) expect((await open(id, matter.people[role])).status).toBe(200);
    for (const role of [...buyers, "giftor"] as const) {
      expect((await open(id, matter.people[role])).status).toBe(404);
    }
  });

  test("buyers open the documents of their purchase, and sellers and giftors get a 404", async () => {
    const id = await addDocument({ purchase_intent_id: matter.purchase_intent_id });
    for (const role of buyers) expect((await open(id, matter.people[role])).status).toBe(200);
    for (const role of [...sellers, "giftor"] as const) {
      expect((await open(id, matter.people[role])).status).toBe(404);
    }
  });

  test("a document of another matter, a wrong id and a missing id get the same 404", async () => {
    const id = await addDocument();
    const other = await createFullMatterAt(db, "in progress");
    const answers = [
      await open(id, other.people.seller),
      await open("65f000000000000000000009", other.people.seller),
      await open("../../etc/passwd", other.people.seller),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toBe(answers[0]?.body);
      expect(body).toContain("Document not found");
    }
  });

  test("a visitor without a session is sent to sign in", async () => {
    const { status, headers } = await open(await addDocument());
    expect(status).toBe(302);
    expect(headers.get("Location")).toMatch(/^\/sign-in\?/);
  });

  test("staff open any document, which the audit log records", async () => {
    const staff = await signIn(db, { type: "admin" });
    const id = await addDocument({ purchase_intent_id: matter.purchase_intent_id });
    expect((await open(id, staff)).status).toBe(200);
    const shown = await db
      .selectFrom("audit_log")
      .select("subject_id")
      .where("actor_id", "=", staff.id)
      .execute();
    expect(shown).toEqual([{ subject_id: matter.transaction_id }]);
  });
});

describe("how a document is sent", () => {
  const sandbox = expect.stringMatching(/^sandbox;/);
  const jpg = "image/jpeg";
  const preview = "test/documents/converted-preview.jpg";
  const done = { conversion: "done", converted_document_key: preview } as const;

  test.each<[string, Row, string, string, string, unknown, string]>([
    [
      "a PDF",
      {},
      "",
      "application/pdf",
      "inline",
      expect.not.stringContaining("sandbox"),
      "the original",
    ],
    [
      "a converted photo",
      { file_type: "heic", ...done },
      "",
      jpg,
      "inline",
      sandbox,
      "the preview",
    ],
    [
      "its original",
      { file_type: "heic", ...done },
      "?original",
      "image/heic",
      "attachment",
      sandbox,
      "the original",
    ],
    ["a converted JPEG", { file_type: "jpg", ...done }, "", jpg, "inline", sandbox, "the preview"],
    [
      "the original of a converted PNG",
      { file_type: "png", ...done },
      "?original",
      "image/png",
      "inline",
      sandbox,
      "the original",
    ],
    [
      "a JPEG that waits for its conversion",
      { file_type: "jpg", conversion: "pending" },
      "",
      jpg,
      "attachment",
      sandbox,
      "the original",
    ],
    [
      "a PNG that can’t be converted",
      { file_type: "png", conversion: "failed" },
      "",
      "image/png",
      "attachment",
      sandbox,
      "the original",
    ],
    [
      "an old Word file",
      { file_type: "doc" },
      "",
      "application/msword",
      "attachment",
      sandbox,
      "the original",
    ],
    [
      "an Excel file",
      { file_type: "xlsx" },
      "",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "attachment",
      sandbox,
      "the original",
    ],
  ])("%s", async (_, row, query, type, disposition, policy, content) => {
    const id = await addDocument(row);
    const answer = await open(id, matter.people.seller, query);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(content);
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Content-Disposition")).toMatch(new RegExp(`^${disposition}; `));
    expect(answer.headers.get("Content-Security-Policy")).toEqual(policy);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    await db.deleteFrom("documents").where("id", "=", id).execute();
  });

  test.each([
    ["bill.pdf", `inline; filename="bill.pdf"; filename*=UTF-8''bill.pdf`],
    ['a"b\\c%.pdf', `inline; filename="a_b_c_.pdf"; filename*=UTF-8''a%22b%5Cc%25.pdf`],
    [
      "Müller’s (1).pdf",
      `inline; filename="M_ller_s (1).pdf"; filename*=UTF-8''M%C3%BCller%E2%80%99s%20%281%29.pdf`,
    ],
    [
      "a\r\nSet-Cookie: b.pdf",
      `inline; filename="a__Set-Cookie: b.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b.pdf`,
    ],
  ])("the name %j is sent safely", async (file_name, header) => {
    const { headers } = await open(await addDocument({ file_name }), matter.people.seller);
    expect(headers.get("Content-Disposition")).toBe(header);
  });

  test.each<[string, Row, number, string]>([
    ["waits for its scan", { scan: "pending" }, 409, "We’re checking this file for viruses"],
    [
      "has a virus",
      { scan: "infected" },
      403,
      "We found a virus in this file, so no one can open it. A clean copy is needed",
    ],
  ])(
    "a document that %s is sent to no one, also not its original",
    async (_, row, status, words) => {
      const id = await addDocument(row);
      const staff = await signIn(db, { type: "admin" });
      for (const visitor of [matter.people.seller, staff]) {
        for (const query of ["", "?original"]) {
          const answer = await open(id, visitor, query);
          expect(answer.status).toBe(status);
          expect(answer.body).toContain(words);
          expect(answer.body).not.toContain("the original");
        }
      }
    },
  );

  test("a file that is missing from the store gets a sentence and is reported", async () => {
    expectError(/Document missing from document store/);
    const id = await addDocument({ s3_document_key: "test/documents/nowhere.pdf" });
    const answer = await open(id, matter.people.seller);
    expect(answer.status).toBe(500);
    expect(answer.body).toContain("We can’t open this document at the moment");
  });
});

test("a removed co-seller gets a 404 at once", async () => {
  const id = await addDocument();
  const person = matter.people["co-seller"];
  await db.deleteFrom("parties").where("email", "=", person.email).execute();
  expect((await open(id, person)).status).toBe(404);
});
