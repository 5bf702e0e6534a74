import { text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const recaptcha = defineVendor({
  name: "recaptcha",
  label: "reCAPTCHA",
  settings: {
    RECAPTCHA_SITE_KEY: text,
    RECAPTCHA_SECRET_KEY: text,
    RECAPTCHA_API_URL: text.default("https://www.google.com/recaptcha/api"),
    RECAPTCHA_SCRIPT_URL: text.default("https://www.google.com/recaptcha/api.js"),
  },
  credentials: {
    RECAPTCHA_SITE_KEY: "site-key-of-the-double",
    RECAPTCHA_SECRET_KEY: "secret-key-of-the-double",
  },
  address: "RECAPTCHA_API_URL",
  pages: { RECAPTCHA_SCRIPT_URL: "/mocks/recaptcha/script" },
  service: {
    name: "Google reCAPTCHA",
    does: "checks whether a visitor is a person or a bot, if you allow it",
    gets: "information about your browser, and your IP address",
  },
});
