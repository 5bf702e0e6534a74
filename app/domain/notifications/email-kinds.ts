/**
 * Kinds of email that customers can opt out of. All other emails are part of the service or
 * required by law.
 */
export const EMAIL_KINDS = [
  {
    kind: "searches",
    label: "Searches and the property report",
    about:
      "When searches are ordered, when the results are in, and when your property report is ready.",
  },
  {
    kind: "steps",
    label: "Legal steps",
    about:
      "When the sale is agreed, and when there’s news on the contract pack or enquiries (questions).",
  },
  {
    kind: "dates",
    label: "Planned dates",
    about: "When a planned date is set or changed before contracts are exchanged.",
  },
  {
    kind: "weekly",
    label: "A summary on Fridays",
    about:
      "An update on your sale or purchase, unless we’ve emailed you about it that day or the day before.",
  },
  {
    kind: "reminders",
    label: "Reminders to finish signing up",
    about: "One after a day and one after a week, if you haven’t finished.",
  },
] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number]["kind"];

/** Emails that customers cannot opt out of, worded to follow “emails about” on pages. */
export const SERVICE_EMAILS = [
  "exchange and completion, including a completion date set or changed after exchange",
  "a sale or purchase that falls through",
  "ID checks",
  "payments and receipts",
  "signing in, and changes to your account",
  "your solicitor, buyer or seller, and being added to a sale, purchase or gift",
  "the terms you accepted, and requests about your data",
] as const;

/** Kinds of items in a progress email. Customers cannot opt out of "checks" and "milestones". */
export type NewsKind = "checks" | "milestones" | Exclude<EmailKind, "weekly" | "reminders">;

export function isEmailKind(kind: string): kind is EmailKind {
  return EMAIL_KINDS.some((each) => each.kind === kind);
}
