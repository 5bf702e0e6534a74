/** The emails that customers may do without, by kind; all others are part of the service, or the law wants them (24). */
export const EMAIL_KINDS = [
  {
    kind: "checks",
    label: "ID checks",
    about: "When a check is asked for, is complete, or has to be done again.",
  },
  {
    kind: "searches",
    label: "Searches and the property report",
    about: "When searches are ordered and come back, and when the report is ready.",
  },
  {
    kind: "steps",
    label: "Legal steps",
    about: "The contract pack, enquiries, exchange of contracts, completion, and a sale that ends.",
  },
  {
    kind: "dates",
    label: "Dates",
    about: "When a date for exchange or completion is set or moved.",
  },
  {
    kind: "weekly",
    label: "A summary on Fridays",
    about: "Where your sale or purchase is, in a week in which nothing else has happened.",
  },
  {
    kind: "reminders",
    label: "Reminders to finish what you began",
    about: "One after a day and one after a week, when your answers are not complete.",
  },
] as const;

export type EmailKind = (typeof EMAIL_KINDS)[number]["kind"];

export function isEmailKind(kind: string): kind is EmailKind {
  return EMAIL_KINDS.some((each) => each.kind === kind);
}
