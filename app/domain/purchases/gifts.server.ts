import { sql } from "kysely";
import { NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { isGiftorSql } from "#app/domain/people/matter-access.server.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { hasComeSql, newestCheck } from "#app/domain/transactions/customer-parts.server.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import { selectBuyers, selectSolicitor } from "#app/domain/transactions/matter-parts.server.ts";
import type { Db } from "#db/connection.ts";
import { isReplaced } from "./purchase-standing.ts";
import { selectStanding } from "./purchases.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";

const MAX_GIFTS = 100;

/** Lists the reader’s gifts towards purchases that the buyer has confirmed, newest first. */
export function listGifts(db: Db, reader: Reader) {
  return gifts(db, reader)
    .select(["parties.id", ...ADDRESS_LINES])
    .orderBy("parties.created_at", "desc")
    .orderBy("parties.id", "desc")
    .limit(MAX_GIFTS)
    .execute();
}

/**
 * Reads the reader’s gift, with the buyers, the property and the reader’s own ID check. If the
 * purchase is active, also reads the law firm and the dates. Never reads the price.
 * @throws NotFoundError
 */
export async function readGift(db: Db, { id, reader }: { id: string; reader: Reader }) {
  const notFound = () => new NotFoundError("Gift not found");
  if (!isObjectId(id)) throw notFound();
  const { amount_pounds, ...read } = await gifts(db, reader)
    .where("parties.id", "=", id)
    .select(["parties.id", "parties.amount_pounds", ...ADDRESS_LINES])
    .select([
      selectBuyers().as("buyers"),
      sql<PersonsCheck>`(
        select json_build_object('first_name', person.first_name,
          'person_type', person.person_type, 'status', newest.status, 'result', newest.result,
          'is_repeated', coalesce(newest.is_repeated, false))
        from (select parties.kind as person_type, parties.first_name, parties.last_name,
          parties.email) person
        ${newestCheck()})`.as("check"),
    ])
    .select([
      "purchase_intents.is_active",
      "purchase_intents.exchanged",
      "purchase_intents.completed",
      hasComeSql("aborted").as("is_aborted"),
      selectStanding().as("place"),
      selectSolicitor("transactions.buyer_lawyer_group_id").as("solicitor"),
    ])
    .executeTakeFirstOrThrow(notFound);
  const { is_active, exchanged, completed, is_aborted, place, solicitor, ...gift } = read;
  return {
    ...gift,
    amount_pounds: amount_pounds ?? 0,
    // The solicitor acts only for the active buyer.
    law_firm: is_active ? (solicitor?.law_firm ?? null) : null,
    exchange: is_active ? exchanged : null,
    completion: is_active ? completed : null,
    has_stopped: is_aborted || isReplaced(place),
  };
}

function gifts(db: Db, reader: Reader) {
  return db
    .selectFrom("parties")
    .innerJoin("purchase_intents", "purchase_intents.id", "parties.purchase_intent_id")
    .innerJoin("transactions", "transactions.id", "purchase_intents.transaction_id")
    .innerJoin("properties", "properties.id", "purchase_intents.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .where(isGiftorSql(reader.id))
    .where(purchaseIsCompleteSql());
}
