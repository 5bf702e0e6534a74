/** Words of the emails about a matter that ends, is paused or is resumed. None has the reason. */

import type { ActionWords, WordFacts } from "./word-facts.ts";
import type { ActionKind, ActionReader } from "./notified.ts";

const ENDINGS = ["end_matter", "resume_matter", "pause_matter", "resume_paused_matter"] as const;
export type EndingKind = (typeof ENDINGS)[number];

/** Returns true for the actions whose words are in this file. */
export const isEnding = (kind: ActionKind): kind is EndingKind =>
  ENDINGS.some((ending) => ending === kind);

/** Value of “Paused until” without a day. */
export const NO_DAY = "We don’t know yet";
export const NOT_PAUSED_TEXT = "Not paused";

/** Part that a reader has in the matter. */
type Part =
  | "seller"
  | "buyer"
  | "waiting_buyer"
  | "giftor"
  | "seller_solicitor"
  | "buyer_solicitor"
  | "agent";

const PARTS: Record<ActionReader, Part> = {
  seller: "seller",
  co_seller: "seller",
  buyer: "buyer",
  co_buyer: "buyer",
  displaced_buyer: "buyer",
  waiting_buyer: "waiting_buyer",
  giftor: "giftor",
  previous_giftor: "giftor",
  seller_solicitor: "seller_solicitor",
  buyer_solicitor: "buyer_solicitor",
  estate_agent: "agent",
};

type Told = {
  property: string;
  /** Such as "until Friday 4 December 2026"; null without a day. */
  until: string | null;
  /** True if the solicitor of the reader’s side is emailed too. */
  solicitor: boolean;
};
type Letter = [subject: string, ...paragraphs: (string | false)[]];

const NOTHING_TO_DO = "You don’t need to do anything.";
const EMAILED_SOLICITOR = "We’ve also emailed your solicitor.";
const UNEXPECTED = "If you didn’t expect this, reply to this email.";

type Letters = Record<Exclude<Part, "waiting_buyer">, (told: Told) => Letter> & {
  waiting_buyer?: (told: Told) => Letter;
};

const LETTERS: Record<EndingKind, Letters> = {
  end_matter: {
    seller: ({ property, solicitor }) => [
      "Your sale has ended",
      `We’ve ended your sale of ${property}.`,
      solicitor && `${EMAILED_SOLICITOR} They’ll tell you if you owe anything for their work.`,
      `${NOTHING_TO_DO} We’ve stopped sending reminders, and we no longer need documents from you.`,
      "If you decide to sell after all, reply to this email.",
      UNEXPECTED,
    ],
    buyer: ({ property, solicitor }) => [
      "Your purchase has fallen through",
      `The sale of ${property} has ended, so your purchase can’t go ahead.`,
      solicitor && `${EMAILED_SOLICITOR} They’ll tell you if you owe anything for their work.`,
      "If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. We no longer need any documents from you.",
      UNEXPECTED,
    ],
    waiting_buyer: ({ property }) => [
      "The home is no longer for sale",
      `The sale of ${property} has ended, so you can’t buy it.`,
      "If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. We no longer need any documents from you.",
      UNEXPECTED,
    ],
    giftor: ({ property }) => [
      "The purchase has fallen through",
      `The sale of ${property} has ended. You were going to give money towards buying it.`,
      "Please do not send any money. If you’ve already sent money, contact the person you sent it to.",
      UNEXPECTED,
    ],
    seller_solicitor: ({ property }) => [
      "The sale has ended",
      `The sale of ${property} has ended. Please stop work on it and tell your client about any fees.`,
      "We’ve closed our open questions and document requests. We’ve emailed everyone in the sale.",
      UNEXPECTED,
    ],
    buyer_solicitor: ({ property }) => [
      "The sale has ended",
      `The sale of ${property} has ended. Please stop work on the purchase and tell your client about any fees.`,
      "We’ve closed our open questions and document requests. We’ve emailed everyone in the sale.",
      UNEXPECTED,
    ],
    agent: ({ property }) => [
      "The sale has ended",
      `The sale of ${property} has ended. We’ve asked the solicitors to stop work.`,
      `${NOTHING_TO_DO} If the seller decides to sell after all, email us.`,
      UNEXPECTED,
    ],
  },
  resume_matter: {
    seller: ({ property, solicitor }) => [
      "Your sale is going ahead again",
      `We’ve resumed your sale of ${property}. It carries on from where it stopped.`,
      solicitor && EMAILED_SOLICITOR,
      "Your dashboard shows the next step.",
      UNEXPECTED,
    ],
    buyer: ({ property, solicitor }) => [
      "Your purchase is going ahead again",
      `The sale of ${property} is going ahead again, and so is your purchase. It carries on from where it stopped.`,
      solicitor && EMAILED_SOLICITOR,
      "Your dashboard shows the next step.",
      UNEXPECTED,
    ],
    waiting_buyer: ({ property }) => [
      "The home is for sale again",
      `The sale of ${property} has been resumed, so you may be able to buy it again.`,
      `${NOTHING_TO_DO} We’ll email you if the sale goes ahead with you.`,
      UNEXPECTED,
    ],
    giftor: ({ property }) => [
      "The purchase is going ahead again",
      `The purchase of ${property} is going ahead again. You were going to give money towards it.`,
      `${NOTHING_TO_DO} If the buyer’s solicitor needs something from you, they’ll contact you.`,
      UNEXPECTED,
    ],
    seller_solicitor: ({ property }) => [
      "The sale is going ahead again",
      `The sale of ${property} is going ahead again. Please carry on from where you stopped.`,
      "If you’ve closed your file, reply and tell us what you need to open it again.",
      UNEXPECTED,
    ],
    buyer_solicitor: ({ property }) => [
      "The sale is going ahead again",
      `The purchase of ${property} is going ahead again. Please carry on from where you stopped.`,
      "If you’ve closed your file, reply and tell us what you need to open it again.",
      UNEXPECTED,
    ],
    agent: ({ property }) => [
      "The sale is going ahead again",
      `The sale of ${property} is going ahead again. We’ve asked the solicitors to carry on.`,
      NOTHING_TO_DO,
      UNEXPECTED,
    ],
  },
  pause_matter: {
    seller: ({ property, until, solicitor }) => [
      "Your sale is paused",
      `We’ve paused your sale of ${property}${sentenceEnd(until)}`,
      solicitor && EMAILED_SOLICITOR,
      `${NOTHING_TO_DO} We won’t send you reminders while your sale is paused, and we’ll email you when it carries on.`,
      UNEXPECTED,
    ],
    buyer: ({ property, until, solicitor }) => [
      "Your purchase is paused",
      `We’ve paused your purchase of ${property}${sentenceEnd(until)}`,
      solicitor && EMAILED_SOLICITOR,
      `${NOTHING_TO_DO} We won’t send you reminders while your purchase is paused, and we’ll email you when it carries on.`,
      UNEXPECTED,
    ],
    giftor: ({ property, until }) => [
      "The purchase is paused",
      `We’ve paused the purchase of ${property}${sentenceEnd(until)}`,
      NOTHING_TO_DO,
      UNEXPECTED,
    ],
    seller_solicitor: ({ property, until }) => [
      "The sale is paused",
      `We’ve paused the sale of ${property}${sentenceEnd(until)} Please pause your work too.`,
      "We won’t ask you about progress while it’s paused. We’ll email you when it carries on.",
      UNEXPECTED,
    ],
    buyer_solicitor: ({ property, until }) => [
      "The sale is paused",
      `We’ve paused the purchase of ${property}${sentenceEnd(until)} Please pause your work too.`,
      "We won’t ask you about progress while it’s paused. We’ll email you when it carries on.",
      UNEXPECTED,
    ],
    agent: ({ property, until }) => [
      "The sale is paused",
      `We’ve paused the sale of ${property}${sentenceEnd(until)}`,
      `${NOTHING_TO_DO} We’ll email you when it carries on.`,
      UNEXPECTED,
    ],
  },
  resume_paused_matter: {
    seller: ({ property, solicitor }) => [
      "Your sale is no longer paused",
      `Your sale of ${property} is no longer paused. It carries on from where it was.`,
      solicitor && EMAILED_SOLICITOR,
      "Your dashboard shows the next step.",
      UNEXPECTED,
    ],
    buyer: ({ property, solicitor }) => [
      "Your purchase is no longer paused",
      `Your purchase of ${property} is no longer paused. It carries on from where it was.`,
      solicitor && EMAILED_SOLICITOR,
      "Your dashboard shows the next step.",
      UNEXPECTED,
    ],
    giftor: ({ property }) => [
      "The purchase is no longer paused",
      `The purchase of ${property} is no longer paused.`,
      NOTHING_TO_DO,
      UNEXPECTED,
    ],
    seller_solicitor: ({ property }) => [
      "The sale is no longer paused",
      `The sale of ${property} is no longer paused. Please carry on with your work.`,
      UNEXPECTED,
    ],
    buyer_solicitor: ({ property }) => [
      "The sale is no longer paused",
      `The purchase of ${property} is no longer paused. Please carry on with your work.`,
      UNEXPECTED,
    ],
    agent: ({ property }) => [
      "The sale is no longer paused",
      `The sale of ${property} is no longer paused. We’ve asked the solicitors to carry on.`,
      NOTHING_TO_DO,
      UNEXPECTED,
    ],
  },
};

const sentenceEnd = (until: string | null) => (until === null ? "." : ` ${until}.`);

const FIRMS: readonly Part[] = ["seller_solicitor", "buyer_solicitor", "agent"];

/** Returns the words of the email to a reader about an end, a pause or what follows it. */
export function endingWords(kind: EndingKind, facts: WordFacts): ActionWords {
  const { reader, first_name, property, street, reference, solicitor_is_emailed } = facts;
  const part = PARTS[reader];
  const day = kind === "pause_matter" ? facts.after[0]?.text : undefined;
  const write = LETTERS[kind][part];
  if (!write) throw new Error(`${reader} is not emailed about ${kind}`);
  const [subject, ...paragraphs] = write({
    property,
    until: day === undefined || day === NO_DAY ? null : `until ${day}`,
    solicitor: solicitor_is_emailed,
  });
  const about = `${subject}: ${street}`;
  return {
    subject: FIRMS.includes(part) ? `${about} (${reference})` : about,
    greeting: first_name ? `Hello ${first_name},` : "Hello,",
    paragraphs: paragraphs.filter((text) => text !== false),
  };
}
