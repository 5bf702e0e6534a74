import { z } from "zod";
import { textMatching, text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const oneSearch = defineVendor({
  name: "one-search",
  label: "OneSearch",
  settings: {
    ONESEARCH_USERNAME: text,
    ONESEARCH_PASSWORD: text,
    /** User name that OneSearch sends to us. It is not the one that we send to OneSearch. */
    ONESEARCH_PUSH_USERNAME: text,
    ONESEARCH_PUSH_PASSWORD: text.min(16, "must be at least 16 characters long"),
    /**
     * Secret at the end of the URL to which OneSearch sends results, if OneSearch supports that.
     */
    ONESEARCH_PUSH_SECRET: textMatching(
      /^[\w-]{32,100}$/,
      "must be 32 to 100 letters, digits, - and _",
    ).optional(),
    ONESEARCH_API_URL: text.default("https://www.onesearchdirect.co.uk/pisces"),
    ONESEARCH_SITE_URL: z.url().default("https://www.onesearchdirect.co.uk"),
  },
  credentials: {
    ONESEARCH_USERNAME: "double",
    ONESEARCH_PASSWORD: "password-of-the-double",
    ONESEARCH_PUSH_USERNAME: "pushing-double",
    ONESEARCH_PUSH_PASSWORD: "password-of-the-pushing-double",
  },
  address: "ONESEARCH_API_URL",
  pages: { ONESEARCH_SITE_URL: "/mocks/one-search" },
  service: {
    name: "OneSearch",
    does: "carries out property searches",
    gets: "the address and the plan of the property",
  },
});
