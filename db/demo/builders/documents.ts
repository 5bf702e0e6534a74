import { createHash } from "node:crypto";
import type { SeedRows } from "../seed-builder.ts";
import { documents } from "../content/documents.ts";
import type { Matter, Offer } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { writePdf } from "../pdf.ts";
import { userId } from "../person.ts";
import { colleague, purchaseId, record, transactionId } from "./history.ts";

/** Working days after a request by which a document is due. */
const DUE = 10;

/** Adds the requests for documents to a matter, with the files that customers have sent. */
export function addDocuments(book: SeedRows, matter: Matter) {
  for (const request of documents[matter.home] ?? []) {
    const { kind, purpose, requested, sent, decided, missing, source = "rule" } = request;
    const offer = matter.offers?.find(({ buyer }) => buyer === request.buyer);
    const request_id = id("document request", `${matter.home}: ${kind}`);
    const answered = sent ?? (missing === undefined ? null : requested - 1);
    const changed = decided?.day ?? answered ?? requested;
    book.rows.document_requests.push({
      id: request_id,
      transaction_id: transactionId(matter),
      purchase_intent_id: offer ? purchaseId(matter, offer) : null,
      kind,
      source,
      question: source === "answer" ? "boiler_serviced" : null,
      requested_by: source === "staff" ? userId(colleague(matter)) : null,
      purpose,
      status: decided?.status ?? (sent === undefined ? "requested" : "received"),
      reason: decided?.reason ?? null,
      missing_reason: missing ?? null,
      requested_on: book.calendar.date(requested),
      due_on: book.calendar.date((decided?.status === "sent_back" ? decided.day : requested) - DUE),
      decided_by: decided ? userId(colleague(matter)) : null,
      decided_at: decided ? book.calendar.at(decided.day, 300) : null,
      answered_at: answered === null ? null : book.calendar.at(answered, 200),
      created_at: book.calendar.at(requested, 60),
      updated_at: book.calendar.at(changed, 300),
    });
    if (sent === undefined) continue;
    addFile(book, matter, { kind, sent, request_id, offer });
    const { emailed } = request;
    if (emailed !== undefined) addShare(book, matter, { kind, emailed, offer });
  }
}

/** Kind of a document, and the purchase to which it belongs if a buyer sends it. */
type Shared = { kind: string; offer: Offer | undefined };

function addFile(
  book: SeedRows,
  matter: Matter,
  { kind, sent, request_id, offer }: Shared & { sent: number; request_id: string },
) {
  const title = kind.replaceAll("_", " ");
  const transaction_id = transactionId(matter);
  const bytes = writePdf(`${title} of ${matter.home}`, ["Demonstration document"]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const s3_document_key = `demonstration/transactions/${transaction_id}/documents/${sha256}.pdf`;
  book.documents.set(s3_document_key, bytes);
  book.rows.documents.push({
    id: documentId(matter, kind),
    transaction_id,
    purchase_intent_id: offer ? purchaseId(matter, offer) : null,
    request_id,
    uploaded_by: userId(offer?.buyer ?? matter.seller),
    file_name: `${title}.pdf`,
    file_type: "pdf",
    size_bytes: bytes.length,
    sha256,
    s3_document_key,
    conversion: "none",
    scan: "not_scanned",
    created_at: book.calendar.at(sent, 200),
  });
}

function documentId({ home }: Matter, kind: string) {
  return id("document", `${home}: ${kind}`);
}

function addShare(
  book: SeedRows,
  matter: Matter,
  { kind, emailed, offer }: Shared & { emailed: number },
) {
  const group = offer ? matter.solicitors?.buyer : matter.solicitors?.seller;
  if (!group) return;
  const shared_at = record(book, matter, emailed, "documents_emailed", {
    comments: `${group}: ${kind.replaceAll("_", " ")}`,
    ...(offer && { offer, side: "buyer" }),
  });
  book.rows.document_shares.push({
    document_id: documentId(matter, kind),
    lawyer_group_id: id("lawyer group", group),
    outbox_key: `documents_to_solicitor:${matter.home}`,
    shared_by: userId(colleague(matter)),
    shared_at,
  });
}
