import { like, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

/** Errors go nowhere until the owner gives an address. */
export const sentry = defineVendor({
  name: "sentry",
  label: "Sentry",
  settings: {
    SENTRY_DSN: like(
      /^$|^https?:\/\/[^@/\s]+@[^@\s]+\/\w+$/,
      "must be as Sentry shows it: https://KEY@HOST/PROJECT",
    ).default(""),
    /** The host of the DSN, unless it is set. */
    SENTRY_API_URL: text.default("https://sentry.io"),
  },
  credentials: { SENTRY_DSN: "https://key-of-the-double@sentry.test/1" },
  address: "SENTRY_API_URL",
  // Events are redacted before they are sent.
  service: null,
});
