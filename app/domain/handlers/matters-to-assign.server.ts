import { sql } from "kysely";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { keysetAfter } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

/**
 * Lists open matters of these handlers, newest first, or those without a handler if `handlers` is
 * null.
 */
export async function listMattersToAssign(
  db: Db,
  reader: StaffReader,
  handlers: readonly string[] | null | undefined,
  { limit, after }: KeysetQuery,
) {
  const rows = await matters(db)
    .where(sql<boolean>`listed_transactions.stage not in ('completed', 'aborted')`)
    .where((eb) =>
      handlers
        ? eb("listed_transactions.handler_id", "in", [...handlers, ""])
        : eb("listed_transactions.handler_id", "is", null),
    )
    .$if(after !== undefined, (query) =>
      query.where(keysetAfter("listed_transactions", "created_at", after ?? "")),
    )
    .orderBy("listed_transactions.created_at", "desc")
    .orderBy("listed_transactions.id", "desc")
    .limit(limit + 1)
    .execute();
  await reader.recordView({ list: "transactions" });
  return keysetPage(rows, limit);
}

/** Reads chosen matters by their ids. Ids of no matter are left out. */
export async function readChosenMatters(db: Db, reader: StaffReader, ids: readonly string[]) {
  const rows = await matters(db)
    .where("listed_transactions.id", "in", [...ids.filter(isObjectId), ""])
    .orderBy("transactions.number")
    .execute();
  await reader.recordView({ list: "transactions" });
  return rows;
}

function matters(db: Db) {
  return db
    .selectFrom("listed_transactions")
    .innerJoin("transactions", "transactions.id", "listed_transactions.id")
    .innerJoin("properties", "properties.id", "listed_transactions.property_id")
    .leftJoin("users as handler", "handler.id", "listed_transactions.handler_id")
    .select([
      "listed_transactions.id",
      "listed_transactions.created_at",
      "transactions.number",
      selectAddress("properties.address_id").$notNull().as("address"),
      fullNameSql("handler").as("handler"),
    ]);
}
