/** The emails that customers may do without, by kind; all others are part of the service, or the law wants them (24). */
export const EMAIL_KINDS = [
  {
    kind: "checks",
    label: "ID checks",
    about: "When an ID check is ordered or completed, or needs to be done again.",
  },
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
      "When there’s news on the contract pack, enquiries (questions), exchange or completion, or if the sale falls through.",
  },
  {
    kind: "dates",
    label: "Dates",
    about: "When an exchange or completion date is set or changed.",
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

/** Kinds of something that has happened on a matter. */
export type NewsKind = Exclude<EmailKind, "weekly" | "reminders">;

export function isEmailKind(kind: string): kind is EmailKind {
  return EMAIL_KINDS.some((each) => each.kind === kind);
}
