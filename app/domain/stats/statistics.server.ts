import { sql } from "kysely";
import { ADDRESS_LINES } from "#app/domain/shared/address.server.ts";
import { countRows } from "#app/domain/paging/counts.server.ts";
import { keysetPage, type KeysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import { monthRanges } from "./month-ranges.server.ts";
import type { Month, StatsMonths } from "./months.ts";
import type { ReferralKind } from "./referral-kinds.ts";

export type MonthOfTransactions = {
  month: Month;
  total: number;
  resale: number;
  development: number;
};

/**
 * Counts the matters that were created in each month, paid or not (S-001, S-002, S-020, X-060,
 * AMB-S01).
 */
export async function readNewTransactions(
  db: Db,
  months: StatsMonths,
): Promise<MonthOfTransactions[]> {
  const { rows: counts } = await sql<{ month: Month; type: string; count: number }>`
    select month, type, count(*) as count from ${monthRanges(months)}
    join transactions on created_at >= begins and created_at < ends
    group by month, type`.execute(db);
  const read = (month: Month, type: string) =>
    counts.find((counted) => counted.month === month && counted.type === type)?.count ?? 0;
  return months.map((month) => {
    const [resale, development] = [read(month, "resale"), read(month, "development")];
    return { month, total: resale + development, resale, development };
  });
}

/** Counts the leads from valuers in each month (S-003, S-021, X-061, AMB-S01). */
export async function readNewLeads(
  db: Db,
  months: StatsMonths,
): Promise<{ month: Month; total: number }[]> {
  const { rows: counts } = await sql<{ month: Month; count: number }>`
    select month, count(*) as count from ${monthRanges(months)}
    join leads on created_at >= begins and created_at < ends
    group by month`.execute(db);
  return months.map((month) => ({
    month,
    total: counts.find((counted) => counted.month === month)?.count ?? 0,
  }));
}

/** Number of times that a law firm was assigned in a month, by side. */
export type Assignments = { seller_count: number; buyer_count: number; total: number };

/** The assignments of a law firm in the current and in the previous month. */
export type FirmAssignments = {
  law_firm_id: string;
  law_firm_name: string;
  current: Assignments;
  previous: Assignments;
};

/**
 * Lists the law firms with their assignments in the current and previous month, and the total of
 * all firms (S-007, S-023, AMB-S01).
 */
export async function readSolicitorAssignments(
  db: Db,
  [current, previous]: StatsMonths,
): Promise<{ firms: FirmAssignments[]; all: FirmAssignments }> {
  const { rows: counts } = await sql<Counted>`
    select month, side, lawyer_group_id, count(*) as count from ${monthRanges([current, previous])}
    join transactions on legals_started_at >= begins and legals_started_at < ends
    cross join lateral (
      values ('seller', seller_lawyer_group_id), ('buyer', buyer_lawyer_group_id)
    ) as assigned (side, lawyer_group_id)
    where lawyer_group_id is not null
    group by month, side, lawyer_group_id`.execute(db);
  const firms = await readFirmsOfGroups(
    db,
    counts.map(({ lawyer_group_id }) => lawyer_group_id),
  );
  const rows = new Map<string, FirmAssignments>();
  const all = newRow({ id: "all", name: "All" });
  for (const { month, side, lawyer_group_id, count } of counts) {
    const firm = firms.get(lawyer_group_id);
    if (!firm) continue;
    const row = rows.get(firm.id) ?? newRow(firm);
    rows.set(firm.id, row);
    for (const counted of [row, all]) {
      add(counted[month === current ? "current" : "previous"], side, count);
    }
  }
  const sorted = [...rows.values()].sort(
    (one, other) =>
      other.current.total - one.current.total ||
      other.previous.total - one.previous.total ||
      one.law_firm_name.localeCompare(other.law_firm_name, "en-GB"),
  );
  return { firms: sorted, all };
}

type Counted = {
  month: Month;
  side: "seller" | "buyer";
  lawyer_group_id: string;
  count: number;
};

function newRow({ id, name }: { id: string; name: string }): FirmAssignments {
  const none = () => ({ seller_count: 0, buyer_count: 0, total: 0 });
  return { law_firm_id: id, law_firm_name: name, current: none(), previous: none() };
}

function add(assignments: Assignments, side: "seller" | "buyer", count: number) {
  assignments[`${side}_count`] += count;
  assignments.total += count;
}

async function readFirmsOfGroups(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>();
  const groups = await db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.id as group_id", "law_firms.id", "law_firms.name"])
    .where("lawyer_groups.id", "in", [...new Set(ids)])
    .execute();
  return new Map(groups.map(({ group_id, ...firm }) => [group_id, firm]));
}

export type Referral = Awaited<ReturnType<typeof readReferrals>>[number];

/**
 * Lists the referrals of a kind that customers requested, sorted by name, with the price in pounds
 * (S-008 to S-013, S-025, AMB-S02).
 */
export async function listReferrals(
  db: Db,
  reader: StaffReader,
  kind: ReferralKind,
  { limit, after }: KeysetQuery,
): Promise<KeysetPage<Referral>> {
  const rows = await readReferrals(db, kind, { limit: limit + 1, after });
  await reader.recordView({ list: "referrals" });
  return keysetPage(rows, limit);
}

export async function countReferrals(db: Db, kind: ReferralKind): Promise<number> {
  return countRows(db, `referrals ${kind}`, async () => {
    const { counted } = await db
      .selectFrom("adviser_referrals")
      .select(sql<number>`count(*)`.as("counted"))
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow();
    return counted;
  });
}

function readReferrals(db: Db, kind: ReferralKind, query: KeysetQuery) {
  return db
    .selectFrom(byName(db, kind, query).as("r"))
    .innerJoin("transactions as t", "t.id", "r.transaction_id")
    .leftJoin("purchase_intents as p", "p.id", "r.purchase_intent_id")
    .leftJoin("users as u", (join) =>
      join.onRef("u.id", "=", (eb) => eb.fn.coalesce("p.buyer_id", "t.seller_id")),
    )
    .leftJoin("properties as home", (join) =>
      join.onRef("home.id", "=", (eb) => eb.fn.coalesce("p.property_id", "t.property_id")),
    )
    .leftJoin("addresses as a", "a.id", "home.address_id")
    .select((eb) => [
      eb.ref("r.id").$notNull().as("id"),
      "r.transaction_id",
      "r.purchase_intent_id",
      eb.fn.coalesce("p.agreed_price_pounds", "t.asking_price_pounds").as("price_pounds"),
    ])
    .select(["t.legals_started_at", "u.first_name", "u.middle_name", "u.last_name"])
    .select(ADDRESS_LINES)
    .orderBy("r.sort_name")
    .orderBy("r.id")
    .execute();
}

function byName(db: Db, kind: ReferralKind, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("adviser_referrals")
    .select(["id", "transaction_id", "purchase_intent_id", "sort_name"])
    .where("kind", "=", kind)
    .orderBy("sort_name")
    .orderBy("id")
    .limit(limit);
  if (!after) return query;
  return query.where(
    sql<boolean>`(adviser_referrals.sort_name, adviser_referrals.id) > (
      coalesce((select sort_name from adviser_referrals where kind = ${kind} and id = ${after}), ''),
      ${after})`,
  );
}
