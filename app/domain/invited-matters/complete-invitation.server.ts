import type { Db } from "#db/connection.ts";
import type { InvitedMatter } from "./join-invitation.server.ts";
import { OPEN } from "./statuses.ts";

/**
 * Writes down that an invitation has led to what it was for: its sale is paid, or its purchase is complete (R-018,
 * AMB-R02). Its link opens nothing from then on. To be called in the transaction of that.
 */
export async function completeInvitation(trx: Db, { role, id }: InvitedMatter): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ status: "completed" })
    .where("status", "in", OPEN)
    .where(role === "sell" ? "transaction_id" : "purchase_intent_id", "=", id)
    .execute();
}
