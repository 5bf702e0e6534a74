import { sha256 } from "#app/platform/secrets.server.ts";

/**
 * Returns the hash of a plan. Staff confirm the hash, so a plan that has changed since is a
 * conflict.
 */
export function hashPlan(plan: object): string {
  return sha256(JSON.stringify(plan));
}
