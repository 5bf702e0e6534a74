import { env } from "./env.server.ts";
import { type Company, companyLines } from "./company.ts";

export const company: Company = {
  name: env.COMPANY_NAME,
  number: env.COMPANY_NUMBER,
  address: env.COMPANY_ADDRESS,
  regulator: env.COMPANY_REGULATOR,
  telephone: env.COMPANY_TELEPHONE,
  vat_number: env.COMPANY_VAT_NUMBER ?? null,
};

/** Legal details of our company, as one paragraph. */
export const companyText = companyLines(company).join(" ");
