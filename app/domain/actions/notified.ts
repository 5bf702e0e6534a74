/**
 * Table of the readers who are notified of each action, with a reason for each reader who is not,
 * and of the emails to firms that wait for others. docs/notified.md shows it, and
 * tests/domain/actions/notified.test.ts walks every cell.
 */

import type { FirmTiming } from "#app/domain/events/firm-news.ts";

export const ACTION_READERS = [
  "seller",
  "co_seller",
  "buyer",
  "co_buyer",
  "giftor",
  "displaced_buyer",
  "previous_giftor",
  "waiting_buyer",
  "seller_solicitor",
  "buyer_solicitor",
  "estate_agent",
] as const;
export type ActionReader = (typeof ACTION_READERS)[number];

export const READER_LABELS: Record<ActionReader, string> = {
  seller: "Seller",
  co_seller: "Co-seller",
  buyer: "Buyer",
  co_buyer: "Co-buyer",
  giftor: "Giftor",
  displaced_buyer: "Previous buyer",
  previous_giftor: "Previous buyer’s giftor",
  waiting_buyer: "Waiting buyer",
  seller_solicitor: "Seller’s solicitor",
  buyer_solicitor: "Buyer’s solicitor",
  estate_agent: "Estate agent",
};

export const ACTION_KINDS = [
  "change_agreed_price",
  "correct_asking_price",
  "correct_tenure",
  "correct_title_number",
  "correct_address",
  "correct_ownership",
  "correct_lender",
  "correct_seller_lender",
  "correct_postal_address",
  "end_matter",
  "resume_matter",
  "pause_matter",
  "resume_paused_matter",
  "release_buyer",
  "resume_buyer",
  "replace_buyer",
  "take_unit_out",
  "agree_sale",
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Returns an action as its address has it, such as "change-agreed-price". */
export const slugOf = (kind: ActionKind): string => kind.replaceAll("_", "-");

/** An email; an email on a condition, otherwise nothing with the reason; or nothing. */
export type Notified = "email" | { email_if?: string; none: string };

const none = (reason: string): Notified => ({ none: reason });

/** Returns a cell of the table as docs/notified.md shows it. */
export function notifiedText(notified: Notified): string {
  if (notified === "email") return notified;
  return notified.email_if === undefined ? notified.none : `email, ${notified.email_if}`;
}

const NOT_THEIRS = none("Their purchase has ended.");
const GIFT_STAYS = none("Their gift doesn’t change.");
const OWN_ADDRESS = { email_if: "if it’s their address", none: "It isn’t their address." };
const CLIENTS_ADDRESS = {
  email_if: "if it’s their client’s address",
  none: "It isn’t their client’s address.",
};
const LENDER_IS_PRIVATE = none("How the buyer borrows is private.");
const SELLERS_LENDER_IS_PRIVATE = none("The seller’s lender is private.");
const BY_SOLICITOR = none("Their solicitor advises them about the title.");

const NO_PREVIOUS = none("Only the active buyer changes.");
const EVERYONE = {
  seller: "email",
  co_seller: "email",
  buyer: "email",
  co_buyer: "email",
  giftor: "email",
  seller_solicitor: "email",
  buyer_solicitor: "email",
  estate_agent: "email",
} as const;
const EVERYONE_BUT_PREVIOUS = { ...EVERYONE, displaced_buyer: NO_PREVIOUS };
/** People of a purchase that is not the active one, and hasn’t been. */
const APART = {
  previous_giftor: none("Their gift was for a purchase that has ended."),
  waiting_buyer: none("The sale isn’t going ahead with them."),
};
const SAME_PURCHASE = none("Nothing changes for their purchase.");

export const NOTIFIED: Record<ActionKind, Record<ActionReader, Notified>> = {
  change_agreed_price: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: "email",
    co_buyer: "email",
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: "email",
    estate_agent: "email",
  },
  correct_asking_price: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: none("The price that they agreed doesn’t change."),
    co_buyer: none("The price that they agreed doesn’t change."),
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: none("The contract has the agreed price."),
    buyer_solicitor: none("The contract has the agreed price."),
    estate_agent: none("The asking price comes from the agent."),
  },
  correct_tenure: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: "email",
    co_buyer: "email",
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: "email",
    estate_agent: "email",
  },
  correct_title_number: {
    ...APART,
    seller: none("They never entered or saw the title number."),
    co_seller: none("They never entered or saw the title number."),
    buyer: BY_SOLICITOR,
    co_buyer: BY_SOLICITOR,
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: "email",
    estate_agent: none("The agent doesn’t use the title number."),
  },
  correct_address: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: "email",
    co_buyer: "email",
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: "email",
    estate_agent: "email",
  },
  correct_ownership: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: none("The seller’s solicitor tells their solicitor who can sell."),
    co_buyer: none("The seller’s solicitor tells their solicitor who can sell."),
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: none("The seller’s solicitor tells them who can sell."),
    estate_agent: none("The agent knows who instructs them."),
  },
  correct_lender: {
    ...APART,
    seller: LENDER_IS_PRIVATE,
    co_seller: LENDER_IS_PRIVATE,
    buyer: "email",
    co_buyer: "email",
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: LENDER_IS_PRIVATE,
    buyer_solicitor: "email",
    estate_agent: LENDER_IS_PRIVATE,
  },
  correct_seller_lender: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: SELLERS_LENDER_IS_PRIVATE,
    co_buyer: SELLERS_LENDER_IS_PRIVATE,
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: SELLERS_LENDER_IS_PRIVATE,
    estate_agent: SELLERS_LENDER_IS_PRIVATE,
  },
  correct_postal_address: {
    ...APART,
    seller: OWN_ADDRESS,
    co_seller: OWN_ADDRESS,
    buyer: OWN_ADDRESS,
    co_buyer: OWN_ADDRESS,
    giftor: OWN_ADDRESS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: CLIENTS_ADDRESS,
    buyer_solicitor: CLIENTS_ADDRESS,
    estate_agent: none("The agent doesn’t write to people at home."),
  },
  end_matter: {
    ...APART,
    ...EVERYONE,
    displaced_buyer: NOT_THEIRS,
    waiting_buyer: "email",
  },
  resume_matter: {
    ...APART,
    ...EVERYONE,
    displaced_buyer: NOT_THEIRS,
    waiting_buyer: "email",
  },
  pause_matter: {
    ...APART,
    ...EVERYONE,
    giftor: none("They don’t need to do anything differently during a pause."),
    displaced_buyer: NOT_THEIRS,
  },
  resume_paused_matter: {
    ...APART,
    ...EVERYONE,
    giftor: none("They weren’t emailed about the pause."),
    displaced_buyer: NOT_THEIRS,
  },
  release_buyer: { ...APART, ...EVERYONE_BUT_PREVIOUS },
  resume_buyer: { ...APART, ...EVERYONE_BUT_PREVIOUS },
  replace_buyer: {
    ...APART,
    ...EVERYONE_BUT_PREVIOUS,
    giftor: GIFT_STAYS,
    displaced_buyer: "email",
    previous_giftor: "email",
  },
  take_unit_out: {
    ...APART,
    seller: "email",
    co_seller: "email",
    buyer: SAME_PURCHASE,
    co_buyer: SAME_PURCHASE,
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    seller_solicitor: "email",
    buyer_solicitor: SAME_PURCHASE,
    estate_agent: none("They market each home separately already."),
  },
  agree_sale: {
    ...APART,
    ...EVERYONE_BUT_PREVIOUS,
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    buyer_solicitor: none("They are instructed once they’re assigned."),
  },
};

/**
 * Time of the email about an action to solicitors and agents. An action that starts, stops or
 * resumes their work never waits. Customers are never made to wait for other news.
 */
export const ACTION_TIMINGS: Record<ActionKind, FirmTiming> = {
  change_agreed_price: "hourly",
  correct_asking_price: "hourly",
  correct_tenure: "hourly",
  correct_title_number: "hourly",
  correct_address: "hourly",
  correct_ownership: "hourly",
  correct_lender: "hourly",
  correct_seller_lender: "hourly",
  correct_postal_address: "hourly",
  take_unit_out: "hourly",
  end_matter: "at_once",
  resume_matter: "at_once",
  pause_matter: "at_once",
  resume_paused_matter: "at_once",
  release_buyer: "at_once",
  resume_buyer: "at_once",
  replace_buyer: "at_once",
  agree_sale: "at_once",
};

const INSTRUCTION = "An instruction never waits.";
const CHOSEN_BY_STAFF = "Staff choose its recipient and send it.";

/** Emails to firms that never wait, with the reason. All others are items of `firm_news`. */
export const EMAILS_AT_ONCE = {
  seller_solicitor_instruction: INSTRUCTION,
  buyer_solicitor_instruction: INSTRUCTION,
  purchase_intent_activated_solicitor: INSTRUCTION,
  estate_agent_introduction: INSTRUCTION,
  thirdfort_request_sellers: INSTRUCTION,
  thirdfort_request_buyers: INSTRUCTION,
  solicitor_release: "The firm must stop work.",
  estate_agent_release: "The firm must stop work.",
  other_solicitor_changed: "Until it arrives, letters go to the wrong firm.",
  buyer_found: CHOSEN_BY_STAFF,
  documents_to_solicitor: CHOSEN_BY_STAFF,
  property_information_shared: CHOSEN_BY_STAFF,
  firm_chase: CHOSEN_BY_STAFF,
  conversation_answer: CHOSEN_BY_STAFF,
  memorandum_declined: "Until they send it again, no sale is recorded.",
  magic_link_firm: "A person waits for it.",
  weekly_leads: "It is not about a matter.",
} as const satisfies Record<string, string>;
