import type { Answer } from "#db/types.d.ts";
import type { OfficeName } from "../agents.ts";
import type { Code, CompanyName } from "../companies.ts";
import type { LawyerGroupName } from "../lawyers.ts";
import type { Colleague, CustomerName } from "../people.ts";
import type { Tag } from "../tags.ts";

/** Short description of a sale and its purchases. A day is a number of working days ago. */
export type Matter = {
  /** Address of the property. It also identifies the matter. */
  home: string;
  tenure?: "Leasehold" | "Share Of Freehold" | "Other";
  tenureDetails?: string;
  price: number;
  seller: CustomerName;
  representative?: true;
  /** Names of the co-sellers. */
  owners?: string[];
  /** Names of the co-sellers who are represented, with the reason. */
  represented?: Record<string, "died" | "cannot_act">;
  opened: number;
  terms?: number;
  payment?: Payment;
  /**
   * Estate agent's office, or the reason why there is none. Missing until the seller has answered.
   */
  agent?: OfficeName | "not_listed" | "no_agent";
  /** Day on which staff entered the agent, if the seller did not. */
  agentNamedByStaff?: number;
  /** Agent’s fee plus VAT, in pence or in hundredths of a percent. */
  agentFee?: { pence: number } | { basisPoints: number };
  answers?: Partial<Record<SaleQuestion, Answer>>;
  /** Lender of the seller’s mortgage. */
  sellerLender?: string;
  /** Introducer who is paid for the seller and the fee, or "none" if no one is paid. */
  referralFee?: string;
  solicitors?: {
    day: number;
    seller: LawyerGroupName;
    buyer?: LawyerGroupName;
    comments?: string;
    /** Note with which the seller’s firm declined, on the working day after its letter. */
    declined?: string;
  };
  offers?: Offer[];
  /**
   * Results of the identity checks of sellers, buyers and giftors, in this order; null if a check
   * has not been ordered.
   */
  checks?: { day: number; results: (CheckResult | null)[] };
  searches?: Searches;
  /** Day on which the seller’s solicitor had the contract pack ready. */
  packReady?: number;
  /**
   * Answers to the questions of the first sections, with the day of each step. The seller who
   * confirms also agrees to share, and staff share on the same day.
   */
  information?: { day: number; sections: number; confirmed?: number };
  requests?: { type: RequestType; status: RequestStatus; day: number }[];
  report?: "low" | "moderate" | "high";
  buyerFound?: number;
  paused?: { day: number; until: number; note: string };
  ended?: { day: number; reason: string };
  tags?: Tag[];
  development?: Development;
};

type SaleQuestion =
  | "has_mortgage"
  | "onward_purchase"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral";

export type Payment = (
  | { day: number; by: "card" | Code }
  | { day: number; left: "opened" | "requires_payment_method" | "processing" }
) & {
  /** Reason why staff must review the payment, if it does not match its order. */
  review?: "amount_mismatch" | "paid_and_referred" | "paid_twice";
  difference?: Difference;
  refund?: Refund;
  /** Number of the partner’s invoice for a sale with a referral code, and its days. */
  invoice?: { number: string; issued: number; received?: number };
  /** Decision not to invoice a sale with a referral code. */
  notInvoiced?: { day: number; reason: string };
};

/** Refund by staff. A refund that failed also has a difference. */
export type Refund = {
  day: number;
  pence: number;
  reason: string;
  status: "succeeded" | "refused" | "failed";
};

export type Difference = {
  reason:
    | "paid_there_only"
    | "paid_here_only"
    | "sum_differs"
    | "refunded"
    | "refund_failed"
    | "disputed"
    | "still_processing"
    | "still_open";
  day: number;
  /** Note of the member of staff who resolved the difference; missing if no one has. */
  note?: string;
  /** Day on which the comparison no longer found the difference. */
  resolvedOn?: number;
};

/**
 * Outcome of an identity check in the demonstration data. "consider" and "fail" are results of a
 * complete check; "complete" means that its result is "clear". "pending", "failed" and "aborted"
 * are statuses of a check without a result. "reordered" means aborted and ordered again.
 */
export type CheckResult =
  | "pending"
  | "failed"
  | "aborted"
  | "complete"
  | "consider"
  | "fail"
  | "reordered";

export type Product = "LLC1CON29" | "ONESEARCHDW" | "ENVRES" | "HOMECHECKPRO" | "LANDREGPLAN";

export type Searches = {
  ordered: number;
  /** Day on which the results of the finished searches arrived. */
  returned?: number;
  waiting?: Product[];
  cancelled?: Product[];
  /** Search whose result arrived as a document that was not a PDF. */
  unreadable?: Product;
  homecheck?: true;
  reordered?: number;
};

export type RequestType = "sewer_bill" | "title_plan" | "address_confirmation" | "fee_approval";
export type RequestStatus = "pending" | "sent" | "received" | "forwarded";

export type Development = {
  group?: string;
  company: CompanyName;
  createdBy: Colleague;
  /** True if the developer paid through Stripe. Otherwise, the developer was invoiced. */
  stripe?: true;
};

export type Offer = {
  buyer: CustomerName;
  price: number;
  made: number;
  /** Step that the buyer has reached, if the buyer has not finished entering the purchase. */
  reached?: "property" | "terms";
  activated?: number;
  with?: string[];
  gifts?: { from: string; pounds: number; relationship: "Parent" | "Other Family" | "Other" }[];
  lender?: string;
  broker?: string;
  funding: Funding[];
  otherFunding?: string;
  answers?: Partial<Record<PurchaseQuestion, Answer>>;
  agreed?: number;
  /** Days on which these steps happened, as solicitors reported them. */
  packSent?: number;
  enquiriesRaised?: number;
  enquiriesAnswered?: number;
  exchanged?: number;
  completed?: number;
  aborted?: number;
};

type PurchaseQuestion =
  | "mortgage_required_for_purchase"
  | "purchase_dependent_on_sale"
  | "first_time_buyer"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral"
  | "gifts";

export type Funding =
  | "savings_from_employment"
  | "investment_portfolio"
  | "remortgage"
  | "inheritance"
  | "divorce_settlement"
  | "pension_lump_sum_withdrawal"
  | "sale_of_shares"
  | "directors_loans_dividends"
  | "other_funding";
