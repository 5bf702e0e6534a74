import { jsonObjectFrom } from "kysely/helpers/postgres";
import { selectAdditionalSellers, selectPrimary } from "#app/domain/people/parties.server.ts";
import { selectAddress } from "#app/domain/properties/address.server.ts";
import { requireTransactionId, transactionNotFound } from "#app/domain/transactions/not-found.ts";
import type { Db } from "#db/connection.ts";
import type { CustomerType } from "./customer-types.ts";
import { withPrimary } from "./sides.ts";

/**
 * Who sells in a matter: the company of a development, the one who signed up, and the others. For staff:
 * no owner narrows it.
 *
 * @throws NotFoundError "Transaction not found", also for what is no id
 */
export async function readSellers(db: Db, transaction_id: string) {
  requireTransactionId(transaction_id);
  const { company, customer_type, primary, others } = await db
    .selectFrom("transactions")
    .where("transactions.id", "=", transaction_id)
    .select("transactions.customer_type")
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
  // Whoever is added beside the one who signed up owns the home, or owns it with them.
  const owner: CustomerType = "individual_owner";
  return {
    company,
    sellers: withPrimary([
      { ...primary, customer_type, represented_because: null },
      ...others.map((seller) => ({ ...seller, customer_type: owner })),
    ]),
  };
}
