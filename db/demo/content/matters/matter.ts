import type { Answer } from "#db/types.d.ts";
import type { OfficeName } from "../agents.ts";
import type { Code, CompanyName } from "../companies.ts";
import type { LawyerGroupName } from "../lawyers.ts";
import type { Colleague, CustomerName } from "../people.ts";
import type { Tag } from "../tags.ts";

/** Compact description of a sale and its purchases. Days are working days ago. */
export type Matter = {
  /** Address, also the name of the matter. */
  home: string;
  tenure?: "Leasehold" | "Share Of Freehold" | "Other";
  tenureDetails?: string;
  price: number;
  seller: CustomerName;
  representative?: true;
  /** Co-sellers. */
  owners?: string[];
  /** Represented co-sellers, with the reason. */
  represented?: Record<string, "died" | "cannot_act">;
  opened: number;
  terms?: number;
  payment?: Payment;
  /** Missing until the seller has answered. */
  agent?: OfficeName | "not_listed" | "no_agent";
  /** Day on which staff, not the seller, named the agent. */
  agentNamedByStaff?: number;
  answers?: Partial<Record<SaleQuestion, Answer>>;
  solicitors?: { day: number; seller: LawyerGroupName; buyer?: LawyerGroupName; comments?: string };
  offers?: Offer[];
  /** In the order sellers, buyers, giftors; null if not ordered yet. */
  checks?: { day: number; results: (CheckResult | null)[] };
  searches?: Searches;
  requests?: { type: RequestType; status: RequestStatus; day: number }[];
  report?: "low" | "moderate" | "high";
  buyerFound?: number;
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
  /** Reason why a payment does not match. */
  review?: "amount_mismatch" | "paid_and_referred" | "paid_twice";
  difference?: Difference;
};

export type Difference = {
  reason:
    | "paid_there_only"
    | "paid_here_only"
    | "sum_differs"
    | "refunded"
    | "disputed"
    | "still_processing"
    | "still_open";
  day: number;
  /** A note means that a colleague has resolved it. */
  note?: string;
  /** Day on which the difference disappeared. */
  resolvedOn?: number;
};

/** `consider` and `fail` are complete but not clear. */
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
  /** Day on which finished searches came back. */
  returned?: number;
  waiting?: Product[];
  cancelled?: Product[];
  /** Product whose document was not a PDF. */
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
  /** Paid at Stripe; otherwise invoiced. */
  stripe?: true;
};

export type Offer = {
  buyer: CustomerName;
  price: number;
  made: number;
  /** How far the buyer came; complete by default. */
  reached?: "property" | "terms";
  activated?: number;
  with?: string[];
  gifts?: { from: string; pounds: number; relationship: "Parent" | "Other Family" | "Other" }[];
  lender?: string;
  funding: Funding[];
  otherFunding?: string;
  answers?: Partial<Record<PurchaseQuestion, Answer>>;
  agreed?: number;
  /** Dates reported by solicitors. */
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
