import { sql } from "kysely";
import { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { objectId } from "#app/domain/shared/form-rules.server.ts";
import { solicitors } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { actsForHome, lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import { isRetiredSql } from "#app/domain/solicitors/retirement.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { saleIsCompleteSql } from "./open-sales.server.ts";

export const NO_PREFERENCE = "none";

const REQUIRED = "Choose a solicitor, or select “No preference”";

/**
 * Form of the seller’s preferred solicitor (A-015, AMB-H03). The value is null if they have no
 * preference.
 */
export const SolicitorPreferenceForm = z.object({
  solicitor: z
    .string({ error: REQUIRED })
    .min(1, REQUIRED)
    .transform((answer) => (answer === NO_PREFERENCE ? null : answer))
    .pipe(objectId().nullable()),
});

type Home = Parameters<typeof actsForHome>[1];

/**
 * Lists the lawyer groups on the panel that have a solicitor and act for this type of property,
 * sorted by law firm.
 */
export async function listPanel(db: Db, home: Home) {
  const panel = await db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .innerJoin(solicitors(), "solicitor.lawyer_group_id", "lawyer_groups.id")
    .leftJoin("addresses", "addresses.id", "law_firms.address_id")
    .where("lawyer_groups.panel_solicitor", "=", true)
    .where(isRetiredSql(), "=", false)
    .select(["lawyer_groups.id", "lawyer_groups.name", "law_firms.name as law_firm"])
    .select(["solicitor.first_name", "solicitor.last_name", "addresses.post_town"])
    .select(["for_freehold", "for_leasehold", "for_new_build"])
    .select(["legal_fee_pounds", "usual_working_days"])
    .select(
      sql<number>`(select count(*) from lawyer_group_members as members
        where members.lawyer_group_id = lawyer_groups.id and members.kind = 'legal_assistant')`.as(
        "legal_assistants",
      ),
    )
    .orderBy("law_firms.name")
    .orderBy("lawyer_groups.name")
    .orderBy("lawyer_groups.id")
    .execute();
  return panel.filter((group) => actsForHome(group, home));
}

/**
 * Records a seller’s preferred lawyer group, or null for no preference. The seller can change it
 * until staff assign a solicitor.
 * @throws NotFoundError; ConflictError if a solicitor has been assigned; ConflictError for the
 * field `solicitor` if the group is no longer on the panel
 */
export async function chooseSolicitor(
  db: Db,
  target: { transaction_id: string; seller_id: string; lawyer_group_id: string | null },
): Promise<void> {
  const { transaction_id, seller_id, lawyer_group_id } = target;
  await inTransaction(db, async (trx) => {
    const sale = await trx
      .selectFrom("transactions")
      .innerJoin("properties", "properties.id", "transactions.property_id")
      .select(["seller_lawyer_group_id", "solicitor_preference", "preferred_lawyer_group_id"])
      .select(["properties.tenure", "transactions.type"])
      .where("transactions.id", "=", transaction_id)
      .where("seller_id", "=", seller_id)
      .where(saleIsCompleteSql())
      .forUpdate("transactions")
      .executeTakeFirstOrThrow(transactionNotFound);
    if (sale.seller_lawyer_group_id)
      throw new ConflictError("A solicitor has already been assigned");
    const lawyer_group = (await listPanel(trx, sale)).find(({ id }) => id === lawyer_group_id);
    if (lawyer_group_id !== null && !lawyer_group) {
      throw new ConflictError("This solicitor is no longer available. Choose another", {
        data: { field: "solicitor" },
      });
    }
    const solicitor_preference = lawyer_group ? "panel_group" : "no_preference";
    if (
      sale.solicitor_preference === solicitor_preference &&
      sale.preferred_lawyer_group_id === lawyer_group_id
    ) {
      return;
    }
    await trx
      .updateTable("transactions")
      .set({ solicitor_preference, preferred_lawyer_group_id: lawyer_group_id })
      .where("id", "=", transaction_id)
      .execute();
    await recordEvent(trx, {
      transaction_id,
      event_name: "seller_solicitor_preferred",
      author: "seller",
      author_id: seller_id,
      comments: lawyer_group ? lawyerGroupLabel(lawyer_group) : "No preference",
    });
  });
}
