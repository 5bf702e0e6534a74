import { env } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";

/** The webhook as it is written into Postmark's settings: the name and the password are in the address. */
export function inboundUrl(): string {
  const url = new URL(paths.webhooks.postmarkInbound(), env.APP_URL);
  url.username = "postmark";
  url.password = encodeURIComponent(env.POSTMARK_WEBHOOK_PASSWORD[0]);
  return url.href;
}
