import { env } from "./env.server.ts";

/** Returns our reply address for a matter, which contains the matter's id (AMB-T01). */
export function replyAddress(transaction_id: string): string {
  return env.INBOUND_EMAIL.replace(/@(?=[^@]*$)/, `+${transaction_id}@`);
}
