import { textMatching, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

/** Sentry. It is off until the owner sets a DSN. */
export const sentry = defineVendor({
  name: "sentry",
  label: "Sentry",
  settings: {
    SENTRY_DSN: textMatching(
      /^$|^https?:\/\/[^@/\s]+@[^@\s]+\/\w+$/,
      "must be as Sentry shows it: https://KEY@HOST/PROJECT",
    ).default(""),
    /** URL of Sentry's API. If this is not set, the host in the DSN is used. */
    SENTRY_API_URL: text.default("https://sentry.io"),
  },
  credentials: { SENTRY_DSN: "https://key-of-the-double@sentry.test/1" },
  address: "SENTRY_API_URL",
  // Sentry gets no personal data, because error reports are redacted before they are sent.
  service: null,
});
