/**
 * Sales that were agreed with a buyer who has not finished signing up, as the agent’s memorandum of
 * sale has them.
 */

import { sql } from "kysely";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";

/** A co-buyer as the memorandum names them. */
type CoBuyer = {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
};

type NewAgreement = {
  transaction_id: string;
  buyer_id: string;
  /** The invitation that was made for the agreement; null if none was needed. */
  invitation_id: string | null;
  agreed_price_pounds: number;
  /** Date of the memorandum, such as "2026-11-21". */
  memorandum_on: string | null;
  co_buyer: CoBuyer | null;
};

/** Stores an agreement. The matter must be locked, and have no other open one. Returns its id. */
export async function insertAgreement(
  trx: Db,
  { co_buyer, ...agreement }: NewAgreement,
): Promise<string> {
  const { id } = await trx
    .insertInto("sale_agreements")
    .values({
      ...agreement,
      co_buyer_first_name: co_buyer?.first_name ?? null,
      co_buyer_last_name: co_buyer?.last_name ?? null,
      co_buyer_email: co_buyer?.email ?? null,
      co_buyer_phone_number: co_buyer?.phone_number ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the open agreement of a matter, if it has one. The matter must be locked. */
export async function endAgreement(trx: Db, transaction_id: string): Promise<void> {
  await trx
    .updateTable("sale_agreements")
    .set({ ended_at: sql`now()` })
    .where("transaction_id", "=", transaction_id)
    .where("ended_at", "is", null)
    .execute();
}

/** Opens an agreement again. The matter must be locked, and have no other open one. */
export async function reopenAgreement(trx: Db, id: string): Promise<void> {
  await trx.updateTable("sale_agreements").set({ ended_at: null }).where("id", "=", id).execute();
}

/** Reads the open agreement of a matter with its buyer and their invitation, for staff. */
export async function readAgreement(db: Db, reader: StaffReader, transaction_id: string) {
  const agreement = await findAgreement(db, transaction_id);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return agreement;
}

/** Finds the open agreement of a matter, or null. */
export async function findAgreement(db: Db, transaction_id: string) {
  const agreement = await db
    .selectFrom("sale_agreements")
    .innerJoin("users", "users.id", "sale_agreements.buyer_id")
    .leftJoin("invitations", "invitations.id", "sale_agreements.invitation_id")
    .select(["sale_agreements.id", "agreed_price_pounds", "memorandum_on", "buyer_id"])
    .select(["users.first_name", "users.middle_name", "users.last_name", "users.email"])
    .select(["sale_agreements.invitation_id", "invitations.status as invitation_status"])
    .where("sale_agreements.transaction_id", "=", transaction_id)
    .where("sale_agreements.ended_at", "is", null)
    .executeTakeFirst();
  return agreement ?? null;
}

/** Reads the price and the co-buyer that were agreed with this buyer of a property, or null. */
export async function readOwnAgreement(
  db: Db,
  { buyer_id, property_id }: { buyer_id: ReaderId; property_id: string },
): Promise<{ agreed_price_pounds: number; co_buyer: CoBuyer | null } | null> {
  const agreement = await db
    .selectFrom("sale_agreements")
    .innerJoin("transactions", "transactions.id", "sale_agreements.transaction_id")
    .select(["agreed_price_pounds", "co_buyer_first_name", "co_buyer_last_name"])
    .select(["co_buyer_email", "co_buyer_phone_number"])
    .where("sale_agreements.buyer_id", "=", buyer_id)
    .where("transactions.property_id", "=", property_id)
    .where("sale_agreements.ended_at", "is", null)
    .executeTakeFirst();
  if (!agreement) return null;
  const { agreed_price_pounds, co_buyer_email } = agreement;
  const co_buyer = co_buyer_email && {
    first_name: agreement.co_buyer_first_name ?? "",
    last_name: agreement.co_buyer_last_name ?? "",
    email: co_buyer_email,
    phone_number: agreement.co_buyer_phone_number ?? "",
  };
  return { agreed_price_pounds, co_buyer: co_buyer || null };
}
