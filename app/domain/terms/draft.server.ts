import { doubled, env } from "#app/env.server.ts";

/** Whether the texts are shown as a draft: everywhere but in production (decision H01). */
export function isDraft(): boolean {
  return env.NODE_ENV !== "production" || doubled.size > 0;
}
