/**
 * Deletions after retention that involve several tables: matters, identity checks, accounts, firms
 * and offices.
 */

import { type RawBuilder, sql } from "kysely";
import { recordErasure } from "#app/domain/audit/audit.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { endChecks, deleteDueMatter } from "./end-matter.server.ts";
import { anonymiseAccount } from "./erasure.server.ts";
import { deleteUnusedAddress } from "./erase-rows.server.ts";
import { RETENTION_PERIODS } from "./retention-periods.server.ts";
import { dayOf, dueMatters, EARLY, mattersOfDueChecks, type Today } from "./matter-ends.server.ts";

export type RetentionRule = {
  table:
    | "transactions"
    | "identity_checks"
    | "users"
    | "lawyer_groups"
    | "law_firms"
    | "estate_agents";
  /**
   * Selects the ids of the records that are past their retention period, to pass to `end`. The same
   * id may occur more than once.
   */
  due: (today: Today) => RawBuilder<{ id: string }>;
  /**
   * Deletes or anonymises the record with this id.
   * @returns the number of rows of `table` that were deleted or anonymised
   */
  end: (db: Db, id: string, today: Today) => Promise<number>;
};

/**
 * Rules in the sequence in which they run: an account or firm becomes due when its last matter is
 * deleted.
 */
export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    table: "transactions",
    due: dueMatters,
    end: (db, id, today) =>
      inTransaction(db, async (trx) => ((await deleteDueMatter(trx, id, today)) ? 1 : 0)),
  },
  {
    table: "identity_checks",
    due: mattersOfDueChecks,
    end: (db, id) => inTransaction(db, (trx) => endChecks(trx, id)),
  },
  { table: "users", due: dueAccounts, end: endDueAccount },
  {
    table: "lawyer_groups",
    due: dueLawyerGroups,
    end: (db, id) => endPartner(db, "lawyer_group", id),
  },
  { table: "law_firms", due: dueLawFirms, end: (db, id) => endPartner(db, "law_firm", id) },
  { table: "estate_agents", due: dueOffices, end: (db, id) => endPartner(db, "estate_agent", id) },
];

/** Counts the records that are past their retention period. */
export async function countEndings(
  db: Db,
  { due }: RetentionRule,
  today: Today = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${due(today)}) as due`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the next ids of records past their retention period, in order, up to a limit. */
export async function listDue(
  db: Db,
  { due }: RetentionRule,
  { today, after, limit }: Today & { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${due({ today })}) as due where id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function dueAccounts(today: Today) {
  const day = dayOf(today);
  const isPast = (life: { after: string }, since: RawBuilder<unknown>) =>
    sql`(${since} at time zone 'Europe/London')::date + ${life.after}::interval <= ${day}`;
  const lastSeen = sql`greatest(last_signed_in_at, deactivated_at, created_at)`;
  const lastAsked = sql`greatest(created_at, (
    select max(invitations.created_at) from invitations where user_id = users.id))`;
  return sql<{ id: string }>`
    select id from users
    where id = any(array(
        select id from users
        where created_at < ${day} - ${RETENTION_PERIODS.account.after}::interval + ${EARLY}
          and (type = 'customer' or deactivated_at is not null) and ${isPast(RETENTION_PERIODS.account, lastSeen)}
        union select id from users
        where not active and deactivated_at is null and type = 'customer'
          and created_at < ${day} - ${RETENTION_PERIODS.unconfirmed.after}::interval + ${EARLY}
          and last_signed_in_at is null and ${isPast(RETENTION_PERIODS.unconfirmed, lastAsked)}
        union select user_id from privacy_requests where status = 'erased'))
      and email <> ${anonymousEmail(sql`id`)}
      -- An address that others have named would be let in by it, were it not that of a closed account.
      and (deactivated_at is null or not exists (select from parties where parties.email = users.email))
      and not exists (select from transactions where seller_id = users.id)
      and not exists (select from purchase_intents where buyer_id = users.id)
      and not exists (select from privacy_requests
        where user_id = users.id and status in ('open', 'erasing'))`;
}

const anonymousEmail = (id: RawBuilder<unknown>) => sql`'erased.' || ${id} || '@erased.invalid'`;

async function endDueAccount(db: Db, id: string, today: Today): Promise<number> {
  const person = await db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "stripe_customer_id"])
    .where("id", "=", id)
    // Check again that the account is due, because it may have been used a moment ago.
    .where(sql<boolean>`id in (${dueAccounts(today)})`)
    .executeTakeFirst();
  if (!person) return 0;
  await anonymiseAccount(db, person);
  return 1;
}

const isOld = (day: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
  sql`(${since} at time zone 'Europe/London')::date + ${RETENTION_PERIODS.partner.after}::interval <= ${day}`;

const SINCE_RETIRED = sql`greatest(created_at, retired_at)`;

function dueLawyerGroups(today: Today) {
  return sql<{ id: string }>`
    select id from lawyer_groups
    where ${isOld(dayOf(today), SINCE_RETIRED)}
      and not exists (select from transactions where seller_lawyer_group_id = lawyer_groups.id)
      and not exists (select from transactions where buyer_lawyer_group_id = lawyer_groups.id)
      and not exists (select from transactions where preferred_lawyer_group_id = lawyer_groups.id)
      and not exists (select from identity_checks where shared_with = lawyer_groups.id)
      and not exists (select from solicitor_letters where lawyer_group_id = lawyer_groups.id)`;
}

function dueLawFirms(today: Today) {
  return sql<{ id: string }>`
    select id from law_firms
    where ${isOld(dayOf(today), SINCE_RETIRED)}
      and not exists (select from lawyer_groups where law_firm_id = law_firms.id)`;
}

function dueOffices(today: Today) {
  return sql<{ id: string }>`
    select id from estate_agents
    where ${isOld(dayOf(today), sql`created_at`)}
      and not exists (select from transactions where estate_agent_id = estate_agents.id)
      and not exists (select from leads where leads.estate_agent_id = estate_agents.id)
      and not exists (select from memoranda where memoranda.estate_agent_id = estate_agents.id)
      and not exists (select from documents where documents.estate_agent_id = estate_agents.id)
      and not exists (
        select from referral_codes where estate_agent_id = estate_agents.id and (
          exists (select from orders where orders.code = referral_codes.code)
          or exists (select from invitations where referral_code = referral_codes.code)))`;
}

const PARTNERS = {
  lawyer_group: { table: "lawyer_groups", address: null },
  law_firm: { table: "law_firms", address: "address_id" },
  estate_agent: { table: "estate_agents", address: "office_address_id" },
} as const;

/**
 * Deletes a law firm, lawyer group or office, and an office’s referral codes. Foreign keys prevent
 * the deletion if a matter still refers to it.
 */
function endPartner(db: Db, type: keyof typeof PARTNERS, id: string): Promise<number> {
  const { table, address } = PARTNERS[type];
  return inTransaction(db, async (trx) => {
    if (type === "estate_agent") {
      await trx.deleteFrom("referral_codes").where("estate_agent_id", "=", id).execute();
    }
    const { rows } = await sql<{ address: string | null }>`
      delete from ${sql.table(table)} where id = ${id}
      returning ${address ? sql.ref(address) : sql`null`} as address`.execute(trx);
    for (const each of rows) if (each.address) await deleteUnusedAddress(trx, each.address);
    if (rows.length > 0) await recordErasure(trx, "partner_ended", { type, id });
    return rows.length;
  });
}
