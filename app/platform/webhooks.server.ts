import { paths } from "#app/paths.ts";
import { secrets } from "./setting.server.ts";

/** Webhooks of third parties. Each route in routes/webhooks verifies the sender by a secret. */
type Webhook = {
  path: string;
  maxBytes: number;
  endsInSecret?: true;
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export const webhooks: readonly Webhook[] = [
  { path: paths.webhooks.stripe(), maxBytes: 256 * KILOBYTE },
  // Emails include attachments.
  { path: paths.webhooks.postmarkInbound(), maxBytes: 50 * MEGABYTE },
  { path: paths.webhooks.postmarkOutcomes(), maxBytes: 256 * KILOBYTE },
  { path: paths.webhooks.thirdfort(), maxBytes: 256 * KILOBYTE },
  // One message contains all documents of a matter's searches.
  { path: paths.webhooks.searches(), maxBytes: 50 * MEGABYTE, endsInSecret: true },
];

/** Secrets of webhooks that are not a vendor's credentials (platform/vendors.server.ts). */
export const webhookSettings = {
  /** Postmark does not sign its webhooks: only this password proves them. */
  POSTMARK_WEBHOOK_PASSWORD: secrets(32),
};

export const secretsOfDemonstration = {
  POSTMARK_WEBHOOK_PASSWORD: "of a demonstration: anybody may send it email",
} as const satisfies Record<keyof typeof webhookSettings, string>;
