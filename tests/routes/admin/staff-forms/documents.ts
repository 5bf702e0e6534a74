import { addOwnDocuments } from "#app/domain/documents/own-requests.server.ts";
import { addDocument } from "#app/domain/documents/store-document.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { agentMatter } from "#tests/support/agent-pages.ts";
import {
  acceptRequest,
  createPaidSale,
  findRequest,
  storedFile,
} from "#tests/support/documents.ts";
import { assignSolicitors } from "../transaction-tabs/matter.ts";
import {
  renderButton,
  renderConfirmation,
  renderFilledForm,
  type StaffForms,
} from "./staff-form.ts";

/** Staff forms about the documents of a matter. */

const documents = (id: string, part = "") => `/admin/transactions/${id}/documents${part}`;

const DECIDED = ["status", "reason"] as const;

/** Creates a sale with a lease that the seller has sent. */
async function sentLease(db: Db) {
  const sale = await createPaidSale(db);
  const { id: request_id } = await findRequest(db, sale.id);
  await inTransaction(db, (trx) =>
    addOwnDocuments(trx, { ...sale.own, request_id, files: [storedFile()] }),
  );
  const { version } = await findRequest(db, sale.id);
  return { id: sale.id, request_id, version: String(version) };
}

async function insertAttachment(db: Db, transaction_id: string) {
  const email = await db
    .insertInto("inbound_emails")
    .values({
      message_id: crypto.randomUUID(),
      from_email: "sam@example.test",
      subject: "Lease",
      received_at: new Date(),
      transaction_id,
      match_type: "participant",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { sha256, key: s3_document_key, ...file } = storedFile();
  const attachment = await db
    .insertInto("inbound_attachments")
    .values({ ...file, email_id: email.id, position: 1, sha256, s3_document_key })
    .returning("id")
    .executeTakeFirstOrThrow();
  return attachment.id;
}

/** Creates a sale with a memorandum that its estate agent has sent. */
async function sentMemorandum(db: Db) {
  const { id: transaction_id, estate_agent_id } = await agentMatter(db);
  const place = { transaction_id, estate_agent_id };
  const document = await addDocument(db, {
    ...{ ...place, file: storedFile() },
    ...{ purchase_intent_id: null, request_id: null, uploaded_by: null },
  });
  const { id } = await db
    .insertInto("memoranda")
    .values({
      ...{ ...place, document_id: document.id, agreed_price_pounds: 450_000 },
      ...{ first_name: "Bea", last_name: "Byron", email: "bea@buyer.example" },
      ...{ phone_number: "+447400123456", sent_by: "Laura", sent_email: "laura@agent.example" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return `/admin/transactions/${transaction_id}/memorandum/${id}/decline`;
}

export const documentForms: StaffForms = {
  "transactions/memorandum/decline.tsx": {
    writes: [["memorandum_declined", "transaction", ["reason"]]],
    async arrange({ db, ada }) {
      const path = await sentMemorandum(db);
      return renderFilledForm(ada, path, "decline-memorandum", (racer) => ({
        reason: `Reason ${racer}`,
      }));
    },
  },
  "transactions/documents/request.tsx": {
    writes: [["document_requested", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await createPaidSale(db);
      return renderFilledForm(ada, documents(id, "/request"), "request-document-form", () => ({
        kind: "guarantee",
        purpose: `For window ${crypto.randomUUID()}`,
      }));
    },
    raceOutcome: "each",
  },
  "transactions/documents/tab.tsx accepts": {
    writes: [["document_accepted", "transaction", DECIDED]],
    raceOutcome: "same",
    async arrange({ db }) {
      const { id, ...lease } = await sentLease(db);
      return renderButton(documents(id), { ...lease, decision: "accept" });
    },
  },
  "transactions/documents/tab.tsx undoes": {
    writes: [["document_reopened", "transaction", DECIDED]],
    raceOutcome: "same",
    async arrange({ db }) {
      const { id, request_id, version } = await sentLease(db);
      await acceptRequest(db, request_id);
      return renderButton(documents(id), { request_id, version, decision: "undo" });
    },
  },
  "transactions/documents/decide.tsx sends back": {
    writes: [["document_sent_back", "transaction", DECIDED]],
    async arrange({ db, ada }) {
      const { id, request_id } = await sentLease(db);
      const path = documents(id, `/requests/${request_id}/send_back`);
      return renderFilledForm(ada, path, "decide-document", (racer) => ({
        reason: `Page ${racer} is missing`,
      }));
    },
  },
  "transactions/documents/decide.tsx not needed": {
    writes: [["document_not_needed", "transaction", DECIDED]],
    async arrange({ db, ada }) {
      const { id, request_id } = await sentLease(db);
      const path = documents(id, `/requests/${request_id}/not_needed`);
      return renderFilledForm(ada, path, "decide-document", (racer) => ({
        reason: `We have ${racer} of them`,
      }));
    },
  },
  "transactions/documents/email.tsx": {
    writes: [["documents_emailed", "transaction", ["document_shares"]]],
    async arrange({ db, ada }) {
      const { id, request_id } = await sentLease(db);
      await acceptRequest(db, request_id);
      await assignSolicitors(db, id, ["seller"]);
      return renderFilledForm(ada, documents(id, "/email/seller"), "email-documents", () => ({}));
    },
  },
  "transactions/documents/remind.tsx": {
    writes: [["document_reminded", "transaction", []]],
    async arrange({ db, ada }) {
      const { id } = await createPaidSale(db);
      const request = await findRequest(db, id);
      return renderConfirmation(ada, documents(id, `/requests/${request.id}/remind`));
    },
  },
  "transactions/documents/file-attachment.tsx": {
    writes: [["document_received", "transaction", []]],
    raceOutcome: "same",
    async arrange({ db, ada }) {
      const { id } = await createPaidSale(db);
      const path = documents(id, `/attachments/${await insertAttachment(db, id)}`);
      return renderFilledForm(ada, path, "file-attachment", () => ({ answers: "seller" }));
    },
  },
};
