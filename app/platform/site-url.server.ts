import { env } from "#app/platform/env.server.ts";

/** Returns the absolute URL of a path, for emails and external pages. */
export function siteUrl(path: string): string {
  return new URL(path, env.APP_URL).href;
}
