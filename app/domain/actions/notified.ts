/**
 * Table of the readers who are notified of each action, with a reason for each reader who is not.
 * docs/notified.md shows it, and tests/domain/actions/notified.test.ts walks every cell.
 */

export const ACTION_READERS = [
  "seller",
  "co_seller",
  "buyer",
  "co_buyer",
  "giftor",
  "displaced_buyer",
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
  seller_solicitor: "Seller’s solicitor",
  buyer_solicitor: "Buyer’s solicitor",
  estate_agent: "Estate agent",
};

export const ACTION_KINDS = [
  "change_agreed_price",
  "correct_asking_price",
  "correct_tenure",
  "correct_title_number",
  "release_buyer",
  "resume_buyer",
  "replace_buyer",
  "take_unit_out",
  "agree_sale",
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Returns an action as its address has it, such as "change-agreed-price". */
export const slugOf = (kind: ActionKind): string => kind.replaceAll("_", "-");

/** An email, or nothing with the reason. */
type Notified = "email" | { none: string };

const none = (reason: string): Notified => ({ none: reason });

const NOT_THEIRS = none("Their purchase has ended.");
const GIFT_STAYS = none("Their gift doesn’t change.");
const BY_SOLICITOR = none("Their solicitor advises them about the title.");

const NO_PREVIOUS = none("Only the active buyer changes.");
const EVERYONE_BUT_PREVIOUS = {
  seller: "email",
  co_seller: "email",
  buyer: "email",
  co_buyer: "email",
  giftor: "email",
  displaced_buyer: NO_PREVIOUS,
  seller_solicitor: "email",
  buyer_solicitor: "email",
  estate_agent: "email",
} as const;
const SAME_PURCHASE = none("Nothing changes for their purchase.");

export const NOTIFIED: Record<ActionKind, Record<ActionReader, Notified>> = {
  change_agreed_price: {
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
  release_buyer: EVERYONE_BUT_PREVIOUS,
  resume_buyer: EVERYONE_BUT_PREVIOUS,
  replace_buyer: {
    ...EVERYONE_BUT_PREVIOUS,
    giftor: GIFT_STAYS,
    displaced_buyer: "email",
  },
  take_unit_out: {
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
    ...EVERYONE_BUT_PREVIOUS,
    giftor: GIFT_STAYS,
    displaced_buyer: NOT_THEIRS,
    buyer_solicitor: none("They are instructed once they’re assigned."),
  },
};
