/** The law firm that acts for one side of a matter, and the people in it who can open its page. */

import { isObjectId } from "#app/domain/shared/answers.ts";
import { type Side, SIDES } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";

/** One side of a matter, whose law firm has a page. */
export type FirmPlace = { transaction_id: string; side: Side };

/** Returns the side of a matter in a URL; null for a URL that no page has. */
export function readFirmPlace({
  id = "",
  side,
}: {
  id?: string | undefined;
  side?: string | undefined;
}): FirmPlace | null {
  const known = SIDES.find((name) => name === side);
  return known && isObjectId(id) ? { transaction_id: id, side: known } : null;
}

/**
 * Selects the lawyer group that acts for one side of a matter. There is none if the group or its
 * firm is retired, or if the side is the buyer’s and no purchase is active.
 */
export function selectActingGroup(db: Db, { transaction_id, side }: FirmPlace) {
  return db
    .selectFrom("transactions")
    .innerJoin("lawyer_groups", "lawyer_groups.id", `transactions.${side}_lawyer_group_id`)
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .leftJoin("purchase_intents", (join) =>
      join
        .onRef("purchase_intents.transaction_id", "=", "transactions.id")
        .on("purchase_intents.is_active", "=", true),
    )
    .select(["transactions.id as transaction_id", "lawyer_groups.id as lawyer_group_id"])
    .select(["law_firms.name as firm", "purchase_intents.id as active_purchase_id"])
    .where("transactions.id", "=", transaction_id)
    .where("lawyer_groups.retired_at", "is", null)
    .where("law_firms.retired_at", "is", null)
    .$if(side === "buyer", (query) => query.where("purchase_intents.id", "is not", null));
}

/**
 * Returns the lawyer group that acts for one side of a matter, if the address is that of a person
 * in it; otherwise null. Takes the same queries for every address.
 */
export async function findActingGroup(
  db: Db,
  place: FirmPlace,
  email: string,
): Promise<{ lawyer_group_id: string } | null> {
  const found = await selectActingGroup(db, place)
    .innerJoin("lawyer_group_members", "lawyer_group_members.lawyer_group_id", "lawyer_groups.id")
    .where("lawyer_group_members.email", "=", email)
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
