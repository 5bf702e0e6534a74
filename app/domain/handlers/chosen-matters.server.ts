import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import type { Db } from "#db/connection.ts";

/** Reads chosen matters by their ids. Ids of no matter are left out. */
export async function readChosenMatters(db: Db, reader: StaffReader, ids: readonly string[]) {
  const rows = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .leftJoin("users as handler", "handler.id", "transactions.handler_id")
    .select([
      "transactions.id",
      "transactions.number",
      selectAddress("properties.address_id").$notNull().as("address"),
      fullNameSql("handler").as("handler"),
    ])
    .where("transactions.id", "in", [...ids.filter(isObjectId), ""])
    .orderBy("transactions.number")
    .execute();
  await reader.recordView({ list: "transactions" });
  return rows;
}
