import { sql } from "kysely";
import { z } from "zod";
import { chosenId, checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { staffComment } from "#app/domain/shared/free-text.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import { saleIsPaidSql } from "#app/domain/sales/open-sales.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import {
  hasActivePurchase,
  selectLawyerGroup,
} from "#app/domain/transactions/matter-parts.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { assignedSides, type Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import { NO_BUYER_YET } from "./no-buyer-yet.ts";
import type { SolicitorEmail } from "./solicitor-emails.ts";

/**
 * Returns the lawyer group that the seller prefers, if any; null if the seller has not answered yet
 * (A-015, AMB-H03).
 */
export async function readSolicitorPreference(db: Db, reader: Reader, transaction_id: string) {
  const { solicitor_preference, preferred_lawyer_group_id, lawyer_group } = await db
    .selectFrom("transactions")
    .select(["solicitor_preference", "preferred_lawyer_group_id"])
    .select(selectLawyerGroup("transactions.preferred_lawyer_group_id").as("lawyer_group"))
    .where("id", "=", transaction_id)
    .$if(reader.type === "customer", (query) => query.where(isSellerSql(reader.id)))
    .executeTakeFirstOrThrow(transactionNotFound);
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  if (solicitor_preference === null) return null;
  return { lawyer_group_id: preferred_lawyer_group_id, lawyer_group };
}

/**
 * Returns the schema of the form that assigns solicitors: lawyer groups, comments and emails to
 * send (L-047 to L-057).
 * @param assigned the side that already has solicitors, so the form ignores its lawyer group
 *   (AMB-K03); null if neither side has any
 */
export function solicitorsForm(assigned: Side | null) {
  return z.object({
    seller_lawyer_group_id: lawyerGroup(assigned === "seller"),
    seller_introduction: checkboxField(),
    seller_solicitor_instruction: checkboxField(),
    plot_plan_request: checkboxField(),
    seller_comments: staffComment(),
    // If the seller already has a solicitor, “No buyer yet” would assign nothing.
    buyer_lawyer_group_id: lawyerGroup(
      assigned === "buyer",
      assigned === null ? NO_BUYER_YET.value : undefined,
    ),
    buyer_introduction: checkboxField(),
    buyer_additional_info: checkboxField(),
    buyer_solicitor_instruction: checkboxField(),
    buyer_comments: staffComment(),
  }) satisfies z.ZodType<Record<SolicitorEmail, boolean>>;
}

function lawyerGroup(is_kept: boolean, other?: string): z.ZodType<string | null> {
  return is_kept
    ? z
        .unknown()
        .optional()
        .transform(() => null)
    : chosenId("Solicitor is required", other);
}

export type SolicitorsChoice = z.output<ReturnType<typeof solicitorsForm>>;

/**
 * Returns which sides have solicitors, whether the sale is unpaid, and whether it has an active
 * purchase (L-031, L-052).
 */
export async function readAssignmentFacts(db: Db, reader: StaffReader, transaction_id: string) {
  const { unpaid, has_active_purchase, ...matter } = await db
    .selectFrom("transactions")
    .where("id", "=", transaction_id)
    .select(["seller_lawyer_group_id", "buyer_lawyer_group_id"])
    .select([
      sql<boolean>`not ${saleIsPaidSql()}`.as("unpaid"),
      hasActivePurchase().as("has_active_purchase"),
    ])
    .executeTakeFirstOrThrow();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { unpaid, has_active_purchase, assigned_sides: assignedSides(matter) };
}
