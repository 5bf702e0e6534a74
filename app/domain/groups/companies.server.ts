import { z } from "zod";
import { findCompany, type RegisteredCompany } from "#app/clients/companies-house/client.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import {
  createAddress,
  personAddress,
  saveAddress,
  selectAddress,
} from "#app/domain/shared/address.server.ts";
import type { TYPED_PARTS } from "#app/domain/shared/address.ts";
import { countryCode } from "#app/domain/shared/countries.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { differingFields } from "#app/domain/versions/edit-conflicts.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  COMPANY_NAME_REQUIRED,
  COMPANY_NUMBER_REQUIRED,
  tooLong,
} from "#app/domain/shared/messages.ts";

/**
 * Schema of a company number in the format of Companies House: in upper case, and padded with zeros
 * to eight digits if it has only digits.
 */
export const companyNumber = freeText(COMPANY_NUMBER_REQUIRED, tooLong("Company number")).transform(
  (typed) => {
    const number = typed.replaceAll(/\s/g, "").toUpperCase();
    return /^\d+$/.test(number) ? number.padStart(8, "0") : number;
  },
);

/** Form that searches for a company by number (P-018). */
export const FindCompanyForm = z.object({ number: companyNumber });

/** Form of a company that sells a group. */
export const CompanyForm = z.object({
  name: freeText(COMPANY_NAME_REQUIRED, tooLong("Company name")),
  company_number: companyNumber,
  address: personAddress,
});

export type Company = z.output<typeof CompanyForm>;

/** Returns our record of the company with this number, or null (P-025, AMB-P04). */
export async function readCompanyByNumber(db: Db, company_number: string) {
  const company = await db
    .selectFrom("companies")
    .select(["id", "version", "name", "company_number"])
    .select(selectAddress("companies.address_id").as("address"))
    .where("company_number", "=", company_number)
    .executeTakeFirst();
  return company ?? null;
}

export type KnownCompany = { id: string; version: number };

/**
 * Creates a selling company (P-026), or updates our record of it if that differs (P-027).
 * @param known id and version of our record; null if we have none
 * @returns the id
 * @throws ConflictError if `known` is null but we have a record with this number, or if our record
 * has changed since or has a different number
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
      `We already have a record of company ${columns.company_number}. Find it by its number`,
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

export type FoundCompany = {
  /** Id and version of our record; null for a company found at Companies House. */
  known: KnownCompany | null;
  name: string;
  company_number: string;
  address: Partial<Record<(typeof TYPED_PARTS)[number] | "country_iso_2", string | null>>;
  /** Status of a company found at Companies House; null if we have a record of the company. */
  status: string | null;
};

/**
 * Finds a company in our records or, if they don't have it, at Companies House (P-025, AMB-P04).
 * Never call it in a transaction.
 * @throws NotFoundError "Company not found" (P-044); VendorError
 */
export async function findCompanyByNumber(db: Db, company_number: string): Promise<FoundCompany> {
  const own = await readCompanyByNumber(db, company_number);
  if (own) {
    const { id, version, name, address } = own;
    return {
      known: { id, version },
      name,
      company_number: own.company_number,
      address: address ?? {},
      status: null,
    };
  }
  const registered = await findCompany(company_number);
  if (!registered) throw new NotFoundError("Company not found");
  return { known: null, ...registered, address: toAddress(registered.address) };
}

function toAddress(office: RegisteredCompany["address"]): FoundCompany["address"] {
  const { country, ...lines } = office ?? { country: null };
  // Companies House returns "England", "Wales", "United Kingdom" or the name of a foreign country.
  return { ...lines, country_iso_2: countryCode(country ?? "") };
}
