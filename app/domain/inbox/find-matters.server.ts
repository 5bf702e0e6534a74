import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { type Found, search } from "#app/domain/staff-search/search.server.ts";
import { parseMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { selectBuyers, selectSellers } from "#app/domain/transactions/matter-parts.server.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";

/** Matter to which staff can match a conversation. */
export type MatterChoice = Pick<Found, "id" | "text" | "detail" | "stage"> & { number: number };

/** Most matters that a search for a match returns. */
const MAX_CHOICES = 10;

/** Most suggestions for a conversation. */
const MAX_SUGGESTED = 3;

/**
 * Finds matters by what staff type: a number such as F-10482, or words as in the search of the back
 * office (addresses, people, title numbers).
 */
export async function findMatters(
  db: Db,
  reader: StaffReader,
  typed: string,
): Promise<MatterChoice[]> {
  const number = parseMatterNumber(typed);
  if (number !== null) {
    const numbered = await db
      .selectFrom("transactions")
      .select("id")
      .where("number", "=", number)
      .execute();
    if (numbered[0]) return readChoices(db, reader, [numbered[0].id]);
  }
  const place = { kind: "transaction" as const, page: 1, size: MAX_CHOICES };
  const found = await search(db, reader, typed, place);
  return withNumbers(
    db,
    found.flatMap((of) => of.found),
  );
}

/** Returns the matters that the emails of a conversation name by their numbers, newest first. */
export async function suggestMatters(
  db: Db,
  reader: StaffReader,
  conversation_id: string,
): Promise<MatterChoice[]> {
  const rows = await db
    .selectFrom("messages")
    .innerJoin("inbound_emails", "inbound_emails.id", "messages.inbound_email_id")
    .select("inbound_emails.suggested_transaction_id as id")
    .where("messages.conversation_id", "=", conversation_id)
    .where("inbound_emails.suggested_transaction_id", "is not", null)
    .orderBy("messages.at", "desc")
    .orderBy("messages.id", "desc")
    .limit(MAX_CHOICES)
    .execute();
  const ids = new Set(rows.flatMap(({ id }) => id ?? []));
  return readChoices(db, reader, [...ids].slice(0, MAX_SUGGESTED));
}

async function readChoices(db: Db, reader: StaffReader, ids: readonly string[]) {
  const found: Found[] = [];
  const place = { kind: "transaction" as const, page: 1, size: 1 };
  for (const id of ids) {
    for (const kind of await search(db, reader, id, place)) found.push(...kind.found);
  }
  return withNumbers(db, found);
}

async function withNumbers(db: Db, found: readonly Found[]): Promise<MatterChoice[]> {
  if (found.length === 0) return [];
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "number"])
    .where(
      "id",
      "in",
      found.map(({ id }) => id),
    )
    .execute();
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return found.flatMap(({ id, text, detail, stage }) => {
    const number = numbers.get(id);
    return number === undefined ? [] : [{ id, text, detail, stage, number }];
  });
}

/**
 * Returns the sides of a matter to which a conversation can be matched: its sellers, and the buyers
 * of each purchase, newest first.
 * @throws NotFoundError
 */
export async function readMatterSides(db: Db, reader: StaffReader, transaction_id: string) {
  requireTransactionId(transaction_id);
  const row = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(["transactions.id", "transactions.number", selectSellers().as("sellers")])
    .select(ADDRESS_LINES.map((name) => `addresses.${name}` as const))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("purchase_intents")
          .select(["purchase_intents.id", "purchase_intents.is_active"])
          .select(selectBuyers().as("buyers"))
          .whereRef("purchase_intents.transaction_id", "=", "transactions.id")
          .orderBy("purchase_intents.is_active", "desc")
          .orderBy("purchase_intents.created_at", "desc"),
      ).as("purchases"),
    )
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const { id, number, sellers, purchases } = row;
  return { id, number, sellers, purchases, address: addressLine(pick(row, ADDRESS_LINES)) };
}
