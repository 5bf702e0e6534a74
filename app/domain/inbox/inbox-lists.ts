/** The people whose conversations a view of the inbox has. */
export const INBOX_VIEWS = ["mine", "unassigned", "everyone"] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

export const VIEW_LABELS: Readonly<Record<InboxView, string>> = {
  mine: "Mine",
  unassigned: "Unassigned",
  everyone: "Everyone’s",
};

/**
 * Lists of a view. Each conversation is in exactly one: a conversation whose snooze has ended is
 * open, even if the last message was ours.
 */
export const INBOX_LISTS = ["open", "answered", "closed", "snoozed"] as const;
export type InboxList = (typeof INBOX_LISTS)[number];

export const LIST_LABELS: Readonly<Record<InboxList, string>> = {
  open: "Open",
  answered: "Answered",
  closed: "Closed",
  snoozed: "Snoozed",
};

/** Largest number that counts of the inbox show. */
export const MAX_SHOWN_COUNT = 99;

/** Returns the text of a count: "6", or "99+" for more than MAX_SHOWN_COUNT. */
export function countText(count: number): string {
  return count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count);
}

/** Position in a list: the sort key of the last row and its id, such as "1790000000123456.66…". */
export const POSITION = /^(-?\d{1,18}|\d{4}-\d{2}-\d{2})\.([\da-f]{24})$/;
