/**
 * Events that law firms and estate agents of a matter are emailed about, and whether the email
 * waits. docs/notified.md shows this table, with that of the actions.
 */

import type { EventName } from "./catalogue.ts";

export const FIRMS = ["seller_solicitor", "buyer_solicitor", "estate_agent"] as const;
export type Firm = (typeof FIRMS)[number];

/**
 * Time of an email to a firm: at once, or together with the firm’s other news of the matter, at
 * most once an hour.
 */
export type FirmTiming = "at_once" | "hourly";

/** Reason why a firm isn’t emailed, or "email". */
type Cell = "email" | { none: string };

const none = (reason: string): Cell => ({ none: reason });
const OWN_STEP = none("It’s their own step.");
const RESULTS_FOR_SOLICITORS = none("The results are for the solicitors.");
const ALL: Record<Firm, Cell> = {
  seller_solicitor: "email",
  buyer_solicitor: "email",
  estate_agent: "email",
};

export const FIRM_NEWS_EVENTS = {
  property_information_confirmed: {
    timing: "hourly",
    readers: {
      seller_solicitor: "email",
      buyer_solicitor: none("Staff share the answers once the sellers agree."),
      estate_agent: none("Staff share the answers once the sellers agree."),
    },
  },
  search_completed: {
    timing: "hourly",
    readers: {
      seller_solicitor: "email",
      buyer_solicitor: "email",
      estate_agent: RESULTS_FOR_SOLICITORS,
    },
  },
  property_search_report_generated: {
    timing: "hourly",
    readers: {
      seller_solicitor: none("They get the searches themselves."),
      buyer_solicitor: none("They get the searches themselves."),
      estate_agent: RESULTS_FOR_SOLICITORS,
    },
  },
  purchase_intent_activated: {
    timing: "at_once",
    readers: {
      seller_solicitor: "email",
      buyer_solicitor: none("They get their letter."),
      estate_agent: "email",
    },
  },
  contract_pack_ready: {
    timing: "hourly",
    readers: {
      seller_solicitor: OWN_STEP,
      buyer_solicitor: none("The seller’s solicitor sends them the pack."),
      estate_agent: "email",
    },
  },
  contract_pack_sent: {
    timing: "hourly",
    readers: { seller_solicitor: OWN_STEP, buyer_solicitor: "email", estate_agent: "email" },
  },
  enquiries_raised: {
    timing: "hourly",
    readers: { seller_solicitor: "email", buyer_solicitor: OWN_STEP, estate_agent: "email" },
  },
  enquiries_answered: {
    timing: "hourly",
    readers: { seller_solicitor: OWN_STEP, buyer_solicitor: "email", estate_agent: "email" },
  },
  exchanged: { timing: "at_once", readers: ALL },
  completed: { timing: "at_once", readers: ALL },
  aborted: { timing: "at_once", readers: ALL },
} as const satisfies Partial<
  Record<EventName, { timing: FirmTiming; readers: Record<Firm, Cell> }>
>;

export type FirmNewsEvent = keyof typeof FIRM_NEWS_EVENTS;

/** Returns true for an event that the table has. */
export function isFirmNewsEvent(name: string): name is FirmNewsEvent {
  return Object.hasOwn(FIRM_NEWS_EVENTS, name);
}
