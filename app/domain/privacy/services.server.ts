import { VENDORS } from "#app/platform/vendors.server.ts";
import type { Service, VendorRow } from "#app/platform/vendors/vendor.server.ts";
import { env } from "#app/platform/env.server.ts";

export type { Service };

/** Lists the services that receive personal data, except those that are not configured. */
export function listServices(): Service[] {
  const vendors = VENDORS.map(({ service, ...vendor }: VendorRow) =>
    isInUse(vendor) ? service : null,
  );
  const storage = {
    name: `S3 storage in the region ${env.S3_REGION}`,
    does: "stores documents",
    gets: "the documents of a sale or purchase, email attachments, and copies of the data we hold",
  };
  const partnerForm = {
    name: "HubSpot",
    does: "provides the form that estate agents use to become partners, if you allow it",
    gets: "what people enter in that form",
  };
  return [
    ...vendors,
    env.S3_BUCKET === undefined ? null : storage,
    env.HUBSPOT_FORM_ID === undefined ? null : partnerForm,
  ].filter((service) => service !== null);
}

function isInUse({ enabledBy }: Pick<VendorRow, "enabledBy">): boolean {
  return enabledBy === undefined || env[enabledBy];
}
