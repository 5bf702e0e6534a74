import { findCompany, type RegisteredCompany } from "#app/clients/companies-house.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import type { TYPED_PARTS } from "#app/domain/properties/address.ts";
import { countryCode } from "#app/domain/properties/countries.ts";
import type { Db } from "#db/connection.ts";
import { type KnownCompany, readCompanyByNumber } from "./companies.server.ts";

/** A company as its form is filled in, with the record that it was found on. */
export type FoundCompany = {
  /** Of our own record, and as of which version; null for one of the public register. */
  known: KnownCompany | null;
  name: string;
  company_number: string;
  /** As far as it is known, which may be in part. */
  address: Partial<Record<(typeof TYPED_PARTS)[number] | "country_iso_2", string | null>>;
  /** What the public register says of it; null for one of our own. */
  status: string | null;
};

/**
 * Looks for a company by its number: on our own record first, else at Companies House (P-025, AMB-P04). Not to be called
 * within a transaction.
 *
 * @param company_number as the register writes it
 * @throws NotFoundError "Company not found" (P-044); VendorError when Companies House does not answer
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
  // The register says "England", "Wales", "United Kingdom", or the name of another country.
  return { ...lines, country_iso_2: countryCode(country ?? "") };
}
