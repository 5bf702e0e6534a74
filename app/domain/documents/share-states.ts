import type { EmailStatus } from "#app/queue/outbox.server.ts";

export type DocumentShare = {
  law_firm: string;
  lawyer_group_id: string;
  /** Status of the email; null if its row was deleted after it was sent. */
  status: EmailStatus | null;
  sent_at: string;
};

/** State of a document for the solicitor to whom it was emailed. */
type ShareState = "sent" | "on_its_way" | "cancelled" | "failed";

/** Returns whether an email with a document has been sent. */
export function shareState({ status }: Pick<DocumentShare, "status">): ShareState {
  if (status === "queued" || status === "sending") return "on_its_way";
  if (status === "withdrawn") return "cancelled";
  return status === "failed" || status === "undelivered" ? "failed" : "sent";
}

/** Returns true if the law firm has the document, or will get it without anyone’s help. */
export function isShared(share: Pick<DocumentShare, "status">): boolean {
  const state = shareState(share);
  return state === "sent" || state === "on_its_way";
}
