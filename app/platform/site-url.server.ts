import { env } from "#app/platform/env.server.ts";

/** Returns the absolute URL of a path on our site, for emails and for other sites. */
export function siteUrl(path: string): string {
  return new URL(path, env.APP_URL).href;
}
