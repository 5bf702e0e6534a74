/**
 * Company profiles from the Companies House API
 * (developer-specs.company-information.service.gov.uk).
 */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { basicAuth } from "../basic-auth.ts";
import { fetchText, callVendor, readJson } from "../outbound.server.ts";
import { nullIfNotFound } from "../vendor-error.ts";

const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

const Office = z
  .object({
    premises: textOrNull,
    address_line_1: textOrNull,
    address_line_2: textOrNull,
    locality: textOrNull,
    region: textOrNull,
    postal_code: textOrNull,
    country: textOrNull,
  })
  .transform(({ premises, address_line_1, address_line_2, ...office }) => ({
    line_1: joinLine(premises, address_line_1),
    line_2: address_line_2,
    post_town: office.locality,
    county: office.region,
    postcode: office.postal_code,
    country: office.country,
  }));

const Company = z
  .object({
    company_name: z.string().min(1),
    company_number: z.string().min(1),
    company_status: textOrNull,
    registered_office_address: Office.nullish(),
  })
  .transform(({ company_name, company_number, company_status, registered_office_address }) => ({
    name: company_name,
    company_number,
    /** The register's own word, such as "active", "dissolved" or "liquidation". */
    status: company_status,
    address: registered_office_address ?? null,
  }));

export type RegisteredCompany = z.output<typeof Company>;

function joinLine(premises: string | null, street: string | null): string | null {
  if (!premises || !street) return premises ?? street;
  return /^\d+[a-z]?$/i.test(premises) ? `${premises} ${street}` : `${premises}, ${street}`;
}

/**
 * Returns the company with a number; null if Companies House doesn't know the number (P-025,
 * AMB-P04).
 * @throws {VendorError}
 */
export function findCompany(company_number: string): Promise<RegisteredCompany | null> {
  const baseUrl = env.COMPANIES_HOUSE_API_URL;
  const asked = callVendor("companies-house", { baseUrl, idempotent: true }, async () => {
    const url = new URL(`/company/${encodeURIComponent(company_number)}`, baseUrl);
    const Authorization = basicAuth(env.COMPANIES_HOUSE_KEY, "");
    const headers = { Authorization, Accept: "application/json" };
    return readJson(
      "companies-house",
      Company,
      await fetchText("companies-house", url, { headers }),
    );
  });
  return nullIfNotFound(asked);
}

/**
 * Sends Companies House a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const company = await findCompany("00000006");
  return company ? `00000006 is ${company.name}.` : "It has no company 00000006.";
}
