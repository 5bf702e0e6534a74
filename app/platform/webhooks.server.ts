import { paths } from "#app/paths.ts";
import { secrets } from "./setting.server.ts";

/** Where servers of third parties post to us: each has a route in routes/webhooks, which proves the sender by a secret. */
type Webhook = {
  path: string;
  maxBytes: number;
  /** A secret may follow the path. */
  endsInSecret?: true;
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export const webhooks: readonly Webhook[] = [
  { path: paths.webhooks.stripe(), maxBytes: 256 * KILOBYTE },
  // An email comes with its files.
  { path: paths.webhooks.postmarkInbound(), maxBytes: 50 * MEGABYTE },
  { path: paths.webhooks.postmarkOutcomes(), maxBytes: 256 * KILOBYTE },
  { path: paths.webhooks.thirdfort(), maxBytes: 256 * KILOBYTE },
  // The documents of a matter’s searches, with their plans, come in one message.
  { path: paths.webhooks.searches(), maxBytes: 50 * MEGABYTE, endsInSecret: true },
];

/** The secrets of webhooks that are no credential of a vendor that we call (platform/vendors.server.ts has those). */
export const webhookSettings = {
  /** Postmark signs nothing: only this tells its webhooks from a stranger’s. */
  POSTMARK_WEBHOOK_PASSWORD: secrets(32),
};

/** The values of a demonstration. */
export const secretsOfDemonstration = {
  POSTMARK_WEBHOOK_PASSWORD: "of a demonstration: anybody may send it email",
} as const satisfies Record<keyof typeof webhookSettings, string>;
