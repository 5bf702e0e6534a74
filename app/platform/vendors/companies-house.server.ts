import { text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const companiesHouse = defineVendor({
  name: "companies-house",
  label: "Companies House",
  settings: {
    COMPANIES_HOUSE_KEY: text,
    COMPANIES_HOUSE_API_URL: text.default("https://api.company-information.service.gov.uk"),
  },
  credentials: { COMPANIES_HOUSE_KEY: "key-of-the-double" },
  address: "COMPANIES_HOUSE_API_URL",
  // Companies House gets only company numbers, which are not personal data.
  service: null,
});
