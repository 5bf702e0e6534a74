import { readMonthlyCounts } from "#app/domain/paging/list-counts.server.ts";
import type { Db } from "#db/connection.ts";
import type { Month, StatsMonths } from "./months.ts";

export type MonthOfTransactions = {
  month: Month;
  total: number;
  resale: number;
  development: number;
};

/** How many matters were made in each month, paid or not (S-001, S-002, S-020, X-060, AMB-S01). */
export async function readNewTransactions(
  db: Db,
  months: StatsMonths,
): Promise<MonthOfTransactions[]> {
  const counts = await readMonthlyCounts(db, "new_transactions", months);
  const read = (month: Month, type: string) =>
    counts.find((counted) => counted.month === month && counted.of === type)?.count ?? 0;
  return months.map((month) => {
    const [resale, development] = [read(month, "resale"), read(month, "development")];
    return { month, total: resale + development, resale, development };
  });
}

/** How many leads valuers gave in each month (S-003, S-021, X-061, AMB-S01). */
export async function readNewLeads(
  db: Db,
  months: StatsMonths,
): Promise<{ month: Month; total: number }[]> {
  const counts = await readMonthlyCounts(db, "new_leads", months);
  return months.map((month) => ({
    month,
    total: counts.find((counted) => counted.month === month)?.count ?? 0,
  }));
}
