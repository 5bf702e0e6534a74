import { count, flag, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const anthropic = defineVendor({
  name: "anthropic",
  label: "Anthropic",
  settings: {
    // This is off until the owner turns it on. Until then, fixed rules write the texts (AMB-O06).
    ANTHROPIC_ENABLED: flag.default(false),
    ANTHROPIC_API_KEY: text.default(""),
    ANTHROPIC_MODEL: text.default("claude-sonnet-5-5"),
    ANTHROPIC_API_URL: text.default("https://api.anthropic.com"),
    ANTHROPIC_DEADLINE_MS: count.min(1).default(25_000),
  },
  credentials: { ANTHROPIC_API_KEY: "key-of-the-double" },
  address: "ANTHROPIC_API_URL",
  service: {
    name: "Anthropic",
    does: "drafts search reports and progress summaries for our team",
    gets: "search documents, and the progress of a sale or purchase",
  },
  enabledBy: "ANTHROPIC_ENABLED",
});
