import { secrets, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const thirdfort = defineVendor({
  name: "thirdfort",
  label: "Thirdfort",
  settings: {
    THIRDFORT_CLIENT_ID: text,
    THIRDFORT_TENANT_ID: text,
    THIRDFORT_PRIVATE_KEY_FILE: text,
    /** Secrets that sign webhooks. With a short secret, anyone could sign one. */
    THIRDFORT_WEBHOOK_SECRET: secrets(16),
    THIRDFORT_WEBHOOK_HEADER: text.default("x-thirdfort-signature"),
    THIRDFORT_API_URL: text.default("https://api-v2.thirdfort.io/v2"),
    THIRDFORT_PORTAL_URL: text.default("https://app.thirdfort.com/activities"),
  },
  credentials: {
    THIRDFORT_CLIENT_ID: "client-of-the-double",
    THIRDFORT_TENANT_ID: "tenant-of-the-double",
    THIRDFORT_PRIVATE_KEY_FILE: "mocks/thirdfort/private-key.pem",
    THIRDFORT_WEBHOOK_SECRET: "webhook-secret-of-the-double",
  },
  address: "THIRDFORT_API_URL",
  pages: { THIRDFORT_PORTAL_URL: "/mocks/thirdfort" },
  service: {
    name: "Thirdfort",
    does: "checks identity and the source of funds",
    gets: "the name, contact details and address of the person being checked, and the documents they provide",
  },
});
