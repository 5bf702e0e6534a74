import { env } from "./env.server.ts";
import { type Company, companyLines } from "./company.ts";

/** Who is behind the service, as the settings say. */
export const company: Company = {
  name: env.COMPANY_NAME,
  number: env.COMPANY_NUMBER,
  address: env.COMPANY_ADDRESS,
  regulator: env.COMPANY_REGULATOR,
  telephone: env.COMPANY_TELEPHONE,
  vat_number: env.COMPANY_VAT_NUMBER ?? null,
};

/** What the law asks it to say of itself, in one paragraph. */
export const companyText = companyLines(company).join(" ");
