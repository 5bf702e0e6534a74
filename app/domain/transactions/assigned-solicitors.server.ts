import { sql } from "kysely";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { readLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { readLawyerGroupRetirement } from "#app/domain/solicitors/retirement.server.ts";
import type { Db } from "#db/connection.ts";
import { assignedSides } from "./assigned-sides.ts";
import { hasActivePurchase } from "./purchase-order.server.ts";

export type AssignedLawyerGroup = Awaited<ReturnType<typeof readLawyerGroupWithFirm>>;

/** The solicitors of both sides with their firms (L-032 to L-037); null for a side without. */
export async function readAssignedSolicitors(db: Db, transaction_id: string) {
  const { seller_lawyer_group_id, buyer_lawyer_group_id } = await db
    .selectFrom("transactions")
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const read = (id: string | null) => (id === null ? null : readLawyerGroupWithFirm(db, id));
  return { seller: await read(seller_lawyer_group_id), buyer: await read(buyer_lawyer_group_id) };
}

/**
 * A lawyer group with its firm, and whether it or the firm is retired.
 *
 * @throws NotFoundError "Lawyer group not found"
 */
export async function readLawyerGroupWithFirm(db: Db, id: string) {
  const group = await readLawyerGroup(db, id);
  const law_firm = await readLawFirm(db, group.law_firm_id);
  const { retired_at, firm_retired_at } = await readLawyerGroupRetirement(db, id);
  return { ...group, law_firm, retired: retired_at !== null || firm_retired_at !== null };
}

/**
 * What counts before staff assign: which sides have solicitors, whether it is paid for, and whether anybody buys (L-031,
 * L-052). Only an event counts as paid here, as the specification says; a sale is complete also by its order's status.
 */
export async function readAssignmentFacts(db: Db, transaction_id: string) {
  const { unpaid, has_active_purchase, ...matter } = await db
    .selectFrom("transactions")
    .where("id", "=", transaction_id)
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .select([
      sql<boolean>`not exists (select from events where events.transaction_id = transactions.id
        and events.event_name in (${sql.join(PAYMENT_EVENTS)}))`.as("unpaid"),
      hasActivePurchase().as("has_active_purchase"),
    ])
    .executeTakeFirstOrThrow();
  return { unpaid, has_active_purchase, assigned_sides: assignedSides(matter) };
}
