import { sentenceDate } from "#app/domain/shared/dates.ts";
import type { CustomerProgress } from "#app/domain/transactions/customer-progress.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { SignificantDate } from "#app/domain/transactions/significant-dates.ts";
import type { ProgressItem } from "./progress-item.ts";

type Words = Pick<ProgressItem, "what" | "next" | "brief">;

type Known = { side: Side; today: string; dates: NonNullable<CustomerProgress["dates"]> };

const NO_NEW_DATE = "There’s no new date yet. We’ll email you when there is one.";

/**
 * Returns the text about a date that staff have cleared.
 * @param before the date as we last emailed it to the reader, "2026-12-04"
 */
export function withdrawnWords(name: SignificantDate, before: string, known: Known): Words {
  const { side, today, dates } = known;
  const act = side === "seller" ? "sale" : "purchase";
  const day = sentenceDate(before, today);
  const isPast = before <= today;
  const given = `The date we gave you was ${day}. We’ve withdrawn it.`;
  switch (name) {
    case "sale_agreed":
      return {
        what: `The date of agreeing your ${act} has been withdrawn`,
        brief: "Sale agreed date withdrawn",
        next: `${given} If you didn’t expect this, email us.`,
      };
    case "exchanged":
      return isPast
        ? {
            what: "The exchange date has been withdrawn",
            brief: "Exchange date withdrawn",
            next: `${given} Do not treat your ${act} as legally binding. Ask your solicitor if contracts have been exchanged.`,
          }
        : {
            what: "The planned exchange date has been withdrawn",
            brief: "Planned exchange date withdrawn",
            next: `Exchange was planned for ${day}. ${NO_NEW_DATE} Nothing is legally binding until contracts are exchanged.`,
          };
    case "completed":
      return isPast || (dates.exchanged !== null && dates.exchanged <= today)
        ? {
            what: "The completion date has been withdrawn",
            brief: "Completion date withdrawn",
            next: `${given} Ask your solicitor which day your contract says, before you move or send any money.`,
          }
        : {
            what: "The planned completion date has been withdrawn",
            brief: "Planned completion date withdrawn",
            next: `Completion was planned for ${day}. ${NO_NEW_DATE} Do not book your move yet. If you’ve booked anything for that day, tell the firm that it’s no longer certain.`,
          };
    case "aborted":
      return isPast
        ? {
            what: `Your ${act} has not fallen through`,
            next: `We emailed you that it fell through on ${day}. We’ve withdrawn that, and your ${act} is going ahead. If you didn’t expect this, email us straight away.`,
          }
        : {
            what: `Your ${act} is no longer due to end`,
            next: `It was due to end on ${day}. We’ve withdrawn that, and your ${act} is going ahead. If you didn’t expect this, email us straight away.`,
          };
  }
}
