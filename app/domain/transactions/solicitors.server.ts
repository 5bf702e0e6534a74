import { sql } from "kysely";
import { z } from "zod";
import { PAYMENT_EVENTS } from "#app/domain/events/catalogue.ts";
import { comment } from "#app/domain/fields/free-text.server.ts";
import { chosenId, ticked } from "#app/domain/fields/answers.server.ts";
import { byLabel, type Option } from "#app/domain/fields/options.ts";
import { readLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { readLawyerGroup } from "#app/domain/solicitors/lawyer-groups.server.ts";
import {
  isRetiredSql,
  readLawyerGroupRetirement,
} from "#app/domain/solicitors/retirement.server.ts";
import type { Db } from "#db/connection.ts";
import { assignedSides } from "./assigned-sides.ts";
import { lawyerGroupLabel, withPanel, withRetired } from "./labels.ts";
import { hasActivePurchase, selectLawyerGroup } from "./matter-parts.server.ts";
import type { Side, SolicitorEmail } from "./solicitor-emails.ts";

/** Every lawyer group that can be chosen, by its name and its firm's (L-045). */
export async function listSolicitorOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db).where(isRetiredSql(), "=", false).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withPanel(lawyerGroupLabel(group), group.panel_solicitor),
    }))
    .sort(byLabel);
}

/** Every lawyer group by its name and its firm's, to narrow a list by: also who is retired (J-004, J-005). */
export async function listLawyerGroupOptions(db: Db): Promise<Option[]> {
  const groups = await readGroups(db).select(isRetiredSql().as("retired")).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withRetired(lawyerGroupLabel(group), group.retired),
    }))
    .sort(byLabel);
}

function readGroups(db: Db) {
  return db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id", "lawyer_groups.name", "lawyer_groups.panel_solicitor"])
    .select("law_firms.name as law_firm");
}

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

/**
 * Who is to do the legal work of a side that has no one yet, what they are told, and which emails are to be sent (L-047
 * to L-057).
 *
 * @param kept the side that has its solicitors already, and is not asked about: no one is replaced here (AMB-K03)
 */
export function solicitorsForm(kept: Side | null) {
  return z.object({
    seller_lawyer_group_id: lawyerGroup(kept === "seller"),
    seller_introduction: ticked(),
    seller_solicitor_instruction: ticked(),
    plot_plan_request: ticked(),
    seller_comments: comment(),
    buyer_lawyer_group_id: lawyerGroup(kept === "buyer"),
    buyer_introduction: ticked(),
    buyer_additional_info: ticked(),
    buyer_solicitor_instruction: ticked(),
    buyer_comments: comment(),
  }) satisfies z.ZodType<Record<SolicitorEmail, boolean>>;
}

function lawyerGroup(is_kept: boolean): z.ZodType<string | null> {
  return is_kept
    ? z
        .unknown()
        .optional()
        .transform(() => null)
    : chosenId("Solicitor is required");
}

export type SolicitorsChoice = z.output<ReturnType<typeof solicitorsForm>>;

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
 * What counts before staff assign: which sides have solicitors, whether it is paid for, and whether anybody buys
 * (L-031, L-052). Only an event counts as paid here, as the specification says; a sale is complete also by its order's
 * status.
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
