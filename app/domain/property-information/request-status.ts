import { DOCUMENT_KINDS } from "#app/domain/documents/document-kinds.ts";

/** A document that was requested for an answer, as the page of the answer shows it. */
type RequestedFor = { kind: string; title: string | null; status: keyof typeof STATUSES };

const STATUSES = {
  requested: "Requested",
  received: "Received",
  accepted: "Accepted",
  sent_back: "Sent back",
  not_needed: "Not needed",
} as const;

/** Returns the title of a requested document and the state of the request, in words. */
export function describeRequest({ kind, title, status }: RequestedFor) {
  const titles: Readonly<Record<string, string>> = DOCUMENT_KINDS;
  return { title: title ?? titles[kind] ?? kind, status: STATUSES[status] };
}
