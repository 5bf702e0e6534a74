import { isObjectId } from "#app/domain/fields/ids.ts";
import type { Db } from "#db/connection.ts";

/**
 * Lets members of staff who do something with a matter do it one after the other, until the transaction ends. A buyer
 * can still join; a save by the seller waits. A matter that is not there is for the caller to miss.
 */
export async function lockMatter(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) return;
  await trx.selectFrom("transactions").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}
