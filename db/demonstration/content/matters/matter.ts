import type { Answer } from "#db/types.d.ts";
import type { OfficeName } from "../agents.ts";
import type { Code, CompanyName } from "../companies.ts";
import type { LawyerGroupName } from "../lawyers.ts";
import type { Colleague, CustomerName } from "../people.ts";
import type { Tag } from "../tags.ts";

/** One sale and its purchases, told in few words; the builders make its rows. Days are working days ago. */
export type Matter = {
  /** Its address, which also names it. */
  home: string;
  /** Freehold unless said. */
  tenure?: "Leasehold" | "Share Of Freehold" | "Other";
  tenureDetails?: string;
  price: number;
  seller: CustomerName;
  representative?: true;
  /** Sellers beside the first. */
  owners?: string[];
  /** Of those, whoever is represented, and why. */
  represented?: Record<string, "died" | "cannot_act">;
  opened: number;
  terms?: number;
  /** How it was paid, or what became of trying to. */
  payment?: Payment;
  /** Not answered yet when left out. */
  agent?: OfficeName | "not_listed" | "no_agent";
  /** The day on which staff, not the seller, named the agent. */
  agentNamedByStaff?: number;
  answers?: Partial<Record<SaleQuestion, Answer>>;
  solicitors?: { day: number; seller: LawyerGroupName; buyer?: LawyerGroupName; comments?: string };
  offers?: Offer[];
  /** In the order sellers, buyers, giftors; null for a person not asked yet. */
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
  /** Why money that came does not fit. */
  review?: "amount_mismatch" | "paid_and_referred" | "paid_twice";
  /** What Stripe and we do not agree about. */
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
  /** With a note, a colleague has dealt with it. */
  note?: string;
  /** The day on which it was so no more. */
  gone?: number;
};

/** `consider` and `fail`: it is complete, and not clear. */
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
  /** The day the finished ones came back. */
  returned?: number;
  waiting?: Product[];
  cancelled?: Product[];
  /** One whose document came as something else than a PDF, on the day of the others. */
  notTaken?: Product;
  /** With the older environmental product. */
  homecheck?: true;
  reordered?: number;
};

export type RequestType = "sewer_bill" | "title_plan" | "address_confirmation" | "fee_approval";
export type RequestStatus = "pending" | "sent" | "received" | "forwarded";

export type Development = {
  group?: string;
  company: CompanyName;
  createdBy: Colleague;
  /** Paid at Stripe by its transaction id, else invoiced. */
  stripe?: true;
};

export type Offer = {
  buyer: CustomerName;
  price: number;
  made: number;
  /** How far the buyer came; all the way unless said. */
  reached?: "property" | "terms";
  activated?: number;
  /** Joint buyers. */
  with?: string[];
  gifts?: { from: string; pounds: number; relationship: "Parent" | "Other Family" | "Other" }[];
  lender?: string;
  funding: Funding[];
  otherFunding?: string;
  answers?: Partial<Record<PurchaseQuestion, Answer>>;
  agreed?: number;
  /** What their solicitors told the office. */
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
