import type { NewsEvent } from "#app/domain/events/pending-news.server.ts";
import type { MovingDay } from "#app/domain/stages/before-moving.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import type { SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { NewsKind } from "./email-kinds.ts";

/** An event, and the ID check that it is about: events from before this was noted name none. */
export type Happened = { event: NewsEvent; check_id: string | null };

/** Something that has happened, in the words of its email: what, and what comes next. */
export type NewsItem = {
  kind: NewsKind;
  what: string;
  next: string;
  /** `what` in fewer words, for the subject of an email about a property with a long address. */
  brief?: string;
  /** Place of a date among the dates of an email: the subject is the first. */
  rank?: number;
  /** The dates that it names: its own first. */
  tells?: readonly SignificantDate[];
  /** Planned for today: no one has told us that it has happened. */
  is_ahead?: true;
  /** What to do, and by when. */
  steps?: { title: string; days: readonly MovingDay[] } | undefined;
};

export type NewsFacts = {
  side: "seller" | "buyer";
  progress: Pick<CustomerProgress, "checks" | "searches" | "report_at" | "dates">;
  /** The days of the legal steps, where this reader may know them. */
  days: Pick<
    StageFacts["days"],
    "contract_pack_sent_on" | "enquiries_raised_on" | "enquiries_answered_on"
  > | null;
  /** The dates of this purchase as the reader was last emailed them. */
  told: Partial<Record<SignificantDate, string | null>>;
  /** "2026-11-21", as London has it */
  today: string;
};
