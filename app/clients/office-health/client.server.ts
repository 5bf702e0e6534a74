/**
 * Number of listings of each estate agent office, from a JSON feed that the service's owner chooses
 * (AMB-S03, X-064).
 */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { fetchText, callVendor, readJson } from "../outbound.server.ts";

/** Maximum size of the feed. A feed of 5,000 offices is about 600 kB. */
const MAX_BYTES = 5_000_000;
const MAX_OFFICES = 20_000;

const listings = z.number().int().min(0).max(1_000_000);

const Office = z
  .object({
    // PostgreSQL can't store NUL, and a name needs no invisible characters.
    estateAgentName: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .regex(/^\P{C}+$/u),
    weeklyListings: listings,
    monthlyListings: listings,
    totalActiveListings: listings,
  })
  .transform((office) => ({
    estate_agent_name: office.estateAgentName,
    weekly_listings: office.weeklyListings,
    monthly_listings: office.monthlyListings,
    total_active_listings: office.totalActiveListings,
  }));

const Feed = z.object({
  offices: z
    .array(Office)
    .max(MAX_OFFICES)
    .refine((offices) => new Set(offices.map((o) => o.estate_agent_name)).size === offices.length, {
      error: "An office appears twice",
    }),
});

export type OfficeListings = z.output<typeof Office>;

/**
 * Downloads the feed.
 * @throws {VendorError} "bad_body" also if it exceeds 5 MB or contains an office twice
 */
export function readOfficeListings(): Promise<OfficeListings[]> {
  return callVendor(
    "office-health",
    { baseUrl: env.OFFICE_HEALTH_FEED_URL, idempotent: true },
    async () => {
      const url = new URL(env.OFFICE_HEALTH_FEED_URL);
      const headers = { accept: "application/json" };
      const text = await fetchText("office-health", url, { headers }, { max_bytes: MAX_BYTES });
      return readJson("office-health", Feed, text).offices;
    },
  );
}

/**
 * Sends the feed's host a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  return `The feed has ${(await readOfficeListings()).length} offices.`;
}
