import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import {
  createAddress,
  saveAddress,
  selectAddress,
} from "#app/domain/properties/addresses.server.ts";
import { differingFields } from "#app/domain/versions/versions.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { Company } from "./company-form.server.ts";

/** Companies that sell. */

/** The company with this number on our own record (P-025, AMB-P04); null when there is none. */
export async function readCompanyByNumber(db: Db, company_number: string) {
  const company = await db
    .selectFrom("companies")
    .select(["id", "version", "name", "company_number"])
    .select(selectAddress("companies.address_id").as("address"))
    .where("company_number", "=", company_number)
    .executeTakeFirst();
  return company ?? null;
}

/** A company on record: as of which version it was looked over. */
export type KnownCompany = { id: string; version: number };

/**
 * Puts a company that sells on record: makes it (P-026), or changes what is different about one that is known (P-027).
 *
 * @param known the record that the answers are about; null for a company that has none
 * @returns its id
 * @throws ConflictError when the number has a record by now, or the record has changed since, or is of another number
 */
export async function saveCompany(
  db: Db,
  company: Company,
  { known, actor }: { known: KnownCompany | null; actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) =>
    known ? updateCompany(trx, company, known, actor) : createCompany(trx, company, actor),
  );
}

async function createCompany(trx: Db, { address, ...columns }: Company, actor: Actor) {
  const address_id = await createAddress(trx, address);
  const created = await trx
    .insertInto("companies")
    .values({ ...columns, address_id })
    .onConflict((conflict) => conflict.column("company_number").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!created) {
    throw new ConflictError(
      `The company ${columns.company_number} is on record already. Find it by its number`,
    );
  }
  const subject = { type: "company", id: created.id };
  await recordAudit(trx, { actor, action: "company_created", subject });
  return created.id;
}

async function updateCompany(
  trx: Db,
  company: Company,
  { id, version }: KnownCompany,
  actor: Actor,
) {
  const before = await trx
    .selectFrom("companies")
    .select(["name", "company_number", "version", "address_id"])
    .select(selectAddress("companies.address_id").as("address"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (before?.version !== version || before.company_number !== company.company_number) {
    throw new ConflictError(
      `The company ${company.company_number} has changed since you looked it up. Find it again`,
    );
  }
  const { name, address } = company;
  const fields = differingFields({ name: before.name, address: before.address }, { name, address });
  if (fields.length === 0) return id;
  const address_id = await saveAddress(trx, before.address_id, address);
  await trx
    .updateTable("companies")
    .set((eb) => ({ name, address_id, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await recordAudit(trx, {
    actor,
    action: "company_updated",
    subject: { type: "company", id },
    fields,
  });
  return id;
}
