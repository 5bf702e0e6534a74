import { type DocumentShare, shareState } from "#app/domain/documents/share-states.ts";
import { possibleDecisions, STATUS_LABELS } from "#app/domain/documents/request-states.ts";
import type {
  readMatterDocuments,
  StaffDocument,
  StaffRequest,
} from "#app/domain/documents/staff-requests.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { fileAccess } from "../../../dashboard/documents/view.ts";

/** Maps a matter’s requests and files to what their tab shows: one part for each side. */
export function documentsView(matter: Awaited<ReturnType<typeof readMatterDocuments>>) {
  const { id, sellers, purchases, requests, others } = matter;
  const sides = [
    {
      purchase_intent_id: null,
      solicitor_of: "seller" as const,
      title: `From the sellers: ${fullNames(sellers)}`,
      is_shown: true,
    },
    ...purchases.map((purchase) => ({
      purchase_intent_id: purchase.id,
      solicitor_of: purchase.is_active ? ("buyer" as const) : null,
      title: `From the buyers: ${fullNames(purchase.buyers)}`,
      is_shown: purchase.is_active,
    })),
  ];
  return {
    id,
    sides: sides
      .map(({ purchase_intent_id, ...side }) => ({
        ...side,
        key: purchase_intent_id ?? "sellers",
        requests: requests
          .filter((request) => request.purchase_intent_id === purchase_intent_id)
          .map(requestView),
        others: others
          .filter((file) => file.purchase_intent_id === purchase_intent_id)
          .map(fileView),
      }))
      .filter(({ is_shown, ...side }) => is_shown || side.requests.length + side.others.length > 0),
  };
}

export type SideView = ReturnType<typeof documentsView>["sides"][number];
export type RequestView = ReturnType<typeof requestView>;
export type FileView = ReturnType<typeof fileView>;

function requestView(request: StaffRequest) {
  const { id, title, purpose, status, reason, missing_reason, version } = request;
  const isOpen = status === "requested" || status === "sent_back";
  return {
    id,
    title,
    purpose,
    status,
    label: STATUS_LABELS[status],
    reason,
    missing_reason: isOpen ? missing_reason : null,
    due: isOpen ? adminDate(request.due_on) : null,
    is_late: isOpen && missing_reason === null && request.due_on < londonDay(new Date()),
    version,
    decisions: possibleDecisions(status),
    files: request.documents.map(fileView),
  };
}

function fileView(file: StaffDocument) {
  const by = file.uploader ?? uploaderOf(file);
  const parts = [formatFileSize(file.size_bytes), by && `from ${by}`, adminDate(file.created_at)];
  return {
    id: file.id,
    name: file.file_name,
    about: parts.filter(Boolean).join(", "),
    ...fileAccess(file),
    shared: file.shares.map(sharedText),
  };
}

function uploaderOf({ estate_agent_id, inbound_attachment_id }: StaffDocument): string | null {
  if (estate_agent_id) return "the estate agent, shown only to staff";
  return inbound_attachment_id ? "email" : null;
}

/** Returns when a document was emailed to which law firm, or why it was not. */
export function sharedText(share: DocumentShare): string {
  const { law_firm, sent_at } = share;
  const texts = {
    sent: `Emailed to ${law_firm} on ${adminDate(sent_at)}`,
    on_its_way: `Being emailed to ${law_firm}`,
    cancelled: `Not emailed to ${law_firm}: the solicitor or the document changed first`,
    failed: `The email to ${law_firm} couldn’t be delivered`,
  };
  return texts[shareState(share)];
}
