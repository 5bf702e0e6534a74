import type { RequestHandler } from "msw";
import type { Vendor } from "#app/vendors.ts";
import { anthropicHandlers } from "./anthropic.ts";
import { companiesHouseHandlers } from "./companies-house.ts";
import { faultHandler } from "./faults.ts";
import { landRegistryHandlers } from "./land-registry/api.ts";
import { loqateHandlers } from "./loqate/api.ts";
import { officeHealthHandlers } from "./office-health.ts";
import { oneSearchHandlers } from "./one-search/api.ts";
import type { OneSearchDouble } from "./one-search/orders.ts";
import { postmarkHandlers } from "./postmark.ts";
import { recaptchaHandlers } from "./recaptcha.ts";
import type { State } from "./state.ts";
import { stripeHandlers } from "./stripe/api.ts";
import type { StripeDouble } from "./stripe/objects.ts";
import { thirdfortHandlers } from "./thirdfort/api.ts";
import type { ThirdfortDouble } from "./thirdfort/transactions.ts";

/** All that the doubles know of the world. */
export type World = {
  state: State;
  /** The site's own host name, which reCAPTCHA's tokens are made on. */
  hostname: string;
  stripe: Omit<StripeDouble, "state">;
  oneSearch: Omit<OneSearchDouble, "state">;
  thirdfort: Omit<ThirdfortDouble, "state">;
  postmark: PostmarkDouble;
};

export type PostmarkDouble = {
  /** Where emails that come in are posted, with the name and password in the address; null: nowhere. */
  inboundUrl: string | null;
};

/** What answers for a vendor when it is asked at this address. */
export function vendorHandlers(vendor: Vendor, baseUrl: string, world: World): RequestHandler[] {
  const { state } = world;
  return [faultHandler(vendor, { state, baseUrl }), ...workingHandlers(vendor, baseUrl, world)];
}

function workingHandlers(
  vendor: Vendor,
  baseUrl: string,
  { state, hostname, stripe, thirdfort }: World,
): RequestHandler[] {
  switch (vendor) {
    case "stripe":
      return stripeHandlers({ baseUrl, state, ...stripe });
    case "postmark":
      return postmarkHandlers({ baseUrl, state });
    case "loqate":
      return loqateHandlers({ baseUrl });
    case "recaptcha":
      return recaptchaHandlers({ baseUrl, state, hostname });
    case "thirdfort":
      return thirdfortHandlers({ baseUrl, state, ...thirdfort });
    case "office-health":
      return officeHealthHandlers({ baseUrl });
    case "land-registry":
      return landRegistryHandlers({ baseUrl, state });
    case "companies-house":
      return companiesHouseHandlers({ baseUrl });
    case "one-search":
      return oneSearchHandlers({ baseUrl, state });
    case "anthropic":
      return anthropicHandlers({ baseUrl, state });
  }
}
