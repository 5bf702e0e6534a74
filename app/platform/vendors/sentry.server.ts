import { textMatching, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

/** Sentry, which is disabled until the owner sets a DSN. */
export const sentry = defineVendor({
  name: "sentry",
  label: "Sentry",
  settings: {
    SENTRY_DSN: textMatching(
      /^$|^https?:\/\/[^@/\s]+@[^@\s]+\/\w+$/,
      "must be as Sentry shows it: https://KEY@HOST/PROJECT",
    ).default(""),
    /** Defaults to the host of the DSN. */
    SENTRY_API_URL: text.default("https://sentry.io"),
  },
  credentials: { SENTRY_DSN: "https://key-of-the-double@sentry.test/1" },
  address: "SENTRY_API_URL",
  // Events are redacted before they are sent.
  service: null,
});
