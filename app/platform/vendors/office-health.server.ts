import { z } from "zod";
import { defineVendor } from "./vendor.server.ts";

export const officeHealth = defineVendor({
  name: "office-health",
  label: "Listings feed",
  settings: { OFFICE_HEALTH_FEED_URL: z.url({ protocol: /^https?$/ }) },
  credentials: { OFFICE_HEALTH_FEED_URL: "https://office-listings.test" },
  address: "OFFICE_HEALTH_FEED_URL",
  service: null,
});
