import { z } from "zod";
import { DomainError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";

/** In the order of the alphabet, so that two editors who ticked the same boxes have the same version. */
export const TagsForm = z.object({
  tags: z
    .array(z.unknown())
    .default([])
    .transform((tags) => [...new Set(tags.filter((tag) => typeof tag === "string"))].sort()),
});

type Tags = z.output<typeof TagsForm>;

/** The tags that the settings of the office offer, and those that the transaction has (AMB-J10). */
export async function listTagOptions(db: Db, transaction_id: string): Promise<string[]> {
  const { tags } = await readTags(db, transaction_id);
  const config = await db.selectFrom("admin_config").select("tags").executeTakeFirst();
  return [...new Set([...(config?.tags ?? []), ...tags])];
}

/**
 * The tags of a transaction.
 *
 * @throws NotFoundError "Transaction not found", also for what is no id
 */
export async function readTags(db: Db, transaction_id: string): Promise<Tags> {
  return sorted(await selectTags(db, transaction_id).executeTakeFirstOrThrow(missing));
}

/**
 * Gives a transaction these tags in place of those that it has (J-033).
 *
 * @throws ChangedMeanwhileError, NotFoundError; DomainError for a tag that the settings do not offer
 */
export async function updateTags(
  db: Db,
  transaction_id: string,
  { tags }: Tags,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "transaction_tags_updated",
    subject: { type: "transaction", id: transaction_id },
    yours: { tags },
    async read(trx) {
      const before = await selectTags(trx, transaction_id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(missing);
      const options = await listTagOptions(trx, transaction_id);
      if (tags.some((tag) => !options.includes(tag))) {
        throw new DomainError("Choose tags from the list", 400, { data: { field: "tags" } });
      }
      return sorted(before);
    },
    write: (trx) =>
      trx.updateTable("transactions").set({ tags }).where("id", "=", transaction_id).execute(),
  });
}

const missing = () => new NotFoundError("Transaction not found");

function selectTags(db: Db, transaction_id: string) {
  if (!isObjectId(transaction_id)) throw missing();
  return db.selectFrom("transactions").select("tags").where("id", "=", transaction_id);
}

function sorted({ tags }: Tags): Tags {
  return { tags: [...tags].sort() };
}
