import { beforeEach, describe, expect, test } from "vitest";
import { putDocument } from "#app/clients/documents.server.ts";
import {
  readDocumentEmail,
  readDocumentFiles,
} from "#app/domain/documents/document-email.server.ts";
import { MAX_EMAILED_BYTES } from "#app/domain/documents/email-size.ts";
import { addOwnDocuments } from "#app/domain/documents/own-requests.server.ts";
import {
  emailDocuments,
  planDocumentEmail,
  sharedIds,
} from "#app/domain/documents/share-documents.server.ts";
import type { StoredFile } from "#app/domain/documents/uploaded-file.ts";
import { ConflictError, EmailNotNeededError } from "#app/domain/errors.ts";
import { service } from "#app/domain/readers/service.ts";
import { markWithdrawn } from "#app/queue/outbox.server.ts";
import { inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createPurchaseAtStage,
  listEmails,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import {
  acceptRequest,
  createPaidSale,
  findRequest,
  storedFile,
} from "#tests/support/documents.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;
let actor: { id: string; request_id: string };

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
});

const SOLICITOR = "sol@seller.example";
type Place = { transaction_id: string; side: "seller" | "buyer" };
const ofSeller = (): Place => ({ transaction_id: sale.id, side: "seller" });

async function accept(...files: Partial<StoredFile>[]) {
  const { id: request_id } = await findRequest(db, sale.id);
  await inTransaction(db, (trx) =>
    addOwnDocuments(trx, { ...sale.own, request_id, files: files.map(storedFile) }),
  );
  await acceptRequest(db, request_id);
  return request_id;
}

const plan = (place = ofSeller()) => planDocumentEmail(db, service, place);

/** Returns what the page would post with all documents chosen. */
async function filledForm(place = ofSeller()) {
  const { solicitor, documents } = await plan(place);
  const ids = documents.map(({ id }) => id);
  return { email: solicitor?.email ?? "", shared: sharedIds(documents), documents: ids };
}

type Filled = Awaited<ReturnType<typeof filledForm>>;

const send = (form: Filled, place = ofSeller()) =>
  inTransaction(db, (trx) => emailDocuments(trx, place, { ...form, actor }));

async function readKey() {
  const shares = await db.selectFrom("document_shares").select("outbox_key").execute();
  return shares.at(-1)?.outbox_key ?? "";
}

const readEmail = async (recipient = SOLICITOR) =>
  readDocumentEmail(db, { outbox_key: await readKey() }, { recipient });

describe("emailing accepted documents to a solicitor", () => {
  test("a side without a solicitor or without accepted documents is refused with the reason", async () => {
    expect(await plan()).toMatchObject({ refusal: "The sellers have no solicitor yet." });
    await assignSolicitors(db, sale.id, ["seller"]);
    expect(await plan()).toMatchObject({
      refusal: "You haven’t accepted any documents from this side.",
    });
  });

  test("the side’s own solicitor gets the documents once, with an event and a share each", async () => {
    await assignSolicitors(db, sale.id, ["seller", "buyer"]);
    await accept({ file_name: "lease.pdf" }, { file_name: "plan.pdf" });
    const form = await filledForm();
    await send(form);
    const emails = await listEmails(db, sale.id);
    expect(emails.filter(([name]) => name === "documents_to_solicitor")).toEqual([
      ["documents_to_solicitor", SOLICITOR],
    ]);
    expect(await readEmail()).toMatchObject({
      people: ["Ada Byron"],
      side: "seller",
      cc: ["asha@seller.example"],
      documents: [{ title: "Lease" }, { title: "Lease", file_name: "plan.pdf" }],
    });
    expect((await plan()).documents.map(({ shares }) => shares.length)).toEqual([1, 1]);
    await expect(send(form)).rejects.toThrow(ConflictError);
    const events = await eventNames(db, sale.id);
    expect(events.filter((name) => name === "documents_emailed")).toHaveLength(1);
  });

  test("documents of the sellers are never offered to the buyer’s solicitor", async () => {
    await assignSolicitors(db, sale.id, ["seller", "buyer"]);
    await accept({});
    const buyers = { ...ofSeller(), side: "buyer" as const };
    expect(await plan(buyers)).toMatchObject({
      refusal: "There is no active buyer with a solicitor yet.",
    });
    await createPurchaseAtStage(db, sale, { active: true });
    expect(await plan(buyers)).toMatchObject({ documents: [] });
    const form = { ...(await filledForm()), email: "sol@buyer.example", shared: "" };
    await expect(send(form, buyers)).rejects.toThrow(ConflictError);
  });

  test("infected, unscanned, sent back and very large documents can’t be emailed", async () => {
    await assignSolicitors(db, sale.id, ["seller"]);
    const request_id = await accept({}, { size_bytes: MAX_EMAILED_BYTES + 1 });
    const form = await filledForm();
    expect((await plan()).documents.map(({ problem }) => problem)).toContain("too_large");
    await expect(send(form)).rejects.toThrow("You can no longer email one of these documents");
    for (const [scan, problem] of [
      ["infected", "infected"],
      ["pending", "checking"],
    ] as const) {
      await db.updateTable("documents").set({ scan }).execute();
      expect((await plan()).documents[0]).toMatchObject({ problem });
      await expect(send(form)).rejects.toThrow(ConflictError);
    }
    await db
      .updateTable("document_requests")
      .set({ status: "sent_back", reason: "Page 2" })
      .where("id", "=", request_id)
      .execute();
    await expect(send(form)).rejects.toThrow(ConflictError);
    expect(await db.selectFrom("document_shares").selectAll().execute()).toEqual([]);
  });

  test("documents that are too large together are refused with the largest ones to leave out", async () => {
    await assignSolicitors(db, sale.id, ["seller"]);
    await accept(
      { file_name: "small.pdf", size_bytes: 1_000_000 },
      { file_name: "large.pdf", size_bytes: 5_000_000 },
      { file_name: "middle.pdf", size_bytes: 3_000_000 },
    );
    await expect(send(await filledForm())).rejects.toThrow(
      "These documents are 9.0 MB, but an email can carry 7.0 MB. Leave out “large.pdf” (5.0 MB) and send the rest",
    );
  });

  test("a replaced solicitor, another address or an undone decision stops the email", async () => {
    await assignSolicitors(db, sale.id, ["seller"]);
    const request_id = await accept({});
    await send(await filledForm());
    await expect(readEmail("before@seller.example")).rejects.toThrow(EmailNotNeededError);
    await db
      .updateTable("document_requests")
      .set({ status: "received" })
      .where("id", "=", request_id)
      .execute();
    await expect(readEmail()).rejects.toThrow(EmailNotNeededError);
    await acceptRequest(db, request_id);
    expect(await readEmail()).toMatchObject({ first_name: "Sol" });
    await assignSolicitors(db, sale.id, ["seller"]);
    await expect(readEmail()).rejects.toThrow(EmailNotNeededError);
  });

  test("a cancelled email doesn’t count, so the document can be emailed again", async () => {
    await assignSolicitors(db, sale.id, ["seller"]);
    await accept({});
    await send(await filledForm());
    const email = await db
      .selectFrom("email_log")
      .select("id")
      .where("name", "=", "documents_to_solicitor")
      .executeTakeFirstOrThrow();
    await markWithdrawn(db, email.id);
    expect((await plan()).documents[0]?.shares).toEqual([]);
    await send(await filledForm());
    expect((await plan()).documents[0]?.shares).toHaveLength(1);
  });
});

describe("the files of an email to a solicitor", () => {
  const document = (change: { file_name: string; file_type?: "heic"; preview_key?: string }) => ({
    title: "Lease",
    file_type: "pdf" as const,
    size_bytes: 10,
    key: `test/documents/${change.file_name}`,
    preview_key: null,
    ...change,
  });

  test("an HEIC photo is sent as a JPEG, and no two files have the same name", async () => {
    await putDocument("test/documents/photo.heic", Buffer.from("heic"));
    await putDocument("test/documents/photo-preview.jpg", Buffer.from("jpeg"));
    await putDocument("test/documents/photo.jpg", Buffer.from("other"));
    const files = await readDocumentFiles({
      documents: [
        document({
          file_name: "photo.heic",
          file_type: "heic",
          preview_key: "test/documents/photo-preview.jpg",
        }),
        document({ file_name: "photo.jpg" }),
      ],
    });
    expect(files.map(({ name, content }) => [name, content.toString()])).toEqual([
      ["photo.jpg", "jpeg"],
      ["photo 2.jpg", "other"],
    ]);
    expect(files[0]?.type).toBe("image/jpeg");
  });

  test("a preview that is too large for the email is not sent instead of its photo", async () => {
    await putDocument("test/documents/photo.heic", Buffer.from("heic"));
    await putDocument("test/documents/photo-preview.jpg", Buffer.alloc(MAX_EMAILED_BYTES + 1));
    const [file] = await readDocumentFiles({
      documents: [
        document({
          file_name: "photo.heic",
          file_type: "heic",
          preview_key: "test/documents/photo-preview.jpg",
        }),
      ],
    });
    expect(file).toMatchObject({ name: "photo.heic", type: "image/heic" });
  });

  test("a missing file fails the email instead of leaving it out", async () => {
    await expect(
      readDocumentFiles({ documents: [document({ file_name: "missing.pdf" })] }),
    ).rejects.toThrow("Document missing from document store");
  });
});
