/** Words of the emails about a change of the buyer, or of the group of new homes. */

import { ADVISE_OTHERS } from "#app/domain/purchases/purchase-standing.ts";
import type { ShownValue } from "./action.ts";
import type { ActionKind, ActionReader } from "./notified.ts";

export type BuyerKind = Extract<
  ActionKind,
  "release_buyer" | "resume_buyer" | "replace_buyer" | "take_unit_out" | "agree_sale"
>;

/** Value of a form for a buyer who has not entered a purchase of the matter. */
export const NEW_BUYER = "new";

/** Next step after a sale was agreed, by the buyer’s state: as pages and emails name it. */
export const NEXT_STEPS = {
  activate: "The purchase becomes active",
  invite: "We’ll email the buyer an invitation",
  accept: "The buyer uses the invitation that we emailed earlier",
  finish: "The buyer finishes signing up",
} as const;
export type NextStep = keyof typeof NEXT_STEPS;
export const NEXT_STEP_NAMES = [
  "activate",
  "invite",
  "accept",
  "finish",
] as const satisfies NextStep[];

/** Returns true for an action whose words are in this file. */
export function isBuyerKind(kind: ActionKind): kind is BuyerKind {
  return Object.hasOwn(WORDS, kind);
}

type Letter = { subject: string; paragraphs: string[] };
type Words = Partial<Record<ActionReader, (facts: Known) => Letter>>;

type Facts = {
  reader: ActionReader;
  property: string;
  before: readonly ShownValue[];
  after: readonly ShownValue[];
  solicitor_is_emailed: boolean;
};

type Known = {
  /** The whole address. */
  property: string;
  /** Buyers or group before and after the action. */
  before: string;
  after: string;
  /** Agreed price, such as "£450,000". */
  price: string;
  next: string;
  /** "We’ve also emailed your solicitor.", if we have. */
  solicitor: string[];
  /** That sentence, and "You don’t need to do anything." */
  nothing_to_do: string;
};

/** Returns the words for a reader who is emailed about the action. */
export function buyerWords(
  kind: BuyerKind,
  { reader, property, before, after, solicitor_is_emailed }: Facts,
): Letter {
  const same: Partial<Record<ActionReader, ActionReader>> = {
    co_seller: "seller",
    co_buyer: "buyer",
  };
  const write = WORDS[kind][same[reader] ?? reader];
  if (!write) throw new Error(`${reader} is not emailed about ${kind}`);
  const solicitor = solicitor_is_emailed ? ["We’ve also emailed your solicitor."] : [];
  return write({
    property,
    before: before[0]?.text ?? "",
    after: after[0]?.text ?? "",
    price: after[1]?.text ?? "",
    next: after[2]?.text ?? "",
    solicitor,
    nothing_to_do: [...solicitor, "You don’t need to do anything."].join(" "),
  });
}

const STOPS = "Your purchase isn’t going ahead";

const stopsForSolicitor = ({ property, before }: Known): Letter => ({
  subject: "The purchase isn’t going ahead",
  paragraphs: [
    `The purchase of ${property} by ${before} isn’t going ahead.`,
    "Please stop work on it. We’ll email you if the purchase is resumed.",
  ],
});

const giftNotNeeded = ({ property, before }: Known): Letter => ({
  subject: "Your gift isn’t needed now",
  paragraphs: [
    `The purchase of ${property} by ${before} isn’t going ahead, so your gift for it isn’t needed.`,
    "You don’t need to do anything.",
  ],
});

const WORDS: Record<BuyerKind, Words> = {
  release_buyer: {
    seller: ({ property, before, solicitor }) => ({
      subject: "Your buyer is no longer buying",
      paragraphs: [
        `The sale of ${property} to ${before} isn’t going ahead.`,
        "Your sale carries on, and everything that is done for it stays done. It only needs a new buyer.",
        [
          ...solicitor,
          "You don’t need to do anything now. We’ll email you when there’s a new buyer.",
        ].join(" "),
      ],
    }),
    buyer: ({ property, solicitor }) => ({
      subject: STOPS,
      paragraphs: [
        `Your purchase of ${property} isn’t going ahead, so we’ve stopped our work on it.`,
        [...solicitor, ADVISE_OTHERS].join(" "),
      ],
    }),
    giftor: giftNotNeeded,
    seller_solicitor: ({ property, before }) => ({
      subject: "The buyer is no longer buying",
      paragraphs: [
        `The sale of ${property} to ${before} isn’t going ahead. Your client is still selling.`,
        "Please send nothing more to that buyer’s solicitor. We’ll email you when there’s a new buyer.",
      ],
    }),
    buyer_solicitor: stopsForSolicitor,
    estate_agent: ({ property, before }) => ({
      subject: "The buyer is no longer buying",
      paragraphs: [
        `The sale of ${property} to ${before} isn’t going ahead. The seller is still selling.`,
        "When you’ve agreed a sale with a new buyer, send us the memorandum of sale on your office’s page.",
      ],
    }),
  },
  resume_buyer: {
    seller: ({ property, after, nothing_to_do }) => ({
      subject: "Your sale is going ahead again",
      paragraphs: [
        `The sale of ${property} to ${after} is going ahead again.`,
        `We’ve resumed our work with this buyer. ${nothing_to_do}`,
      ],
    }),
    buyer: ({ property, nothing_to_do }) => ({
      subject: "Your purchase is going ahead again",
      paragraphs: [
        `Your purchase of ${property} is going ahead again.`,
        `We’ve resumed our work on it. ${nothing_to_do} We’ll email you about the next step.`,
      ],
    }),
    giftor: ({ property, after }) => ({
      subject: "Your gift is needed again",
      paragraphs: [
        `The purchase of ${property} by ${after} is going ahead again, so your gift for it is needed.`,
        "You don’t need to do anything now. We’ll email you if we need something from you.",
      ],
    }),
    seller_solicitor: ({ property, after }) => ({
      subject: "The sale is going ahead again",
      paragraphs: [
        `The sale of ${property} to ${after} is going ahead again.`,
        "Please carry on with this buyer.",
      ],
    }),
    buyer_solicitor: ({ property, after }) => ({
      subject: "The purchase is going ahead again",
      paragraphs: [
        `The purchase of ${property} by ${after} is going ahead again.`,
        "Please carry on with it.",
      ],
    }),
    estate_agent: ({ property, after }) => ({
      subject: "The sale is going ahead again",
      paragraphs: [
        `The sale of ${property} to ${after} is going ahead again.`,
        "You don’t need to do anything.",
      ],
    }),
  },
  replace_buyer: {
    seller: ({ property, before, after, nothing_to_do }) => ({
      subject: "Your sale has a new buyer",
      paragraphs: [
        `The sale of ${property} is going ahead with ${after} as the buyer. It isn’t going ahead with ${before}.`,
        `We’ll introduce the new buyer to a solicitor next. ${nothing_to_do}`,
      ],
    }),
    buyer: ({ property }) => ({
      subject: "Your purchase is going ahead",
      paragraphs: [
        `The sale of ${property} is going ahead with you as the buyer.`,
        "Next, we’ll introduce you to a solicitor by email. You don’t need to do anything before then.",
      ],
    }),
    displaced_buyer: ({ property, solicitor }) => ({
      subject: STOPS,
      paragraphs: [
        `The sale of ${property} isn’t going ahead with you as the buyer.`,
        [...solicitor, ADVISE_OTHERS].join(" "),
        "We’ve saved your details and will email you if that changes.",
      ],
    }),
    previous_giftor: giftNotNeeded,
    seller_solicitor: ({ property, before, after }) => ({
      subject: "The sale has a new buyer",
      paragraphs: [
        `The sale of ${property} is going ahead with ${after} as the buyer. It isn’t going ahead with ${before}.`,
        `Please send nothing more to the solicitor of ${before}. We’ll assign a solicitor to the new buyer next.`,
      ],
    }),
    buyer_solicitor: stopsForSolicitor,
    estate_agent: ({ property, before, after }) => ({
      subject: "The sale has a new buyer",
      paragraphs: [
        `The sale of ${property} is going ahead with ${after} as the buyer. It isn’t going ahead with ${before}.`,
        "You don’t need to do anything.",
      ],
    }),
  },
  take_unit_out: {
    seller: ({ property, before, nothing_to_do }) => ({
      subject: "This sale is now separate",
      paragraphs: [
        `We now handle the sale of ${property} separately from the other homes of ${before}.`,
        `We’ll email you about it separately too. ${nothing_to_do}`,
      ],
    }),
    seller_solicitor: ({ property, before }) => ({
      subject: "This sale is now separate",
      paragraphs: [
        `We now handle the sale of ${property} separately from the other homes of ${before}.`,
        "Your instruction doesn’t change. We’ll email you about this sale separately.",
      ],
    }),
  },
  agree_sale: {
    seller: (known) => ({
      subject: "Your sale is agreed",
      paragraphs: [agreedWith(known), `${nextStep(known)} ${known.nothing_to_do}`],
    }),
    buyer: ({ property, price, next }) => ({
      subject: "Your purchase is agreed",
      paragraphs: [
        `The sale of ${property} to you is agreed for ${price}.`,
        next === NEXT_STEPS.activate
          ? "Next, we’ll introduce you to a solicitor by email. You don’t need to do anything before then."
          : "Next, sign in to Fanlight and finish your answers. We’ll then introduce you to a solicitor by email.",
      ],
    }),
    seller_solicitor: (known) => ({
      subject: "The sale is agreed",
      paragraphs: [
        agreedWith(known),
        `${nextStep(known)} You don’t need to do anything until a solicitor acts for the buyer.`,
      ],
    }),
    estate_agent: (known) => ({
      subject: "The sale is agreed",
      paragraphs: [agreedWith(known), `${nextStep(known)} You don’t need to do anything.`],
    }),
  },
};

const agreedWith = ({ property, after, price }: Known) =>
  `The sale of ${property} to ${after} is agreed for ${price}.`;

const nextStep = ({ next }: Known) =>
  next === NEXT_STEPS.activate ? "Next, we’ll assign a solicitor to the buyer." : `${next}.`;
