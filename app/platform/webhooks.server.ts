import { paths } from "#app/paths.ts";
import { secrets } from "./setting.server.ts";

/**
 * Webhook of a third party. Its route in routes/webhooks requires a secret that only the third
 * party knows.
 */
type Webhook = {
  path: string;
  maxBytes: number;
  endsInSecret?: true;
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export const webhooks: readonly Webhook[] = [
  { path: paths.webhooks.stripe(), maxBytes: 256 * KILOBYTE },
  // An email arrives together with its attachments.
  { path: paths.webhooks.postmarkInbound(), maxBytes: 50 * MEGABYTE },
  { path: paths.webhooks.postmarkOutcomes(), maxBytes: 256 * KILOBYTE },
  { path: paths.webhooks.thirdfort(), maxBytes: 256 * KILOBYTE },
  // One message can contain the documents of all searches in a matter.
  { path: paths.webhooks.searches(), maxBytes: 50 * MEGABYTE, endsInSecret: true },
];

/**
 * Secrets of webhooks that are not among the credentials of a vendor (platform/vendors.server.ts).
 */
export const webhookSettings = {
  /**
   * Password in the URLs of Postmark's webhooks. Postmark does not sign webhooks, so only this
   * password proves that they come from Postmark.
   */
  POSTMARK_WEBHOOK_PASSWORD: secrets(32),
};

export const secretsOfDemonstration = {
  POSTMARK_WEBHOOK_PASSWORD: "of a demonstration: anybody may send it email",
} as const satisfies Record<keyof typeof webhookSettings, string>;
