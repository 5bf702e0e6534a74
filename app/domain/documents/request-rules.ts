import { addWorkingDays } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { DocumentKind } from "./document-kinds.ts";

/** Facts of a matter that decide which documents we request from its sellers and buyers. */
export type RequestFacts = {
  seller: {
    /** True if the sale is paid for and its contract pack has not been sent. */
    is_open: boolean;
    has_completed: boolean;
    /** True if staff have ended the matter. */
    has_ended: boolean;
    type: "resale" | "development";
    tenure: string;
    is_company: boolean;
    has_died: boolean;
    cannot_act: boolean;
    /** True if staff have requested the water bill or the plot plan by email (O-040, AMB-L03). */
    water_bill_requested: boolean;
    plot_plan_requested: boolean;
  };
  purchases: readonly PurchaseFacts[];
};

export type PurchaseFacts = {
  id: string;
  /** True for the active purchase until contracts are exchanged. */
  is_open: boolean;
  is_active: boolean;
  has_completed: boolean;
  has_fallen_through: boolean;
  has_mortgage: boolean;
  has_gifts: boolean;
};

type Rule<Facts> = {
  kind: DocumentKind;
  applies: (facts: Facts) => boolean;
  /** Reason for the request, shown to the customer. */
  purpose: string;
  /** Working days after the request by which the document is due. */
  working_days: number;
  /** Reason shown if the answer changes and the document is no longer needed. */
  not_needed: string;
  /** True if the document is requested at any stage. */
  at_any_stage?: boolean;
};

/** Working days within which a document that staff or an answer request is due. */
export const USUAL_WORKING_DAYS = 10;

const isLeasehold = ({ type, tenure }: RequestFacts["seller"]) =>
  type === "resale" && tenure === "Leasehold";

const leasehold = (kind: DocumentKind, working_days: number, purpose: string) => ({
  kind,
  working_days,
  purpose,
  applies: isLeasehold,
  not_needed: "Your home isn’t leasehold, so we don’t need this.",
});

const SELLER_RULES: readonly Rule<RequestFacts["seller"]>[] = [
  leasehold("lease", 10, "Your home is leasehold, so your buyer’s solicitor will need it."),
  leasehold(
    "ground_rent_statement",
    10,
    "Your buyer’s solicitor will check the ground rent. If you don’t pay any, choose “I don’t have this” next to the request.",
  ),
  leasehold(
    "service_charge_statement",
    10,
    "Your buyer’s solicitor will check the service charges. Send the latest statement.",
  ),
  leasehold(
    "management_pack",
    15,
    "Your freeholder (who owns the building) or managing agent has it, and charges for it. Don’t order it until your solicitor asks you to, even if that’s after the day that we give. If your solicitor orders it, choose “I don’t have this” next to the request.",
  ),
  leasehold(
    "buildings_insurance",
    10,
    "Your buyer’s solicitor will check that the building is insured. Your freeholder or managing agent has the policy.",
  ),
  {
    kind: "company_resolution",
    applies: ({ is_company }) => is_company,
    purpose:
      "A company owns the property. Your solicitor will need its directors’ decision to sell.",
    working_days: 10,
    not_needed: "The property isn’t owned by a company, so we don’t need this.",
  },
  {
    kind: "grant_of_probate",
    applies: ({ has_died }) => has_died,
    purpose: "An owner has died. Your solicitor will need the grant to show who can sell.",
    working_days: 10,
    not_needed: "The owner’s details were corrected, so we don’t need this.",
  },
  {
    kind: "power_of_attorney",
    applies: ({ cannot_act }) => cannot_act,
    purpose:
      "An owner can’t make decisions for themselves. Your solicitor will need it to show who can act for them.",
    working_days: 10,
    not_needed: "The owner’s details were corrected, so we don’t need this.",
  },
  {
    kind: "water_bill",
    applies: ({ water_bill_requested }) => water_bill_requested,
    purpose:
      "We need a recent one for the drainage and water search. A clear photo of each page is fine.",
    working_days: USUAL_WORKING_DAYS,
    not_needed: "We no longer need a water bill.",
    at_any_stage: true,
  },
  {
    kind: "plot_plan",
    applies: ({ plot_plan_requested }) => plot_plan_requested,
    purpose:
      "Your solicitor needs it to start drafting the contract. It should show the plot boundaries, parking and rights of way.",
    working_days: USUAL_WORKING_DAYS,
    not_needed: "We no longer need the plot plan.",
    at_any_stage: true,
  },
];

const PURCHASE_RULES: readonly Rule<PurchaseFacts>[] = [
  {
    kind: "mortgage_offer",
    applies: ({ has_mortgage }) => has_mortgage,
    purpose: "You’re buying with a mortgage, so your solicitor will need your lender’s offer.",
    working_days: 20,
    not_needed: "You’re buying without a mortgage, so we don’t need this.",
  },
  {
    kind: "proof_of_funds",
    applies: ({ has_mortgage }) => !has_mortgage,
    purpose:
      "Your solicitor will need to see where your money comes from. Send bank statements that show it. Your solicitor will say if they need more.",
    working_days: 5,
    not_needed:
      "You’re buying with a mortgage, so we no longer need this. Your solicitor may still ask where your deposit comes from.",
  },
  {
    kind: "gift_letter",
    applies: ({ has_gifts }) => has_gifts,
    purpose:
      "You’re being given money for this purchase. Your solicitor will tell you what a gift letter must say. Ask each person who gives you money to sign one. Then send the letters here, even if that’s after the day that we give.",
    working_days: 10,
    not_needed: "No one is giving you money for this purchase, so we don’t need this.",
  },
];

/** A document that a rule calls for, from the sellers or from the buyers of a purchase. */
type NeededDocument = {
  kind: DocumentKind;
  purchase_intent_id: string | null;
  purpose: string;
  /** Day in London by which it is due, such as "2026-12-11". */
  due_on: string;
};

/**
 * Returns the documents that the rules request from both sides. Nothing is requested from a side
 * whose stage no longer needs documents.
 * @param today the date in London, such as "2026-11-29"
 */
export function neededDocuments(
  { seller, purchases }: RequestFacts,
  today: string,
): NeededDocument[] {
  const needed =
    (purchase_intent_id: string | null) =>
    ({ kind, purpose, working_days }: Rule<never>): NeededDocument => ({
      kind,
      purchase_intent_id,
      purpose,
      due_on: addWorkingDays(today, working_days),
    });
  if (seller.has_ended) return [];
  return [
    ...SELLER_RULES.filter((rule) => seller.is_open || rule.at_any_stage)
      .filter((rule) => rule.applies(seller))
      .map(needed(null)),
    ...purchases
      .filter(({ is_open }) => is_open)
      .flatMap((purchase) =>
        PURCHASE_RULES.filter((rule) => rule.applies(purchase)).map(needed(purchase.id)),
      ),
  ];
}

/**
 * Returns why an open request is no longer needed: the side has finished, or the answer that a rule
 * depends on has changed. Returns null if the request stays open. Before a side has finished, its
 * stage makes no difference.
 */
export function notNeededReason(
  { seller, purchases }: RequestFacts,
  request: { kind: string; source: string; purchase_intent_id: string | null },
): string | null {
  const { kind, source, purchase_intent_id } = request;
  if (purchase_intent_id === null) {
    if (seller.has_ended) return "Your sale has ended, so we don’t need this.";
    if (seller.has_completed) return "Your sale has completed, so we don’t need this.";
    return source === "rule" ? changedAnswer(SELLER_RULES, kind, seller) : null;
  }
  const purchase = purchases.find(({ id }) => id === purchase_intent_id);
  if (!purchase || purchase.has_fallen_through || seller.has_ended) {
    return "Your purchase fell through, so we don’t need this.";
  }
  if (purchase.has_completed) return "Your purchase has completed, so we don’t need this.";
  if (!purchase.is_active) return "Your purchase isn’t going ahead, so we don’t need this.";
  return source === "rule" ? changedAnswer(PURCHASE_RULES, kind, purchase) : null;
}

function changedAnswer<Facts>(rules: readonly Rule<Facts>[], kind: string, facts: Facts) {
  const rule = rules.find((one) => one.kind === kind);
  return rule && !rule.applies(facts) ? rule.not_needed : null;
}

/** Returns the side whose customers send a document. */
export function sideOf(request: { purchase_intent_id: string | null }): Side {
  return request.purchase_intent_id === null ? "seller" : "buyer";
}
