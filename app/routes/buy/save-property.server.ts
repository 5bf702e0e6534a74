import { answerLabel } from "#app/domain/fields/answers.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullNames, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import type { BuyerQuestion } from "#app/domain/purchases/buyer-answers.server.ts";
import { FUNDING_SOURCES } from "#app/domain/purchases/funding.ts";
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
import { resumePath } from "../onboarding/open-step.server.ts";
import { differingAnswers, type SavedForm } from "../onboarding/save-property.server.ts";
import { buyerDraft, type Draft } from "./property-draft.server.ts";
import { buying } from "./step.server.ts";

/** How a buyer's answers are saved: as a purchase. */
export const buyerForm: SavedForm<Purchase, Draft, NewPurchase> = {
  ...buyerDraft,
  create: createPurchase,
  update: (trx, { id, customer_id, version }, answers) =>
    updatePurchase(trx, { id, buyer_id: customer_id, version }, answers),
  findBegun: async (trx, buyer_id, { property_id }) => {
    const begun = await findPurchaseForProperty(trx, { property_id, buyer_id });
    return begun && { ...begun, dashboard: paths.dashboard.buy(begun.transaction_id) };
  },
  before: {
    begun: {
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
    differingAnswers(toWords(typed), toWords(purchase), {
      property_id: addressLine(purchase.address),
    }),
};

type Common = Pick<
  Purchase,
  | "property_id"
  | "agreed_price_pounds"
  | "mortgage_required_for_purchase"
  | "purchase_dependent_on_sale"
  | "first_time_buyer"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral"
  | (typeof FUNDING_SOURCES)[number]["name"]
> & {
  mortgage_provider?: string | null;
  other_funding_comments?: string | null;
  additional_buyers: readonly Names[];
  giftors: readonly Names[];
};

function toWords(purchase: Common) {
  const sources = FUNDING_SOURCES.filter(({ name }) => purchase[name]).map(({ label }) => label);
  return {
    property_id: purchase.property_id,
    agreed_price_pounds: formatPounds(purchase.agreed_price_pounds),
    ownership_type: fullNames(purchase.additional_buyers) || "Sole",
    mortgage_required_for_purchase: answerLabel(purchase.mortgage_required_for_purchase),
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: sources.join(", "),
    other_funding_comments: purchase.other_funding_comments ?? "None",
    gifts: fullNames(purchase.giftors) || "No",
    purchase_dependent_on_sale: answerLabel(purchase.purchase_dependent_on_sale),
    first_time_buyer: answerLabel(purchase.first_time_buyer),
    is_using_foreign_currency: answerLabel(purchase.is_using_foreign_currency),
    requires_mortgage_referral: answerLabel(purchase.requires_mortgage_referral),
  } satisfies Partial<Record<BuyerQuestion, string>>;
}
