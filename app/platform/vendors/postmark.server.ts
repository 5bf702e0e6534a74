import { text } from "../setting.server.ts";
import { defineVendor } from "./vendor.server.ts";

export const postmark = defineVendor({
  name: "postmark",
  label: "Postmark",
  settings: {
    POSTMARK_SERVER_TOKEN: text,
    POSTMARK_API_URL: text.default("https://api.postmarkapp.com"),
  },
  credentials: { POSTMARK_SERVER_TOKEN: "token-of-the-double" },
  address: "POSTMARK_API_URL",
  service: {
    name: "Postmark",
    does: "sends our emails and receives emails sent to us",
    gets: "the email addresses and the content of emails",
  },
});
