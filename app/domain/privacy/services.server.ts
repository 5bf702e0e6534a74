import { env } from "#app/env.server.ts";
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
    gets: "the name and email address of the seller, what is paid for, and the card, which we never see",
  },
  postmark: {
    ...always,
    name: "Postmark",
    does: "sends our emails and receives those written to us",
    gets: "the addresses and the contents of emails",
  },
  loqate: {
    ...always,
    name: "Loqate",
    does: "finds addresses",
    gets: "the postcode or the beginning of an address as it is typed",
  },
  recaptcha: {
    ...always,
    name: "Google reCAPTCHA",
    does: "tells people from programs, where you allow it",
    gets: "what your browser tells of itself, and your internet address",
  },
  thirdfort: {
    ...always,
    name: "Thirdfort",
    does: "checks identity and the source of funds",
    gets: "the name, email address, telephone number and address of whoever is checked, and what they show it",
  },
  "office-health": null,
  "land-registry": {
    inUse: env.LAND_REGISTRY_ENABLED,
    name: "HM Land Registry",
    does: "says which register a home is in",
    gets: "the address of the home, or the name of its owner",
  },
  // It is asked by the number of a company.
  "companies-house": null,
  "one-search": {
    ...always,
    name: "OneSearch",
    does: "makes searches about a home",
    gets: "the address and the plan of the home",
  },
  // What it is sent is redacted.
  sentry: null,
  anthropic: {
    inUse: env.ANTHROPIC_ENABLED,
    name: "Anthropic",
    does: "drafts reports on searches and summaries for our team",
    gets: "the documents of searches, and how a matter stands",
  },
};

export function listServices(): Service[] {
  const others: Listed[] = [
    {
      inUse: env.S3_BUCKET !== undefined,
      name: `A bucket of the S3 kind, in the region ${env.S3_REGION}`,
      does: "keeps documents",
      gets: "the documents of a matter, files that came with emails, and copies of what we hold",
    },
    {
      inUse: env.HUBSPOT_FORM_ID !== undefined,
      name: "HubSpot",
      does: "has the form by which estate agents become partners, where you allow it",
      gets: "what is typed into that form",
    },
  ];
  return [...Object.values(BY_VENDOR), ...others].flatMap((service) => {
    if (!service?.inUse) return [];
    const { name, does, gets } = service;
    return { name, does, gets };
  });
}
