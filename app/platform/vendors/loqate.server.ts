import { text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const loqate = defineVendor({
  name: "loqate",
  label: "Loqate",
  settings: { LOQATE_KEY: text, LOQATE_API_URL: text.default("https://api.addressy.com") },
  credentials: { LOQATE_KEY: "AA11-AA11-AA11-AA11" },
  address: "LOQATE_API_URL",
  service: {
    name: "Loqate",
    does: "finds addresses",
    gets: "the postcode or address, as someone types it",
  },
});
