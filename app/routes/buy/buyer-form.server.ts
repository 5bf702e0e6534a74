import { z } from "zod";
import { draftText } from "#app/domain/drafts/drafts.server.ts";
import { draftOf } from "#app/domain/fields/questions.server.ts";
import { type PlainAnswers, plainText, plainTexts } from "#app/domain/fields/questions.ts";
import { additionalPersonForm, giftorForm } from "#app/domain/people/person.server.ts";
import { fullNames, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { type FundingSource, tickedSources } from "#app/domain/fields/funding.ts";
import { tickedFundingText } from "#app/domain/fields/funding.ts";
import { PURCHASE_QUESTIONS, type PurchaseQuestion } from "#app/domain/purchases/questions.ts";
import {
  findPurchaseForProperty,
  type Purchase,
} from "#app/domain/purchases/read-purchase.server.ts";
import {
  createPurchase,
  type NewPurchase,
  updatePurchase,
} from "#app/domain/purchases/save-purchase.server.ts";
import { paths } from "#app/paths.ts";
import { openStep, resumePath } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people-list.server.ts";
import { differingAnswers, type SavedForm } from "../onboarding/save-property.server.ts";
import { buying } from "./step.server.ts";

/** The form about the property for buyers: what of it is kept while it is typed, and how it is saved, as a purchase. */

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

export const buyerForm: SavedForm<Purchase, Draft, NewPurchase> = {
  ...buying,
  open: (request, named) => openStep(buying, request, "about-the-property", named),
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
  create: createPurchase,
  update: (trx, { id, customer_id, version }, answers) =>
    updatePurchase(trx, { id, buyer_id: customer_id, version }, answers),
  findBegun: async (trx, buyer_id, { property_id }) => {
    const begun = await findPurchaseForProperty(trx, { property_id, buyer_id });
    return begun && { ...begun, dashboard: paths.dashboard.buy(begun.transaction_id) };
  },
  foundBegun: {
    open: {
      kind: "info",
      title: "You have started buying this property before",
      description: "Please check your answers, and who buys and gives with you.",
    },
    complete: null,
  },
  next: (purchase, { property_id }) => {
    // The terms of another property have not been accepted.
    const terms_accepted = purchase.terms_accepted && property_id === purchase.property_id;
    return resumePath(buying, { ...purchase, terms_accepted });
  },
  savedElsewhere: (typed, purchase) =>
    differingAnswers(PURCHASE_QUESTIONS, toWords(typed), toWords(purchase), {
      property_id: addressLine(purchase.address),
    }),
};

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
