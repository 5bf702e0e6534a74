import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError, conflictOnDuplicate } from "#app/domain/errors.ts";
import { isObjectId, type Option } from "#app/domain/shared/answers.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { type Edit, saveChange, saveDeletion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { tooLong } from "#app/domain/shared/messages.ts";

/** Form of a brand (M-067 to M-073). */
export const BrandForm = z.object({
  brand_name: freeText("Enter a brand name", tooLong("Brand name")),
});
export type Brand = z.output<typeof BrandForm>;

/** Returns all brands by name, with the number of estate agents that use each. */
export async function listBrands(
  db: Db,
): Promise<{ id: string; brand_name: string; agents: number }[]> {
  const brands = await db
    .selectFrom("brands")
    .leftJoin("estate_agents", "estate_agents.brand_id", "brands.id")
    .select(["brands.id", "brands.brand_name"])
    .select((eb) => eb.fn.count<string>("estate_agents.id").as("agents"))
    .groupBy("brands.id")
    .orderBy("brands.brand_name")
    .execute();
  return brands.map(({ agents, ...brand }) => ({ ...brand, agents: Number(agents) }));
}

export async function listBrandOptions(db: Db): Promise<Option[]> {
  const brands = await listBrands(db);
  return brands.map(({ id, brand_name }) => ({ value: id, label: brand_name }));
}

const missing = () => new NotFoundError("Brand not found");

const refuseKnownName = conflictOnDuplicate("brands_brand_name_key", (details) => {
  const data = { field: "brand_name" };
  return new ConflictError("A brand with this name already exists", { ...details, data });
});

/** @throws NotFoundError "Brand not found" */
export async function readBrand(db: Db, id: string): Promise<Brand> {
  if (!isObjectId(id)) throw missing();
  return db
    .selectFrom("brands")
    .select("brand_name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow(missing);
}

/** Creates a brand. @throws ConflictError if a brand has the same name, ignoring case */
export async function createBrand(
  db: Db,
  brand: Brand,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto("brands")
      .values(brand)
      .returning("id")
      .executeTakeFirstOrThrow()
      .catch(refuseKnownName);
    await recordAudit(trx, { actor, action: "brand_created", subject: { type: "brand", id } });
    return id;
  });
}

/**
 * Renames a brand.
 * @throws EditConflictError; NotFoundError; ConflictError if a different brand has the same name
 */
export async function updateBrand(db: Db, id: string, brand: Brand, edit: Edit): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "brand_updated",
    subject: { type: "brand", id },
    yours: brand,
    read: (trx) => lockBrand(trx, id),
    write: (trx) =>
      trx
        .updateTable("brands")
        .set((eb) => ({ ...brand, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute()
        .catch(refuseKnownName),
  });
}

/**
 * @throws ConflictError if estate agents use the brand (AMB-M01); EditConflictError; NotFoundError
 */
export async function deleteBrand(db: Db, id: string, edit: Edit): Promise<void> {
  await saveDeletion(db, {
    ...edit,
    action: "brand_deleted",
    subject: { type: "brand", id },
    read: (trx) => lockBrand(trx, id),
    async remove(trx) {
      const agents = await countAgents(trx, id);
      if (agents > 0) throw new ConflictError(brandInUse(agents));
      await trx.deleteFrom("brands").where("id", "=", id).execute();
    },
  });
}

export function brandInUse(agents: number): string {
  return `This brand is used by ${agents} estate agents`;
}

async function lockBrand(trx: Db, id: string): Promise<Brand> {
  if (!isObjectId(id)) throw missing();
  return trx
    .selectFrom("brands")
    .select("brand_name")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
}

export async function countAgents(db: Db, brand_id: string): Promise<number> {
  const { agents } = await db
    .selectFrom("estate_agents")
    .select((eb) => eb.fn.countAll<string>().as("agents"))
    .where("brand_id", "=", brand_id)
    .executeTakeFirstOrThrow();
  return Number(agents);
}

/** Locks a brand against deletion. @throws NotFoundError if it was deleted */
export async function requireBrand(trx: Db, id: string | null): Promise<void> {
  if (id === null) return;
  await trx
    .selectFrom("brands")
    .select("id")
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirstOrThrow(
      () =>
        new NotFoundError("This brand no longer exists. Select another", {
          data: { field: "brand_id" },
        }),
    );
}
