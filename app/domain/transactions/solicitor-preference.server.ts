import type { Db } from "#db/connection.ts";
import { selectLawyerGroup } from "./matter-parts.server.ts";

/** Whom the seller of a transaction would like to act for them; null when they have not said (A-015, AMB-H03). */
export async function readSolicitorPreference(db: Db, transaction_id: string) {
  const { solicitor_preference, preferred_lawyer_group_id, lawyer_group } = await db
    .selectFrom("transactions")
    .select(["solicitor_preference", "preferred_lawyer_group_id"])
    .select(selectLawyerGroup("transactions.preferred_lawyer_group_id").as("lawyer_group"))
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  if (solicitor_preference === null) return null;
  return { lawyer_group_id: preferred_lawyer_group_id, lawyer_group };
}
