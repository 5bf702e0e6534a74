import { env } from "#app/platform/env.server.ts";

/** A path of ours as a whole address, for what is read away from the site: emails, and pages of others that lead back. */
export function siteUrl(path: string): string {
  return new URL(path, env.APP_URL).href;
}
