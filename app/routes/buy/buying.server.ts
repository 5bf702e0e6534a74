import { z } from "zod";
import { addressLine } from "#app/domain/fields/address.ts";
import {
  type FundingSource,
  tickedFundingText,
  tickedSources,
} from "#app/domain/fields/funding.ts";
import { INVALID_PURCHASE_ID } from "#app/domain/fields/messages.ts";
import { fullNames, type Names } from "#app/domain/fields/names.ts";
import { draftOf, draftText } from "#app/domain/fields/questions.server.ts";
import { type PlainAnswers, plainText, plainTexts } from "#app/domain/fields/questions.ts";
import { BUYER_STEPS } from "#app/domain/onboarding/steps.ts";
import { additionalPersonForm, giftorForm } from "#app/domain/people/person-forms.server.ts";
import {
  findPurchaseForProperty,
  type Purchase,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { PURCHASE_QUESTIONS, type PurchaseQuestion } from "#app/domain/purchases/questions.ts";
import {
  createPurchase,
  type NewPurchase,
  updatePurchase,
} from "#app/domain/purchases/save-purchase.server.ts";
import { pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { paths } from "#app/paths.ts";
import { type Journey, resumePath } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people-list.server.ts";
import type { PropertyJourney } from "../onboarding/property-draft.server.ts";
import { differingAnswers, type Saving } from "../onboarding/save-property.server.ts";

/** Buying: what is drafted of its questions, its steps, and how the answers are saved. */

const texts = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined);

const TypedAnswers = z.object({
  ...draftOf(PURCHASE_QUESTIONS, { funding: texts }),
  /** On one line, as it was when the property was chosen. */
  chosen_address: draftText,
});
const Draft = z.object({
  version: z.string().catch(""),
  answers: TypedAnswers,
  buyers: TypedPeople,
  giftors: TypedPeople,
});
export type Draft = z.output<typeof Draft>;

export const BUYERS = {
  name: "buyers",
  here: paths.buy.buyers,
  page: paths.buy.buyer,
  schema: additionalPersonForm,
  question: "ownership_type",
  answer: "Joint",
  asksAgain: true,
} as const;

export const GIFTORS = {
  name: "giftors",
  here: paths.buy.giftors,
  page: paths.buy.giftor,
  schema: giftorForm,
  question: "gifts",
  answer: "yes",
  asksAgain: true,
} as const;

export const buying = {
  role: "buy",
  noun: "purchase",
  field: "purchase_intent_id",
  invalidId: INVALID_PURCHASE_ID,
  steps: BUYER_STEPS,
  urls: {
    welcome: paths.buy.welcome,
    "about-you": paths.buy.aboutYou,
    "about-the-property": paths.buy.aboutTheProperty,
    "terms-and-conditions": paths.buy.terms,
    "whats-included": paths.buy.whatsIncluded,
  },
  read: (db, { id, customer_id }) => readPurchase(db, { id, buyer_id: customer_id }),
  hasPendingTerms: (db, { id, customer_id }) =>
    pendingBuyerTerms.isWaiting(db, { purchase_intent_id: id, buyer_id: customer_id }),
  draft: Draft,
  lists: [BUYERS, GIFTORS],
  toDraft,
  withInvited: (answers, { property_id, address }) => ({
    ...answers,
    postcode: address.postcode ?? "",
    searched: address.postcode ?? "",
    property_id: property_id ?? undefined,
    chosen_address: addressLine(address),
  }),
  withTyped,
} satisfies Journey<"whats-included", Purchase> & PropertyJourney<Purchase, Draft>;

const Offered = z.object({
  property_id: z.string(),
  offered: z.record(z.string(), z.string()).catch({}),
});

/** Without what other answers leave no room for (D-042, D-043). */
function withTyped(now: Draft["answers"], typed: object): Draft["answers"] {
  // Boxes that are not ticked are not posted; what was looked up last no form says itself.
  const { searched } = now;
  const answers = TypedAnswers.parse({ ...now, funding: undefined, ...typed, searched });
  const { data: choice } = Offered.safeParse(typed);
  const lends = answers.mortgage_required_for_purchase === "yes";
  return {
    ...answers,
    chosen_address: choice ? choice.offered[choice.property_id] : now.chosen_address,
    mortgage_provider: lends ? answers.mortgage_provider : undefined,
  };
}

function toDraft(purchase: Purchase | null): Draft {
  if (!purchase) {
    return { version: "", answers: TypedAnswers.parse({}), buyers: [], giftors: [] };
  }
  const { address, additional_buyers, giftors } = purchase;
  return {
    version: String(purchase.version),
    answers: {
      postcode: address.postcode ?? "",
      searched: address.postcode ?? "",
      property_id: purchase.property_id,
      ownership_type: purchase.ownership_type,
      mortgage_provider: purchase.mortgage_provider ?? undefined,
      funding: tickedSources(purchase).map(({ name }) => name),
      other_funding_comments: purchase.other_funding_comments ?? "",
      ...plainTexts(PURCHASE_QUESTIONS, purchase, String),
    } satisfies Record<PurchaseQuestion, unknown>,
    buyers: additional_buyers.map(typedPerson),
    giftors: giftors.map(typedPerson),
  };
}

/** How the answers of a form that has passed are saved. */
export function savingPurchase(answers: NewPurchase): Saving<Purchase> {
  const { property_id } = answers;
  return {
    answers,
    create: (trx, buyer_id) => createPurchase(trx, buyer_id, answers),
    update: (trx, { id, customer_id, version }) =>
      updatePurchase(trx, { id, buyer_id: customer_id, version }, answers),
    findBegun: async (trx, buyer_id) => {
      const begun = await findPurchaseForProperty(trx, { property_id, buyer_id });
      return begun && { ...begun, dashboard: paths.dashboard.buy(begun.transaction_id) };
    },
    foundBegun: {
      open: {
        kind: "info",
        title: "You’ve already started buying this property",
        description: "Please check your answers, including who is buying with you and any giftors.",
      },
      complete: null,
    },
    next: (purchase) => {
      // The terms of another property have not been accepted.
      const terms_accepted = purchase.terms_accepted && property_id === purchase.property_id;
      return resumePath(buying, { ...purchase, terms_accepted });
    },
    savedElsewhere: (purchase) =>
      differingAnswers(PURCHASE_QUESTIONS, toWords(answers), toWords(purchase), {
        property_id: addressLine(purchase.address),
      }),
  };
}

type Common = PlainAnswers<typeof PURCHASE_QUESTIONS> &
  Pick<Purchase, "property_id" | FundingSource> & {
    mortgage_provider?: string | null;
    other_funding_comments?: string | null;
    additional_buyers: readonly Names[];
    giftors: readonly Names[];
  };

function toWords(purchase: Common) {
  return {
    ...plainTexts(PURCHASE_QUESTIONS, purchase, plainText),
    property_id: purchase.property_id,
    ownership_type: fullNames(purchase.additional_buyers) || "Sole",
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: tickedFundingText(purchase),
    other_funding_comments: purchase.other_funding_comments ?? "None",
    gifts: fullNames(purchase.giftors) || "No",
  } satisfies Record<Exclude<PurchaseQuestion, "postcode" | "searched">, string>;
}
