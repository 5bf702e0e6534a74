import { fullName } from "#app/domain/shared/names.ts";
import { readLawyerGroupWithFirm } from "#app/domain/solicitors/lawyer-groups.server.ts";
import type { Db } from "#db/connection.ts";
import type { Side } from "./sides.ts";

/** The solicitor of one side of a matter, as emails about that side reach them. */
export type SideSolicitor = {
  /** Name of the solicitor and of the law firm. */
  name: string;
  first_name: string;
  law_firm: string;
  email: string;
  /** Addresses of the legal assistants. */
  cc: string[];
  lawyer_group_id: string;
  /** Active purchase; null on the seller’s side. */
  purchase_intent_id: string | null;
};

/**
 * Returns the solicitor of one side of a matter; null if the side has none, or if there is no
 * active buyer.
 */
export async function readSideSolicitor(
  db: Db,
  { transaction_id, side }: { transaction_id: string; side: Side },
): Promise<SideSolicitor | null> {
  const matter = await db
    .selectFrom("transactions")
    .leftJoin("purchase_intents", (join) =>
      join
        .onRef("purchase_intents.transaction_id", "=", "transactions.id")
        .on("purchase_intents.is_active", "=", true),
    )
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id", "purchase_intents.id as purchase"])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirst();
  if (!matter || (side === "buyer" && matter.purchase === null)) return null;
  const lawyer_group_id =
    side === "seller" ? matter.seller_lawyer_group_id : matter.buyer_lawyer_group_id;
  if (lawyer_group_id === null) return null;
  const { solicitor, legal_assistants, law_firm } = await readLawyerGroupWithFirm(
    db,
    lawyer_group_id,
  );
  if (!solicitor) return null;
  return {
    name: `${fullName(solicitor)}, ${law_firm.name}`,
    first_name: solicitor.first_name,
    law_firm: law_firm.name,
    email: solicitor.email,
    cc: legal_assistants.map(({ email }) => email),
    lawyer_group_id,
    purchase_intent_id: side === "seller" ? null : matter.purchase,
  };
}
