/** Words of the emails about an action. Staff see the same words before they confirm. */

import { type BuyerKind, buyerWords, isBuyerKind } from "./buyer-words.ts";
import { type EndingKind, endingWords, isEnding } from "./ending-words.ts";
import type { ActionKind, ActionReader } from "./notified.ts";
import type { ActionWords, WordFacts } from "./word-facts.ts";

/** Sentences after the news, for those readers who are emailed about an action (notified.ts). */
type Words = {
  subject: string;
  customers?: string;
  seller_solicitor?: string;
  buyer_solicitor?: string;
  estate_agent?: string;
};

const ASK = "If this isn’t right, reply to this email.";

/** Words of the actions that correct or change one value. The news is the old and the new value. */
const WORDS: Record<Exclude<ActionKind, EndingKind | BuyerKind>, Words> = {
  change_agreed_price: {
    subject: "The agreed price has changed",
    seller_solicitor: "Please use the new price in the contract.",
    buyer_solicitor:
      "Please check the contract for the new price and, if there is a mortgage, tell the lender.",
  },
  correct_asking_price: { subject: "We’ve corrected the asking price" },
  correct_tenure: {
    subject: "We’ve corrected the tenure",
    customers: "Your solicitor can explain what this means for you.",
    seller_solicitor: "Our earlier emails had the old tenure.",
    buyer_solicitor: "Our earlier emails had the old tenure.",
    estate_agent: "Please check your particulars of the property.",
  },
  correct_title_number: {
    subject: "We’ve corrected the title number",
    seller_solicitor: "Our earlier emails had the old title number.",
    buyer_solicitor: "Our earlier emails had the old title number.",
  },
  correct_address: {
    subject: "We’ve corrected the address",
    seller_solicitor:
      "Our earlier emails had the old address. Please check that the contract has the new one.",
    buyer_solicitor:
      "Our earlier emails had the old address. Please check that the contract and your searches have the new one.",
    estate_agent: "Please check your particulars of the property.",
  },
  correct_ownership: {
    subject: "We’ve corrected who is selling",
    seller_solicitor:
      "Please check who must sign the contract. A representative must show their authority to sell.",
  },
  correct_lender: {
    subject: "We’ve corrected the mortgage details",
    customers: "Your documents page shows what we need from you now.",
    buyer_solicitor:
      "Please check the mortgage offer, and whether you can act for the buyer’s lender.",
  },
  correct_seller_lender: {
    subject: "We’ve corrected the mortgage details",
    seller_solicitor: "Please check this against the charges on the title register.",
  },
  correct_postal_address: {
    subject: "We’ve corrected a postal address",
    seller_solicitor: "Please use the new address when you write to your client.",
    buyer_solicitor: "Please use the new address when you write to your client.",
  },
};

/** Returns the words of the email to a reader of an action. */
export function actionWords(kind: ActionKind, facts: WordFacts): ActionWords {
  if (isEnding(kind)) return endingWords(kind, facts);
  const { reader, first_name, street, reference, solicitor_is_emailed } = facts;
  if (isBuyerKind(kind)) return inFull(facts, buyerWords(kind, facts));
  const { subject, customers, ...firms } = WORDS[kind];
  const about = `${subject}: ${street}`;
  const greeting = first_name ? `Hello ${first_name},` : "Hello,";
  if (reader === "seller_solicitor" || reader === "buyer_solicitor" || reader === "estate_agent") {
    const next = firms[reader];
    return {
      subject: `${about} (${reference})`,
      greeting,
      paragraphs: [newsOf(facts), ...(next ? [next] : []), ASK],
    };
  }
  const next = [customers, solicitor_is_emailed && "We’ve also emailed your solicitor."];
  return {
    subject: about,
    greeting,
    paragraphs: [newsOf(facts), next.filter(Boolean).join(" "), ASK].filter(Boolean),
  };
}

/** Adds the greeting and what to do if the news is wrong. Firms read our number in the subject. */
function inFull(
  { reader, first_name, street, reference }: WordFacts,
  { subject, paragraphs }: Pick<ActionWords, "subject" | "paragraphs">,
): ActionWords {
  return {
    subject: `${subject}: ${street}${isFirm(reader) ? ` (${reference})` : ""}`,
    greeting: first_name ? `Hello ${first_name},` : "Hello,",
    paragraphs: [...paragraphs, ASK],
  };
}

const isFirm = (reader: ActionReader) =>
  reader === "seller_solicitor" || reader === "buyer_solicitor" || reader === "estate_agent";

/** Such as "The agreed price of 12 Arch Street is now £462,000. It was £450,000." */
function newsOf({ before, after, property }: WordFacts): string {
  return after
    .map(({ label, text, phrase = `The ${label.toLowerCase()} of ${property}` }, index) => {
      const old = before[index]?.text ?? "not known";
      return `${phrase} is now ${text}. It was ${old}.`;
    })
    .join(" ");
}
