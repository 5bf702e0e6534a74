import { sql } from "kysely";
import { type ClientCheck, listClientChecks } from "./client-checks.server.ts";
import { answerText } from "#app/domain/property-information/answer-text.ts";
import { readPropertyInformation } from "#app/domain/property-information/read-property-information.server.ts";
import { answerTo, visibleQuestions } from "#app/domain/property-information/visible-questions.ts";
import { service } from "#app/domain/readers/service.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import type { Address } from "#app/domain/shared/address.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { AgentFee } from "./agent-fee.ts";
import { readAgentFee } from "./agent-fee.server.ts";

/** Facts of a letter that follow from records other than the matter and its purchase. */

/** Answers of the sellers about a lease, in words, by question. */
export type LeaseAnswers = Partial<Record<string, string>>;

/** A sale or purchase of the client’s that depends on this one, if it is registered with us. */
export type RelatedMatter = {
  number: number;
  address: Address;
  /** Name of the law firm that acts for the client there; null before one is assigned. */
  law_firm: string | null;
};

export type SearchState = {
  product_id: string;
  reference: string;
  status: "in progress" | "cancelled" | "complete";
  estimated_completion: string | null;
  completion_date: string | null;
};

export type LetterFacts = {
  /** Null for a home without a lease, and before this side may have the sellers’ answers. */
  lease: LeaseAnswers | null;
  checks: ClientCheck[];
  searches: SearchState[];
  /** Day on which we ordered the searches, if they have no rows yet. */
  searches_ordered_on: string | null;
  related: RelatedMatter[];
  /** Price that was agreed with a buyer who has not signed up yet, in pounds. */
  agreed_with_invited_pounds: number | null;
  /** Referral code with which the seller registered: its label, and the agent who has it. */
  referral: { label: string; office_name: string | null; brand_name: string | null } | null;
  /** The agent’s fee, which only the seller’s solicitor reads; null if it is unknown. */
  agent_fee: AgentFee | null;
  /** Requests for the documents that show who can sell. */
  authority: { kind: string; status: string }[];
};

type FactsPlace = {
  transaction_id: string;
  side: Side;
  /** The purchase that the letter to the buyer’s solicitor is about; null on the seller’s side. */
  purchase_intent_id: string | null;
};

/** Reads the facts of one side’s instruction. Only letters and the firm’s own page show them. */
export async function readLetterFacts(db: Db, place: FactsPlace): Promise<LetterFacts> {
  const { transaction_id, side, purchase_intent_id } = place;
  const matter = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("sale_agreements as agreement", (join) =>
      join
        .onRef("agreement.transaction_id", "=", "transactions.id")
        .on("agreement.ended_at", "is", null),
    )
    .select(["properties.tenure", "transactions.type", "transactions.seller_id"])
    .select("agreement.agreed_price_pounds as agreed_with_invited_pounds")
    .select((eb) => [
      eb
        .selectFrom("search_orders")
        .select((order) => order.fn.max("search_orders.ordered_on").as("on"))
        .whereRef("search_orders.transaction_id", "=", "transactions.id")
        .where("search_orders.called_off_at", "is", null)
        .as("searches_ordered_on"),
    ])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const { tenure, type, agreed_with_invited_pounds, searches_ordered_on } = matter;
  const hasLease = tenure !== "Freehold" && type === "resale";
  const isSeller = side === "seller";
  return {
    agreed_with_invited_pounds,
    searches_ordered_on,
    lease: hasLease ? await readLease(db, place) : null,
    checks: await listClientChecks(db, { transaction_id, side, purchase_intent_id }),
    searches: await listSearches(db, transaction_id),
    related: isSeller
      ? await listPurchases(db, transaction_id)
      : await listSales(db, { transaction_id, purchase_intent_id }),
    referral: isSeller ? await findReferral(db, transaction_id) : null,
    agent_fee: isSeller ? await readAgentFee(db, transaction_id) : null,
    authority: isSeller ? await listAuthority(db, transaction_id) : [],
  };
}

const LEASE_QUESTIONS: readonly string[] = [
  "lease_start_year",
  "lease_years",
  "ground_rent",
  "ground_rent_amount",
  "ground_rent_rises",
  "service_charge",
  "service_charge_amount",
  "managing_agent_name",
  "managing_agent_email",
];

/**
 * Returns what the sellers answered about the lease: once they have confirmed it for their own
 * solicitor, and once they agree to share it for the buyer’s. Otherwise null.
 */
async function readLease(
  db: Db,
  { transaction_id, side }: FactsPlace,
): Promise<LeaseAnswers | null> {
  const info = await readPropertyInformation(db, service, transaction_id);
  if (!info.confirmed_at || (side === "buyer" && !info.share_agreed_at)) return null;
  return Object.fromEntries(
    visibleQuestions(info).flatMap((question) => {
      const answer = LEASE_QUESTIONS.includes(question.id) ? answerTo(question, info) : undefined;
      return answer === undefined ? [] : [[question.id, answerText(question, answer)]];
    }),
  );
}

/** Lists the newest search of each product. */
async function listSearches(db: Db, transaction_id: string): Promise<SearchState[]> {
  const { rows } = await sql<SearchState>`
    select product_id, reference, status, estimated_completion, completion_date
    from (
      select distinct on (product_id) searches.* from searches
      where transaction_id = ${transaction_id}
      order by product_id, created_at desc, id desc
    ) as newest
    order by product_id`.execute(db);
  return rows;
}

/** Lists other purchases of the seller that have not ended. */
function listPurchases(db: Db, transaction_id: string): Promise<RelatedMatter[]> {
  return db
    .selectFrom("transactions as own")
    .innerJoin("purchase_intents", "purchase_intents.buyer_id", "own.seller_id")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("lawyer_groups", (join) =>
      join
        .onRef("lawyer_groups.id", "=", "transactions.buyer_lawyer_group_id")
        .on("purchase_intents.is_active", "=", true),
    )
    .leftJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["transactions.number", "law_firms.name as law_firm"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("own.id", "=", transaction_id)
    .where("transactions.id", "!=", transaction_id)
    .where("transactions.ended_on", "is", null)
    .where("purchase_intents.terms_accepted_at", "is not", null)
    .where("purchase_intents.aborted", "is", null)
    .where("purchase_intents.released_on", "is", null)
    .orderBy("transactions.number")
    .limit(MAX_RELATED)
    .execute();
}

/** Lists other sales of the buyer that have not ended. */
function listSales(
  db: Db,
  { transaction_id, purchase_intent_id }: Omit<FactsPlace, "side">,
): Promise<RelatedMatter[]> {
  return db
    .selectFrom("purchase_intents as own")
    .innerJoin("transactions", "transactions.seller_id", "own.buyer_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("lawyer_groups", "lawyer_groups.id", "transactions.seller_lawyer_group_id")
    .leftJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["transactions.number", "law_firms.name as law_firm"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("own.id", "=", purchase_intent_id)
    .where("own.transaction_id", "=", transaction_id)
    .where("transactions.id", "!=", transaction_id)
    .where("transactions.ended_on", "is", null)
    .where("transactions.terms_accepted_at", "is not", null)
    .orderBy("transactions.number")
    .limit(MAX_RELATED)
    .execute();
}

const MAX_RELATED = 5;

async function findReferral(db: Db, transaction_id: string): Promise<LetterFacts["referral"]> {
  const referral = await db
    .selectFrom("orders")
    .innerJoin("referral_codes", "referral_codes.code", "orders.code")
    .leftJoin("estate_agents", "estate_agents.id", "referral_codes.estate_agent_id")
    .leftJoin("brands", "brands.id", "estate_agents.brand_id")
    .select(["referral_codes.label", "estate_agents.office_name", "brands.brand_name"])
    .where("orders.transaction_id", "=", transaction_id)
    .limit(1)
    .executeTakeFirst();
  return referral ?? null;
}

const AUTHORITY_KINDS = ["grant_of_probate", "power_of_attorney", "company_resolution"];

function listAuthority(db: Db, transaction_id: string): Promise<LetterFacts["authority"]> {
  return db
    .selectFrom("document_requests")
    .select(["kind", "status"])
    .where("transaction_id", "=", transaction_id)
    .where("purchase_intent_id", "is", null)
    .where("kind", "in", AUTHORITY_KINDS)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_RELATED)
    .execute();
}
