import { readMonthlyCounts } from "#app/domain/paging/list-counts.server.ts";
import type { Db } from "#db/connection.ts";
import type { StatsMonths } from "./months.ts";

/** How often a firm was assigned to the sides of matters in a month. */
export type Assignments = { seller_count: number; buyer_count: number; total: number };

/** A law firm in the current month and in the one before. */
export type FirmAssignments = {
  law_firm_id: string;
  law_firm_name: string;
  current: Assignments;
  previous: Assignments;
};

/**
 * Law firms that were assigned in the current month or in the one before, by the date at which legals started (S-007,
 * S-023, AMB-S01): those with the most in the current month first; of as many, the month before decides, then the name.
 *
 * @returns them, and all of them together
 */
export async function readSolicitorAssignments(
  db: Db,
  [current, previous]: StatsMonths,
): Promise<{ firms: FirmAssignments[]; all: FirmAssignments }> {
  const counts = await readMonthlyCounts(db, "assignments", [current, previous]);
  const firms = await readFirmsOfGroups(
    db,
    counts.map(({ of }) => readSide(of).lawyer_group_id),
  );
  const rows = new Map<string, FirmAssignments>();
  const all = newRow({ id: "all", name: "All" });
  for (const { month, of, count } of counts) {
    const { side, lawyer_group_id } = readSide(of);
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

/** "seller 0123…": the side and the lawyer group, as triggers write them (migrations/0018). */
function readSide(of: string) {
  const [side, lawyer_group_id = ""] = of.split(" ");
  return { side: side === "seller" ? ("seller" as const) : ("buyer" as const), lawyer_group_id };
}

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
