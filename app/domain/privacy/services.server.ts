import { env } from "#app/platform/env.server.ts";
import type { Vendor } from "#app/vendors.server.ts";

/** Who works for us and is given personal data for it, by the settings: a service that is not set up is not named. */

export type Service = { name: string; does: string; gets: string };

type Listed = Service & { inUse: boolean };

const always = { inUse: true };

/** Each vendor of the settings; null for one that is told of no person. */
const BY_VENDOR: Readonly<Record<Vendor, Listed | null>> = {
  stripe: {
    ...always,
    name: "Stripe",
    does: "takes card payments",
    gets: "the seller’s name and email address, the payment details, and the card number (we never see it)",
  },
  postmark: {
    ...always,
    name: "Postmark",
    does: "sends our emails and receives emails sent to us",
    gets: "the email addresses and the content of emails",
  },
  loqate: {
    ...always,
    name: "Loqate",
    does: "finds addresses",
    gets: "the postcode or address, as someone types it",
  },
  recaptcha: {
    ...always,
    name: "Google reCAPTCHA",
    does: "checks whether a visitor is a person or a bot, if you allow it",
    gets: "information about your browser, and your IP address",
  },
  thirdfort: {
    ...always,
    name: "Thirdfort",
    does: "checks identity and the source of funds",
    gets: "the name, contact details and address of the person being checked, and the documents they provide",
  },
  "office-health": null,
  "land-registry": {
    inUse: env.LAND_REGISTRY_ENABLED,
    name: "HM Land Registry",
    does: "finds the title register of a property",
    gets: "the address of the property, or the name of its owner",
  },
  // It is asked by the number of a company.
  "companies-house": null,
  "one-search": {
    ...always,
    name: "OneSearch",
    does: "carries out property searches",
    gets: "the address and the plan of the property",
  },
  // What it is sent is redacted.
  sentry: null,
  anthropic: {
    inUse: env.ANTHROPIC_ENABLED,
    name: "Anthropic",
    does: "drafts search reports and progress summaries for our team",
    gets: "search documents, and the progress of a sale or purchase",
  },
};

export function listServices(): Service[] {
  const others: Listed[] = [
    {
      inUse: env.S3_BUCKET !== undefined,
      name: `S3 storage in the region ${env.S3_REGION}`,
      does: "stores documents",
      gets: "the documents of a sale or purchase, email attachments, and copies of the data we hold",
    },
    {
      inUse: env.HUBSPOT_FORM_ID !== undefined,
      name: "HubSpot",
      does: "provides the form that estate agents use to become partners, if you allow it",
      gets: "what people enter in that form",
    },
  ];
  return [...Object.values(BY_VENDOR), ...others].flatMap((service) => {
    if (!service?.inUse) return [];
    const { name, does, gets } = service;
    return { name, does, gets };
  });
}
