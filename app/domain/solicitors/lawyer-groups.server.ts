import { expressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { chosenId, checkboxField } from "#app/domain/shared/form-rules.server.ts";
import { comment, freeText } from "#app/domain/shared/free-text.server.ts";
import { byLabel, isObjectId, type Option } from "#app/domain/shared/answers.ts";
import { containsWordsSql, type OptionQuery } from "#app/domain/shared/choices.server.ts";
import { parsePounds } from "#app/domain/shared/money.ts";
import { optionalPhoneNumber } from "#app/domain/shared/phone.server.ts";
import { emailAddress, emailRows, staffEnteredNames } from "#app/domain/shared/names.server.ts";
import { type Edit, saveChange } from "#app/domain/versions/save-change.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { readLawFirm } from "./law-firms.server.ts";
import {
  type Lawyer,
  type LawyerGroup,
  lawyerGroupLabel,
  MAX_LEGAL_ASSISTANTS,
  MAX_LEGAL_FEE_POUNDS,
  MAX_RECIPIENTS,
  MAX_USUAL_WORKING_DAYS,
  withPanel,
  withRetired,
} from "./parts.ts";
import { isRetiredSql, readLawyerGroupRetirement } from "./retirement.server.ts";
import { INVALID_PHONE, tooLong } from "#app/domain/shared/messages.ts";

/**
 * Form of a person in a lawyer group. Everyone in a group needs a name and an email, because we
 * email all of them (AMB-L05).
 */
const LawyerForm = z.object({
  ...staffEnteredNames,
  email: emailAddress(),
  phone_number: optionalPhoneNumber(INVALID_PHONE),
}) satisfies z.ZodType<Lawyer>;

const NO_RECIPIENT = "Enter at least one recipient email";

/**
 * Email addresses that the results of identity checks are sent to. At least one is required
 * (L-027).
 */
const recipients = emailRows(MAX_RECIPIENTS).refine((emails) => emails.length > 0, NO_RECIPIENT);

function optionalNumber(label: string, max: number) {
  return z
    .string()
    .nullish()
    .transform((typed, context) => {
      if (!typed?.trim()) return null;
      const number = parsePounds(typed);
      if (number !== null && number >= 1 && number <= max) return number;
      const message = `${label} must be a whole number from 1 to ${max.toLocaleString("en-GB")}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

const group = {
  name: freeText("Name is required", tooLong("Name")),
  panel_solicitor: checkboxField(),
  for_freehold: checkboxField(),
  for_leasehold: checkboxField(),
  for_new_build: checkboxField(),
  legal_fee_pounds: optionalNumber("Usual legal fee", MAX_LEGAL_FEE_POUNDS),
  usual_working_days: optionalNumber("Usual working days", MAX_USUAL_WORKING_DAYS),
  solicitor: LawyerForm,
  legal_assistants: z
    .array(LawyerForm)
    .max(
      MAX_LEGAL_ASSISTANTS,
      `A lawyer group can have at most ${MAX_LEGAL_ASSISTANTS} legal assistants`,
    )
    .nullish()
    .transform((assistants) => assistants ?? []),
  invoicing_address: comment(500),
  thirdfort_recipient_emails: recipients,
};

/** Form of a lawyer group (L-026, L-027, AMB-L05). */
export const LawyerGroupForm = z.object({
  law_firm_id: chosenId("Law firm is required"),
  ...group,
}) satisfies z.ZodType<LawyerGroup>;

export const NewLawyerGroupForm = z.object(group) satisfies z.ZodType<
  Omit<LawyerGroup, "law_firm_id">
>;

const missing = () => new NotFoundError("Lawyer group not found");

const LAWYER = ["first_name", "last_name", "email", "phone_number"] as const;

/**
 * Lists a law firm’s lawyer groups, sorted by name, with the people in them (L-004 to L-007,
 * L-024).
 */
export function listLawyerGroups(db: Db, law_firm_id: string) {
  return selectGroups(db)
    .select(["lawyer_groups.id", "lawyer_groups.retired_at"])
    .where("lawyer_groups.law_firm_id", "=", law_firm_id)
    .orderBy("lawyer_groups.name")
    .orderBy("lawyer_groups.id")
    .execute();
}

/** Reads a lawyer group as its form shows it (L-025). @throws NotFoundError */
export async function readLawyerGroup(db: Db, id: string): Promise<LawyerGroup> {
  if (!isObjectId(id)) throw missing();
  return selectGroups(db).where("lawyer_groups.id", "=", id).executeTakeFirstOrThrow(missing);
}

function selectGroups(db: Db) {
  return db
    .selectFrom("lawyer_groups")
    .select(["lawyer_groups.name", "lawyer_groups.law_firm_id"])
    .select(["invoicing_address", "thirdfort_recipient_emails", "panel_solicitor"])
    .select(["for_freehold", "for_leasehold", "for_new_build"])
    .select(["legal_fee_pounds", "usual_working_days"])
    .select((eb) => {
      const members = eb
        .selectFrom("lawyer_group_members")
        .select(LAWYER)
        .whereRef("lawyer_group_id", "=", "lawyer_groups.id")
        .orderBy("position")
        .orderBy("id");
      return [
        jsonObjectFrom(members.where("kind", "=", "solicitor")).as("solicitor"),
        jsonArrayFrom(members.where("kind", "=", "legal_assistant")).as("legal_assistants"),
      ];
    });
}

/** Selects the solicitors of all lawyer groups, for a join with `lawyer_groups`. */
export function solicitors() {
  return expressionBuilder<DB>()
    .selectFrom("lawyer_group_members")
    .select(["lawyer_group_id", ...LAWYER])
    .where("kind", "=", "solicitor")
    .as("solicitor");
}

/**
 * Creates a lawyer group (AMB-L05).
 * @throws NotFoundError; ConflictError if the law firm is retired
 */
export async function createLawyerGroup(
  db: Db,
  group: LawyerGroup,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const { solicitor, legal_assistants, ...columns } = group;
    await requireLawFirm(trx, group.law_firm_id);
    const { id } = await trx
      .insertInto("lawyer_groups")
      .values(columns)
      .returning("id")
      .executeTakeFirstOrThrow();
    await insertMembers(trx, id, { solicitor, legal_assistants });
    const subject = { type: "lawyer_group", id };
    await recordAudit(trx, { actor, action: "lawyer_group_created", subject });
    return id;
  });
}

/**
 * Updates a lawyer group and the people in it (L-026).
 * @throws EditConflictError; NotFoundError; ConflictError if it moves to a law firm that is retired
 */
export async function updateLawyerGroup(
  db: Db,
  id: string,
  group: LawyerGroup,
  edit: Edit,
): Promise<void> {
  await saveChange(db, {
    ...edit,
    action: "lawyer_group_updated",
    subject: { type: "lawyer_group", id },
    yours: group,
    async read(trx) {
      await lockLawyerGroup(trx, id);
      return readLawyerGroup(trx, id);
    },
    async write(trx, before) {
      const { solicitor, legal_assistants, ...columns } = group;
      if (group.law_firm_id !== before.law_firm_id) await requireLawFirm(trx, group.law_firm_id);
      await trx
        .updateTable("lawyer_groups")
        .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await trx.deleteFrom("lawyer_group_members").where("lawyer_group_id", "=", id).execute();
      await insertMembers(trx, id, { solicitor, legal_assistants });
    },
  });
}

async function insertMembers(
  trx: Db,
  lawyer_group_id: string,
  { solicitor, legal_assistants }: Pick<LawyerGroup, "solicitor" | "legal_assistants">,
) {
  const member = (kind: "solicitor" | "legal_assistant") => (lawyer: Lawyer, position: number) => ({
    ...lawyer,
    lawyer_group_id,
    kind,
    position,
  });
  const members = [
    ...(solicitor ? [solicitor] : []).map(member("solicitor")),
    ...legal_assistants.map(member("legal_assistant")),
  ];
  if (members.length > 0) await trx.insertInto("lawyer_group_members").values(members).execute();
}

async function lockLawyerGroup(trx: Db, id: string): Promise<void> {
  if (!isObjectId(id)) throw missing();
  await trx
    .selectFrom("lawyer_groups")
    .select("id")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
}

/** Throws if there is no such law firm or it is retired. @throws NotFoundError, ConflictError */
async function requireLawFirm(trx: Db, id: string): Promise<void> {
  const details = { data: { field: "law_firm_id" } };
  const { retired_at } = await trx
    .selectFrom("law_firms")
    .select("retired_at")
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirstOrThrow(
      () => new NotFoundError("This law firm no longer exists. Select another", details),
    );
  if (retired_at !== null) {
    throw new ConflictError("This law firm is retired. Restore it first", details);
  }
}

/**
 * Lists the lawyer groups that staff can choose. The label has the names of the group and its law
 * firm (L-045).
 */
export async function listSolicitorOptions(db: Db, query: OptionQuery = {}): Promise<Option[]> {
  const groups = await readGroups(db, query).where(isRetiredSql(), "=", false).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withPanel(lawyerGroupLabel(group), group.panel_solicitor),
    }))
    .sort(byLabel);
}

/** Lists all lawyer groups as options of a filter, including retired ones (J-004, J-005). */
export async function listLawyerGroupOptions(db: Db, query: OptionQuery = {}): Promise<Option[]> {
  const groups = await readGroups(db, query).select(isRetiredSql().as("retired")).execute();
  return groups
    .map((group) => ({
      value: group.id,
      label: withRetired(lawyerGroupLabel(group), group.retired),
    }))
    .sort(byLabel);
}

function readGroups(db: Db, { find, id, limit, unsorted = false }: OptionQuery) {
  let query = db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id", "lawyer_groups.name", "lawyer_groups.panel_solicitor"])
    .select("law_firms.name as law_firm")
    .$if(!unsorted, (groups) => groups.orderBy(sql`lower(lawyer_groups.name)`))
    .orderBy("lawyer_groups.id");
  if (find) {
    query = query.where(
      containsWordsSql(sql`concat(lawyer_groups.name, ' ', law_firms.name)`, find),
    );
  }
  if (id) query = query.where("lawyer_groups.id", "=", id);
  return limit ? query.limit(limit) : query;
}

export type AssignedLawyerGroup = Awaited<ReturnType<typeof readLawyerGroupWithFirm>>;

/**
 * Reads a lawyer group with its law firm, and whether either of them is retired.
 * @throws NotFoundError
 */
export async function readLawyerGroupWithFirm(db: Db, id: string) {
  const group = await readLawyerGroup(db, id);
  const law_firm = await readLawFirm(db, group.law_firm_id);
  const { retired_at, firm_retired_at } = await readLawyerGroupRetirement(db, id);
  return { ...group, law_firm, retired: retired_at !== null || firm_retired_at !== null };
}
