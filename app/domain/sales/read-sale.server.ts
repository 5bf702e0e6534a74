import { expressionBuilder, sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import {
  ADDRESS_LINES,
  type NewAddress,
  selectAddress,
} from "#app/domain/shared/address.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { selectAdditionalSellers, selectPrimary } from "#app/domain/people/parties.server.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import { isSameHome } from "#app/domain/properties/properties.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import { selectMatterStage } from "#app/domain/transactions/listed-transactions.server.ts";
import { selectEstateAgent } from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { isAgentSetByStaffSql } from "./estate-agent-choice.server.ts";
import { saleIsCompleteSql, saleIsOpen } from "./open-sales.server.ts";
import { type CustomerType, SALE_COLUMNS } from "./questions.ts";

export type Sale = Awaited<ReturnType<typeof readSale>>;

/** Reads a seller’s sale (C-092, X-008 to ). @throws NotFoundError (AMB-A10) */
export async function readSale(db: Db, target: { id: string; seller_id: ReaderId }) {
  const row = await sales(db)
    .where("transactions.id", "=", target.id)
    .where("transactions.seller_id", "=", target.seller_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  return asSale(row);
}

const MAX_SALES = 100;

/**
 * Lists a seller’s sales for cards, newest first. Includes the paid sales in which they are a
 * co-seller (C-093).
 */
export async function listSales(db: Db, seller_id: ReaderId) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["transactions.id", "transactions.type", "transactions.created_at", ...ADDRESS_LINES])
    .select(selectSaleProgress())
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom("orders")
            .select("orders.id")
            .whereRef("orders.transaction_id", "=", "transactions.id")
            .where("orders.paid_at", "is", null)
            .where((order) =>
              order.or([
                order("orders.stripe_transaction_status", "=", "processing"),
                order("orders.review", "is not", null),
              ]),
            ),
        )
        .$castTo<boolean>()
        .as("payment_under_way"),
      eb
        .exists(
          eb
            .selectFrom("orders")
            .select("orders.id")
            .whereRef("orders.transaction_id", "=", "transactions.id")
            .where("orders.payment_failed_at", "is not", null),
        )
        .$castTo<boolean>()
        .as("payment_failed"),
      eb
        .or([
          eb("transactions.ended_on", "is not", null),
          eb.exists(
            eb
              .selectFrom("purchase_intents")
              .select("purchase_intents.id")
              .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
              .where(hasComeSql("completed")),
          ),
        ])
        .$castTo<boolean>()
        .as("is_over"),
      eb("transactions.ended_on", "is not", null).$castTo<boolean>().as("has_ended"),
      selectMatterStage().as("place"),
    ])
    .where(isSellerSql(seller_id))
    .where((eb) => eb.or([eb("transactions.seller_id", "=", seller_id), saleIsCompleteSql()]))
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .limit(MAX_SALES)
    .execute();
}

/**
 * Finds this seller’s newest open sale of the property, so that they can continue with it, or
 * returns null. Locks the seller’s account.
 */
export async function findOpenSaleForAddress(
  trx: Db,
  home: { seller_id: ReaderId; address: NewAddress },
) {
  await lockPerson(trx, home.seller_id);
  const sales = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where("transactions.seller_id", "=", home.seller_id)
    .where(saleIsOpen())
    .select(["transactions.id", "transactions.property_id"])
    .select(["uprn", ...ADDRESS_LINES])
    .select(saleIsCompleteSql().as("complete"))
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .execute();
  const sale = sales.find((one) => isSameHome(one, home.address));
  return sale ? { id: sale.id, property_id: sale.property_id, complete: sale.complete } : null;
}

function sales(db: Db) {
  return db
    .selectFrom("transactions")
    .select([
      "transactions.id",
      "transactions.type",
      "transactions.created_at",
      "transactions.property_id",
      "transactions.version",
      "transactions.estate_agent_status",
      "transactions.tags",
      "transactions.terms_accepted_at",
      "transactions.terms_version",
    ])
    .select(SALE_COLUMNS.map((column) => `transactions.${column}` as const))
    .select([
      property().as("property"),
      selectPrimary("seller").as("primary_seller"),
      selectAdditionalSellers().as("additional_sellers"),
      selectEstateAgent().as("estate_agent"),
      order().as("order"),
      saleIsCompleteSql().as("complete"),
      hasBuyer().as("has_buyer"),
      isAgentSetByStaffSql().as("agent_of_staff"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof sales>["executeTakeFirstOrThrow"]>>;

function asSale(row: Row) {
  const { primary_seller, additional_sellers, has_buyer, ...sale } = row;
  const sellers = withPrimary([
    { ...primary_seller, representation_reason: null },
    ...additional_sellers,
  ]);
  return {
    ...sale,
    /** The primary seller, who has an account, followed by the co-sellers. */
    sellers,
    terms_accepted: sale.terms_accepted_at !== null,
    two_sided: isTwoSided({ sellers: sellers.length, buyers: has_buyer ? 1 : 0 }),
  };
}

const eb = expressionBuilder<DB, "transactions">();

function property() {
  return jsonObjectFrom(
    eb
      .selectFrom("properties")
      .select([
        "properties.id",
        "properties.tenure",
        "properties.tenure_details",
        "properties.address_confirmed",
        "properties.description",
        "properties.title_number",
      ])
      .select(selectAddress("properties.address_id").$notNull().as("address"))
      .whereRef("properties.id", "=", "transactions.property_id"),
  ).$notNull();
}

/** Selects the order of a sale, which has at most one (AMB-E12). */
function order() {
  return jsonObjectFrom(
    eb
      .selectFrom("orders")
      .select([
        "orders.id",
        "orders.payment_type",
        "orders.code",
        "orders.total_amount_pence",
        "orders.stripe_transaction_status",
      ])
      .whereRef("orders.transaction_id", "=", "transactions.id"),
  );
}

function hasBuyer() {
  return eb.exists(
    eb
      .selectFrom("purchase_intents")
      .select("purchase_intents.id")
      .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
      .where("purchase_intents.terms_accepted_at", "is not", null),
  );
}

/** Selects the seller’s progress in onboarding, in a query of `transactions`. */
export function selectSaleProgress() {
  return [
    sql<boolean>`(transactions.terms_accepted_at is not null)`.as("terms_accepted"),
    saleIsCompleteSql().as("complete"),
  ] as const;
}

/**
 * Reads a matter’s sellers and, for a development, the company that sells it. Only
 * staff may use this function: it does not check whose matter it is.
 * @throws NotFoundError
 */
export async function readSellers(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
) {
  requireTransactionId(transaction_id);
  const { company, complete, customer_type, primary, others } = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select("transactions.customer_type")
    .select(saleIsCompleteSql().as("complete"))
    .select((eb) => [
      selectPrimary("seller").as("primary"),
      selectAdditionalSellers().as("others"),
      jsonObjectFrom(
        eb
          .selectFrom("companies")
          .select(["companies.name", "companies.company_number"])
          .select(selectAddress("companies.address_id").as("address"))
          .whereRef("companies.id", "=", "transactions.company_seller_id"),
      ).as("company"),
    ])
    .executeTakeFirstOrThrow(transactionNotFound);
  const owner: CustomerType = "individual_owner";
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    company,
    complete,
    sellers: withPrimary([
      { ...primary, customer_type, representation_reason: null },
      ...others.map((seller) => ({ ...seller, customer_type: owner })),
    ]),
  };
}

/**
 * Returns true if a matter has both a seller and a buyer (C-069). The result is not stored
 * (AMB-C22).
 */
export function isTwoSided(matter: { sellers: number; buyers: number }): boolean {
  return matter.sellers > 0 && matter.buyers > 0;
}

/** Marks the first customer in the list as the primary one of their side (C-070). */
export function withPrimary<Person extends object>(
  people: readonly Person[],
): (Person & { primary_customer: boolean })[] {
  return people.map((person, index) => ({ ...person, primary_customer: index === 0 }));
}
