/** Facts that templates of answers use, with the name of each for staff. */
const FACT_NAMES = {
  first_name: "First name",
  address: "Address",
  number: "Number of the matter",
  exchange_date: "Exchange date",
  completion_date: "Completion date",
  solicitor: "Solicitor",
  search_days: "Day on which the searches were ordered",
  sender: "Your name",
} as const;
export type FactName = keyof typeof FACT_NAMES;
export type Facts = Readonly<Record<FactName, string | null>>;

type AnswerTemplate = { id: string; name: string; text: string };

const template = (id: string, name: string, paragraphs: readonly string[]): AnswerTemplate => ({
  id,
  name,
  text: ["Hello {{first_name}},", ...paragraphs, "{{sender}}"].join("\n\n"),
});

/** Templates of answers. Staff can change the text before they send it. */
export const ANSWER_TEMPLATES: readonly AnswerTemplate[] = [
  template("received", "We’ve received your message", [
    "Thank you for your message about {{address}}. We’ll look into it and email you again within one working day.",
  ]),
  template("document-received", "We’ve received your document", [
    "Thank you for the document. We’ve added it to the documents of {{address}}. We’ll email you if we need anything else.",
  ]),
  template("document-unclear", "Send a clearer copy", [
    "We can’t read part of the document that you sent. Send us a clearer copy of every page. A photo in daylight is fine.",
  ]),
  template("with-solicitor", "Your solicitor is working on it", [
    "We’ve checked with {{solicitor}}. They’re working on the next step for {{address}}. We’ll email you as soon as we hear more.",
  ]),
  template("searches-ordered", "Searches are on their way", [
    "We ordered the searches for {{address}} on {{search_days}}. Councils often take two to three weeks. We’ll email you the results when they arrive.",
  ]),
  template("exchange-date", "Exchange date", [
    "Contracts for {{address}} will be exchanged on {{exchange_date}} if everyone is ready. Do not book anything that you can’t cancel before contracts have been exchanged.",
  ]),
  template("completion-date", "Completion date", [
    "The completion date for {{address}} is {{completion_date}}. {{solicitor}} will confirm the arrangements for that day.",
  ]),
  template("visit", "Visit before exchange", [
    "We’ve asked the estate agent to arrange a time for the visit to {{address}}. They’ll contact you to agree a day.",
  ]),
  template("bank-details", "We never email bank details", [
    "We will never email you new bank details. If you get an email like that, do not pay. Phone us on a number you already have.",
  ]),
  template("phone", "Arrange a call", [
    "It would be quicker to discuss this by phone. When can we phone you about {{address}}? We’re in the office from 9am to 5.30pm on working days.",
  ]),
];

const PLACEHOLDER = /\{\{\s*([a-z_]{1,40})\s*\}\}/g;

/** Fills the facts into a text. A fact that is not known keeps its place in the text. */
export function fillFacts(text: string, facts: Facts): string {
  return text.replace(PLACEHOLDER, (place, name: string) =>
    isFact(name) ? (facts[name] ?? place) : place,
  );
}

/**
 * Returns a sentence for each fact that a text still lacks, such as "Completion date is not known".
 * A text with such a place can’t be sent.
 */
export function missingFacts(text: string): string[] {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([place, name = ""]) =>
    isFact(name) ? `${FACT_NAMES[name]} is not known` : `${place} is not a fact of a matter`,
  );
  return [...new Set(names)];
}

function isFact(name: string): name is FactName {
  return Object.hasOwn(FACT_NAMES, name);
}
