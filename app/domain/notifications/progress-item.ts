import type { NotifiedEvent } from "#app/domain/events/pending-notifications.server.ts";
import type { MovingDay } from "#app/domain/stages/pre-completion-tasks.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import type { SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { NewsKind } from "./email-kinds.ts";

/** An event and the ID check that it is about. Older events have no `check_id`. */
export type NotifiedEventRef = { event: NotifiedEvent; check_id: string | null };

/** Item of a progress email: what happened, and what comes next. */
export type ProgressItem = {
  kind: NewsKind;
  what: string;
  next: string;
  /** Shorter wording of `what`, for the subject if the property’s address is long. */
  brief?: string;
  /**
   * Rank of the item’s date among the dates of an email. The item with the lowest rank becomes the
   * subject.
   */
  rank?: number;
  /** Dates that the item mentions, starting with its own. */
  tells?: readonly SignificantDate[];
  /** True if the item is about a date that is planned for today but not yet confirmed. */
  is_ahead?: true;
  /** Tasks of the reader, with their deadlines. */
  steps?: { title: string; days: readonly MovingDay[] } | undefined;
};

export type NewsFacts = {
  side: "seller" | "buyer";
  progress: Pick<CustomerProgress, "checks" | "searches" | "report_at" | "dates">;
  /** Dates of the legal steps; null if this reader may not see them. */
  days: Pick<
    StageFacts["days"],
    | "contract_pack_ready_on"
    | "contract_pack_sent_on"
    | "enquiries_raised_on"
    | "enquiries_answered_on"
  > | null;
  /** Dates of this purchase as we last emailed them to the reader. */
  last_emailed: Partial<Record<SignificantDate, string | null>>;
  /** False while the reader’s sale has no buyer. */
  has_buyer: boolean;
  today: string;
};
