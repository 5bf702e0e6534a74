import type { OwnDocuments, OwnRequest } from "#app/domain/documents/own-requests.server.ts";
import {
  documentState,
  isOpenable,
  STATE_SENTENCES,
} from "#app/domain/documents/document-states.ts";
import { shareState } from "#app/domain/documents/share-states.ts";
import { dueText, isOpen, STATUS_LABELS } from "#app/domain/documents/request-states.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";

type OwnFile = OwnDocuments["others"][number];

/** Maps a side’s requests and files to what their page shows. */
export function documentsView({ requests, others }: OwnDocuments, reader_id: string) {
  const today = londonDay(new Date());
  const isToSend = (request: OwnRequest) => isOpen(request) && request.missing_reason === null;
  const isDone = ({ status }: OwnRequest) => status === "accepted" || status === "not_needed";
  const view = (request: OwnRequest) => requestView(request, { reader_id, today });
  return {
    to_send: requests.filter(isToSend).map(view),
    reviewed: requests.filter((request) => !isToSend(request) && !isDone(request)).map(view),
    done: requests.filter(isDone).map(view),
    others: others.map((file) => fileView(file, { reader_id, today })),
  };
}

export type RequestView = ReturnType<typeof requestView>;

function requestView(
  request: OwnRequest,
  { reader_id, today }: { reader_id: string; today: string },
) {
  const { id, title, status, reason, missing_reason, purpose, requested_on, due_on } = request;
  const decided = request.decided_at && sentenceDate(request.decided_at, today);
  return {
    id,
    title,
    status: missing_reason && isOpen(request) ? ("missing" as const) : status,
    label: missing_reason && isOpen(request) ? "Reviewing" : STATUS_LABELS[status],
    about: `Requested on ${sentenceDate(requested_on, today)}. ${dueText(due_on, today)}`,
    purpose,
    missing_reason,
    sent_back: status === "sent_back" && decided && reason ? { on: decided, reason } : null,
    outcome: outcomeOf(request, decided),
    files: request.documents.map((file) => fileView(file, { reader_id, today })),
  };
}

function outcomeOf({ status, reason, documents }: OwnRequest, decided: string | null) {
  if (status === "accepted") {
    const here = documents.length > 0 ? "" : " We already have it, so you don’t need to send it.";
    return decided && `Accepted on ${decided}.${here}`;
  }
  return status === "not_needed" ? reason : null;
}

export type FileView = ReturnType<typeof fileView>;

function fileView(file: OwnFile, { reader_id, today }: { reader_id: string; today: string }) {
  const by = file.uploaded_by === reader_id ? null : file.uploader;
  const sent = sentenceDate(file.created_at, today);
  return {
    id: file.id,
    name: file.file_name,
    about: `${formatFileSize(file.size_bytes)}, ${by ? `from ${by} on ` : ""}${sent}`,
    ...fileAccess(file),
    shared: file.shares
      .filter((share) => shareState(share) === "sent")
      .map(
        ({ law_firm, sent_at }) =>
          `Emailed to your solicitor at ${law_firm} on ${sentenceDate(sent_at, today)}`,
      ),
  };
}

/** Returns the link to a file, if it can be opened, and a sentence about its state. */
export function fileAccess(file: { id: string } & Parameters<typeof documentState>[0]) {
  const state = documentState(file);
  const note = state === "not_scanned" ? "Not scanned for viruses" : STATE_SENTENCES[state];
  return { href: isOpenable(state) ? paths.document(file.id) : null, note: note || null };
}
