/** Old and new values of corrections, which triggers store (migrations/0106). */

import { sql } from "kysely";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { yesNoText } from "#app/domain/shared/answers.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { CUSTOMER_TYPE_LABELS, CUSTOMER_TYPES } from "#app/domain/sales/questions.ts";
import { labelFromSnakeCase } from "#app/domain/shared/format.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { formatBasisPoints, formatPence, formatPounds } from "#app/domain/shared/money.ts";
import type { Db } from "#db/connection.ts";
import { fieldLabel } from "./field-labels.ts";

type Values = { field: string; old_value: string | null; new_value: string | null };

type Change = Values & {
  /** Time of the change and of its entry in the audit log, with microseconds. */
  moment: string;
  changed_at: Date;
  purchase_intent_id: string | null;
  person_id: string | null;
  /** Name of the person whose details changed; null if the change is not about a person. */
  person: string | null;
  /** Name of the person who made the change; null if no account has their id. */
  by: string | null;
};

/**
 * Lists the changes of a matter, oldest first, with the names of the people who made them. Only
 * staff may use this function: it does not check whose matter it is.
 * @param moments times of entries in the audit log, to list only the changes at these times
 */
export async function listChanges(
  db: Db,
  _reader: StaffReader | ServiceReader,
  transaction_id: string,
  moments?: readonly string[],
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select changed_at::text as moment, changed_at, changes.purchase_intent_id, person_id, field,
      old_value, new_value,
      coalesce(${fullNameSql("account")}, ${fullNameSql("party")}) as person,
      (select min(${fullNameSql("actor")})
        from (values ('transaction', changes.transaction_id::text),
          ('purchase_intent', changes.purchase_intent_id::text),
          ('user', person_id::text), ('party', person_id::text)) as about (type, id)
        join audit_log on subject_type = about.type and subject_id = about.id
          and audit_log.at = changes.changed_at
        join users as actor on actor.id = audit_log.actor_id) as by
    from changes
    left join users as account on account.id = person_id
    left join parties as party on party.id = person_id
    where changes.transaction_id = ${transaction_id}
      and ${moments ? sql`changed_at = any(${moments}::timestamptz[])` : sql`true`}
    order by changed_at, changes.id`.execute(db);
  return rows;
}

/** Returns a change for staff, such as "Asking price: from £350,000 to £360,000". */
export function changeText({ field, old_value, new_value }: Values): string {
  const [was, becomes] = [valueText(field, old_value), valueText(field, new_value)];
  const label = fieldLabel(field);
  if (was === null) return `${label}: set to ${becomes}`;
  return becomes === null ? `${label}: removed, was ${was}` : `${label}: from ${was} to ${becomes}`;
}

function valueText(field: string, value: string | null): string | null {
  if (value === null) return null;
  if (field.endsWith("_pounds")) return formatPounds(Number(value));
  if (field.endsWith("_pence")) return formatPence(Number(value));
  if (field === "agent_fee_basis_points") return formatBasisPoints(Number(value));
  if (field === "agent_fee_includes_vat") return value === "true" ? "Included" : "Added";
  if (field === "referral_fee_paid") return yesNoText(value === "true");
  if (field === "phone_number") return formatPhone(value);
  if (field === "customer_type") return customerTypeText(value);
  if (field === "mortgage_required_for_purchase" || field === "has_mortgage") {
    return labelFromSnakeCase(value);
  }
  return /^\d{4}-\d\d-\d\d$/.test(value) ? adminDate(value) : value;
}

function customerTypeText(value: string): string {
  const type = CUSTOMER_TYPES.find((known) => known === value);
  return type ? CUSTOMER_TYPE_LABELS[type] : value;
}
