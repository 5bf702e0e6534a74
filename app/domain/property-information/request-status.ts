import { documentTitle } from "#app/domain/documents/document-kinds.ts";
import { isOpen, STATUS_LABELS } from "#app/domain/documents/request-states.ts";

/** A document that was requested for an answer, as the page of the answer shows it. */
type RequestedFor = {
  kind: string;
  title: string | null;
  status: keyof typeof STATUS_LABELS;
};

/** Returns the title of a requested document and the state of the request, in words. */
export function describeRequest(request: RequestedFor) {
  return { title: documentTitle(request), status: STATUS_LABELS[request.status] };
}

/** Returns true if a seller can still send the document for their answer. */
export function isToSend(
  { status, missing_reason }: Pick<RequestedFor, "status"> & { missing_reason: string | null },
  { is_locked }: { is_locked: boolean },
): boolean {
  return isOpen({ status }) && missing_reason === null && !is_locked;
}
