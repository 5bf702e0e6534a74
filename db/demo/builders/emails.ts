import type { SeedRows } from "../seed-builder.ts";
import type { Matter } from "../content/matters/matter.ts";
import { id, uuid } from "../deterministic.ts";
import { transactionId } from "./history.ts";

type Sent = {
  name: string;
  recipient: string;
  at: Date;
  matter?: Matter;
  user_id?: string;
  props?: Record<string, string>;
  /** Idempotency key of the email. */
  dedupe_key?: string;
  error?: string;
  waiting?: "queued" | "sending";
};

export function logEmail(book: SeedRows, { name, recipient, at, matter, user_id, ...more }: Sent) {
  const key = `${name} ${recipient} ${matter?.home ?? ""} ${book.rows.email_log.length}`;
  const status = more.waiting ?? (more.error ? "failed" : "sent");
  const transaction_id = matter ? transactionId(matter) : null;
  book.rows.email_log.push({
    id: id("email", key),
    name,
    recipient,
    transaction_id,
    user_id: user_id ?? null,
    props: JSON.stringify(more.props ?? (transaction_id ? { transaction_id } : { user_id })),
    dedupe_key: more.dedupe_key ?? null,
    status,
    postmark_message_id: status === "sent" ? uuid(key) : null,
    last_error: more.error ?? null,
    created_at: at,
    sent_at: status === "sent" ? new Date(at.getTime() + 2_000) : null,
  });
}
