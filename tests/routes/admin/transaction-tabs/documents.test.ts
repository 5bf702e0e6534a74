import { beforeEach, describe, expect, test } from "vitest";
import { addOwnDocuments, recordMissing } from "#app/domain/documents/own-requests.server.ts";
import { inTransaction } from "#db/connection.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import {
  acceptRequest,
  createPaidSale,
  findRequest,
  listRequests,
  storedFile,
} from "#tests/support/documents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readFields } from "../fields.ts";
import { fillIn, open, postAndReadFlash, send } from "../pages.ts";
import { assignSolicitors } from "./matter.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;
let staff: Visitor;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
  staff = await signIn(db, { type: "admin" });
});

const tab = (id = sale.id) => `/admin/transactions/${id}/documents`;

const sendLease = async () => {
  const { id: request_id } = await findRequest(db, sale.id);
  await inTransaction(db, (trx) =>
    addOwnDocuments(trx, { ...sale.own, request_id, files: [storedFile()] }),
  );
  return findRequest(db, sale.id);
};

describe("the tab of a matter’s documents", () => {
  test("the tab lists the requests of each side with their files and decisions", async () => {
    await sendLease();
    const { status, text, html } = await open(tab(), staff);
    expect(status).toBe(200);
    expect(text).toMatch(/From the sellers: Ada Byron/);
    expect(text).toMatch(/Lease.*Received.*lease\.pdf.*Accept.*Send back.*Not needed/s);
    expect(html).toContain('href="/documents/');
  });

  test("staff accept a document, and undo it", async () => {
    const { id: request_id, version } = await sendLease();
    const accepted = await postAndReadFlash(tab(), staff, {
      request_id,
      version: String(version),
      decision: "accept",
    });
    expect(accepted).toMatchObject({ location: tab(), flash: { title: "Document accepted" } });
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "accepted" });
    const undone = await postAndReadFlash(tab(), staff, {
      request_id,
      version: String(version + 1),
      decision: "undo",
    });
    expect(undone).toMatchObject({ flash: { title: "Decision undone" } });
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received" });
  });

  test("a decision on an outdated version changes nothing and says so", async () => {
    const { id: request_id, version } = await sendLease();
    const { flash } = await postAndReadFlash(tab(), staff, {
      request_id,
      version: String(version - 1),
      decision: "accept",
    });
    expect(flash).toMatchObject({ kind: "error", title: "Nothing was changed" });
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received" });
  });

  test("staff send a document back with a reason", async () => {
    const { id } = await sendLease();
    const path = `${tab()}/requests/${id}/send_back`;
    const empty = await fillIn(staff, path, "decide-document", { reason: " " });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain("Enter the reason");
    const sent = await fillIn(staff, path, "decide-document", { reason: "Page 2 is missing" });
    expect(sent.location).toBe(tab());
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "sent_back",
      reason: "Page 2 is missing",
    });
  });

  test("an unknown decision and a request of another matter get a 404", async () => {
    const { id } = await sendLease();
    expect((await open(`${tab()}/requests/${id}/shred`, staff)).status).toBe(404);
    const other = await createPaidSale(db);
    const { id: theirs } = await findRequest(db, other.id);
    expect((await open(`${tab()}/requests/${theirs}/not_needed`, staff)).status).toBe(404);
  });

  test("the form that emails documents shows the size of each file and the total of several", async () => {
    const { id: request_id } = await findRequest(db, sale.id);
    await assignSolicitors(db, sale.id, ["seller"]);
    const sendFile = async (size_bytes: number) => {
      const files = [storedFile({ size_bytes })];
      await inTransaction(db, (trx) => addOwnDocuments(trx, { ...sale.own, request_id, files }));
      await acceptRequest(db, request_id);
      return (await open(`${tab()}/email/seller`, staff)).text;
    };
    expect(await sendFile(3_000_000)).not.toContain("All of these are");
    await db.updateTable("document_requests").set({ status: "received" }).execute();
    const both = await sendFile(1_200_000);
    expect(both).toContain("All of these are 4.2 MB. An email can carry 7.0 MB.");
    expect(both).toContain("lease.pdf, 1.2 MB");
  });

  test("staff request another document, which needs a name", async () => {
    const path = `${tab()}/request`;
    const form = { from: "sellers", kind: "other", title: "", purpose: "For the key safe" };
    const unnamed = await fillIn(staff, path, "request-document-form", form);
    expect(unnamed.status).toBe(400);
    expect(unnamed.text).toContain("Name the document");
    const named = await fillIn(staff, path, "request-document-form", {
      ...form,
      title: "Key safe code",
    });
    expect(named.location).toBe(tab());
    expect(await listRequests(db, sale.id)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          title: "Key safe code",
          source: "staff",
          requested_by: staff.id,
        }),
      ]) as object,
    );
  });
});

describe("an attachment of a received email", () => {
  async function insertAttachment(transaction_id: string, file_type: "pdf" | "txt" = "pdf") {
    const email = await db
      .insertInto("inbound_emails")
      .values({
        message_id: crypto.randomUUID(),
        from_email: sale.seller.email,
        subject: "Our lease",
        received_at: new Date(),
        transaction_id,
        match_type: "participant",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const file = await db
      .insertInto("inbound_attachments")
      .values({
        email_id: email.id,
        position: 1,
        file_name: "../our lease.pdf",
        file_type,
        size_bytes: 100,
        s3_document_key: `test/emails/${email.id}.${file_type}`,
        sha256: storedFile().sha256,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return file.id;
  }

  test("staff add an attachment to a request, which is then received", async () => {
    const id = await insertAttachment(sale.id);
    const events = await open(`/admin/transactions/${sale.id}/events`, staff);
    expect(events.html).toContain(`${tab()}/attachments/${id}`);
    const { id: request } = await findRequest(db, sale.id);
    const path = `${tab()}/attachments/${id}`;
    const done = await fillIn(staff, path, "file-attachment", { answers: request });
    expect(done.location).toBe(tab());
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received" });
    const files = await db.selectFrom("documents").selectAll().execute();
    expect(files).toMatchObject([
      { file_name: "our lease.pdf", inbound_attachment_id: id, request_id: request },
    ]);
  });

  test("staff add an attachment to the sellers without a request", async () => {
    const id = await insertAttachment(sale.id);
    const path = `${tab()}/attachments/${id}`;
    await fillIn(staff, path, "file-attachment", { answers: "seller" });
    expect((await open(tab(), staff)).text).toMatch(/Sent without a request.*our lease\.pdf/s);
  });

  test("an attachment of another matter, or of a type that we do not accept, is not found", async () => {
    const other = await createPaidSale(db);
    const theirs = await insertAttachment(other.id);
    const text = await insertAttachment(sale.id, "txt");
    for (const id of [theirs, text]) {
      expect((await open(`${tab()}/attachments/${id}`, staff)).status).toBe(404);
    }
  });
});

describe("the list of documents to review", () => {
  test("the list shows received documents, and those that a customer doesn’t have, oldest first", async () => {
    await sendLease();
    const { id } = await findRequest(db, sale.id, "management_pack");
    await inTransaction(db, (trx) =>
      recordMissing(trx, { ...sale.own, request_id: id, missing_reason: "The solicitor has it" }),
    );
    const { status, text } = await open("/admin/documents", staff);
    expect(status).toBe(200);
    expect(text).toMatch(
      /Lease.*Received.*Management pack.*Doesn’t have it: The solicitor has it/s,
    );
    expect(text).not.toContain("Service charge statement");
  });

  test("the list of overdue documents shows open requests after their day", async () => {
    await db
      .updateTable("document_requests")
      .set({ due_on: "2026-11-02" })
      .where("kind", "=", "lease")
      .execute();
    const { text } = await open("/admin/documents?list=overdue", staff);
    expect(text).toMatch(/Arch Street.*Lease.*Sellers.*Requested/s);
    expect(text).not.toContain("Management pack");
    const tabPage = await open(tab(), staff);
    expect(tabPage.text).toContain("Overdue");
  });
});

describe("emailing documents to a solicitor", () => {
  const page = () => `${tab()}/email/seller`;

  async function acceptLease() {
    const { id } = await sendLease();
    await acceptRequest(db, id);
    await assignSolicitors(db, sale.id, ["seller"]);
  }

  test("the page says why no documents can be emailed", async () => {
    const { status, text, html } = await open(page(), staff);
    expect(status).toBe(200);
    expect(text).toContain("The sellers have no solicitor yet.");
    expect(html).not.toContain('name="documents"');
    expect((await open(`${tab()}/email/everyone`, staff)).status).toBe(404);
  });

  test("the chosen documents are emailed, and the tab shows when", async () => {
    await acceptLease();
    const { text } = await open(page(), staff);
    expect(text).toMatch(/We’ll email the documents to Sol Ashby, .* \(sol@seller\.example\)/);
    expect(text).toContain("We’ll send a copy to asha@seller.example.");
    expect(text).toMatch(/Lease ?lease\.pdf, 1 kB/);
    const none = await fillIn(staff, page(), "email-documents", { documents: "" });
    expect(none.status).toBe(400);
    expect(none.text).toContain("Choose at least one document");
    const sent = await fillIn(staff, page(), "email-documents", {});
    expect(sent.location).toBe(tab());
    expect((await open(tab(), staff)).text).toContain("Being emailed to");
    await db.updateTable("email_log").set({ status: "sent", sent_at: new Date() }).execute();
    expect((await open(tab(), staff)).text).toMatch(/Emailed to .* on \d\d\/\d\d\/\d{4}/);
    const again = await open(page(), staff);
    expect(again.html).not.toContain(' checked=""');
  });

  test("a second member of staff who sends the same documents is shown that they were sent", async () => {
    await acceptLease();
    const { html } = await open(page(), staff);
    const fields = readFields(html, "email-documents");
    await fillIn(staff, page(), "email-documents", {});
    const other = await signIn(db, { type: "admin" });
    const second = await open(page(), other);
    const form_key = readFields(second.html, "email-documents").form_key ?? "";
    const refused = await send(page(), other, { ...fields, form_key });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("has changed since you opened this page");
  });
});
