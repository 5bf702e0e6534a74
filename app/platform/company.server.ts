import { env } from "./env.server.ts";
import { type Company, companyLines } from "./company.ts";

/** Company that runs the service, from the settings. */
export const company: Company = {
  name: env.COMPANY_NAME,
  number: env.COMPANY_NUMBER,
  address: env.COMPANY_ADDRESS,
  regulator: env.COMPANY_REGULATOR,
  telephone: env.COMPANY_TELEPHONE,
  vat_number: env.COMPANY_VAT_NUMBER ?? null,
};

/** Its legal details in one paragraph. */
export const companyText = companyLines(company).join(" ");
