import { textMatching, rotatingSecrets, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const stripe = defineVendor({
  name: "stripe",
  label: "Stripe",
  settings: {
    STRIPE_SECRET_KEY: textMatching(
      /^[sr]k_(?:live|test)_/,
      "must begin with sk_ or rk_, and live_ or test_",
    ),
    STRIPE_PUBLISHABLE_KEY: textMatching(
      /^pk_(?:live|test)_/,
      "must begin with pk_live_ or pk_test_",
    ),
    /** Secrets that sign webhooks. With an empty secret, anyone could sign one. */
    STRIPE_WEBHOOK_SECRET: rotatingSecrets.refine(
      (list) => list.every((secret) => /^whsec_\S+$/.test(secret)),
      "must be one or more of Stripe's whsec_…, with a comma between them",
    ),
    STRIPE_API_URL: text.default("https://api.stripe.com"),
    STRIPE_SCRIPT_URL: text.default("https://js.stripe.com/basil/stripe.js"),
  },
  credentials: {
    STRIPE_SECRET_KEY: "sk_test_double",
    STRIPE_PUBLISHABLE_KEY: "pk_test_double",
    STRIPE_WEBHOOK_SECRET: "whsec_double",
  },
  address: "STRIPE_API_URL",
  pages: { STRIPE_SCRIPT_URL: "/mocks/stripe/script" },
  service: {
    name: "Stripe",
    does: "takes card payments",
    gets: "the seller’s name and email address, the payment details, and the card number (we never see it)",
  },
});
