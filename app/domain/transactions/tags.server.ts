import { z } from "zod";
import { DomainError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import type { Db } from "#db/connection.ts";
import { lockMatter, requireTransactionId, transactionNotFound } from "./matter.server.ts";

/** Reads the row with the settings, which operators change with SQL (I-080, AMB-I06). */
export function readAdminConfig(db: Db) {
  return db
    .selectFrom("admin_config")
    .select(["benchmark_in_days", "invoicing_amount_pence", "tags", "thirdfort_v2_switchover_date"])
    .select("end_reasons")
    .executeTakeFirstOrThrow();
}

/**
 * Form of a matter’s tags. It sorts the tags, so that the versions of two editors with the same
 * tags are equal.
 */
export const TagsForm = z.object({
  tags: z
    .array(z.unknown())
    .default([])
    .transform((tags) => [...new Set(tags.filter((tag) => typeof tag === "string"))].sort()),
});

type Tags = z.output<typeof TagsForm>;

/** Lists the tags from the settings and the tags that the matter already has (AMB-J10). */
export async function listTagOptions(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<string[]> {
  const { tags } = await readTags(db, reader, transaction_id);
  const config = await readAdminConfig(db);
  return [...new Set([...config.tags, ...tags])];
}

/** Reads the tags of a matter. @throws NotFoundError */
export async function readTags(
  db: Db,
  reader: StaffReader | ServiceReader,
  transaction_id: string,
): Promise<Tags> {
  requireTransactionId(transaction_id);
  const { tags } = await db
    .selectFrom("transactions")
    .select("tags")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { tags: [...tags].sort() };
}

/**
 * Replaces the tags of a matter (J-033).
 * @throws EditConflictError, NotFoundError; DomainError for a tag that is not an option
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
      await lockMatter(trx, transaction_id);
      const options = await listTagOptions(trx, service, transaction_id);
      if (tags.some((tag) => !options.includes(tag))) {
        throw new DomainError("Choose tags from the list", 400, { data: { field: "tags" } });
      }
      return readTags(trx, service, transaction_id);
    },
    write: (trx) =>
      trx.updateTable("transactions").set({ tags }).where("id", "=", transaction_id).execute(),
  });
}
