import type { readOfficeSale } from "#app/domain/agent-pages/read-sale.server.ts";
import { sentenceDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";

type Sale = Pick<
  Awaited<ReturnType<typeof readOfficeSale>>,
  "is_over" | "has_buyer" | "memorandum"
>;

export type MemorandumView = {
  /** "open" if the office can send a memorandum. */
  state: "open" | "sent" | "has_buyer";
  /** The memorandum that we check, such as "Bea Byron, £450,000. Sent by Laura Fenton on …". */
  sent: string | null;
  /** Why we declined it, and when. */
  declined: { on: string; reason: string } | null;
};

/** Returns the state of “Sale agreed”; null for a sale that has ended. @param today London’s day */
export function memorandumView(
  { is_over, has_buyer, memorandum }: Sale,
  today: string,
): MemorandumView | null {
  if (is_over) return null;
  if (has_buyer) return { state: "has_buyer", sent: null, declined: null };
  const { status, reason, decided_at } = memorandum ?? {};
  if (memorandum && status === "sent") {
    const { sent_by, sent_at, agreed_price_pounds } = memorandum;
    const what = `${fullName(memorandum)}, ${formatPounds(agreed_price_pounds)}`;
    const sent = `${what}. Sent by ${sent_by} on ${sentenceDate(sent_at, today)}.`;
    return { state: "sent", sent, declined: null };
  }
  const declined =
    reason && decided_at && status === "declined"
      ? { on: sentenceDate(decided_at, today), reason }
      : null;
  return { state: "open", sent: null, declined };
}
