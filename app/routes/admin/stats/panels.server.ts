import { z } from "zod";
import { DomainError } from "#app/domain/errors.ts";
import type { StatsMonths } from "#app/domain/stats/months.ts";
import { readLeadsByOffice, readOfficeHealth } from "#app/domain/stats/offices.server.ts";
import { REFERRAL_KINDS, type ReferralKind } from "#app/domain/stats/referral-kinds.ts";
import {
  countReferrals,
  listReferrals,
  readNewLeads,
  readNewTransactions,
  readSolicitorAssignments,
} from "#app/domain/stats/statistics.server.ts";
import { report } from "#app/observability/report.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import type { Panel } from "./panel.tsx";
import { referralRow } from "./referral-tables.tsx";

/** Number of rows that a table shows first (S-005), number that "Show More" adds, and maximum. */
const FIRST_ROWS = 10;
const MORE_ROWS = 100;
const MAX_ROWS = 10_000;

const rows = z.coerce.number().int().min(FIRST_ROWS).max(MAX_ROWS).catch(FIRST_ROWS);

export const statsQuery = z.object({ offices: rows, health: rows });
type StatsQuery = z.output<typeof statsQuery>;

/** Reads the data of all panels. If one panel fails, the others are still shown. */
export async function readPanels(
  db: Db,
  reader: StaffReader,
  months: StatsMonths,
  query: StatsQuery,
) {
  const [transactions, leads, offices, assignments, foreign_currency, mortgage, health] =
    await Promise.all([
      panel("transaction statistics", readNewTransactions(db, months)),
      panel("lead statistics", readNewLeads(db, months)),
      panel("leads by estate agent", readOffices(db, months, query)),
      panel("solicitor assignment statistics", readSolicitorAssignments(db, months)),
      referralPanel(db, reader, "foreign_currency"),
      referralPanel(db, reader, "mortgage"),
      panel("office health statistics", readHealth(db, query)),
    ]);
  return { transactions, leads, offices, assignments, foreign_currency, mortgage, health };
}

/**
 * Waits for the data of a panel. If reading it fails, returns the message from S-026: "Failed to
 * retrieve office health statistics".
 */
async function panel<Shown>(name: string, reading: Promise<Shown>): Promise<Panel<Shown>> {
  try {
    return { shown: await reading, problem: null };
  } catch (error) {
    report(error, { what: `reading ${name}` });
    return { shown: null, problem: `Failed to retrieve ${name}` };
  }
}

async function referralPanel(db: Db, reader: StaffReader, kind: ReferralKind) {
  try {
    return { shown: await readReferralPanel(db, reader, kind), problem: null };
  } catch (error) {
    report(error, { what: `reading ${REFERRAL_KINDS[kind].context} data` });
    return { shown: null, problem: referralProblem(kind, error) };
  }
}

/**
 * Returns the message from the specification (S-027), with the error’s own text only for a
 * DomainError.
 */
export function referralProblem(kind: ReferralKind, error: unknown): string {
  const message = error instanceof DomainError ? error.message : "Something went wrong";
  return `Failed to fetch ${REFERRAL_KINDS[kind].context} data: ${message}`;
}

async function readReferralPanel(db: Db, reader: StaffReader, kind: ReferralKind) {
  const [{ items }, total] = await Promise.all([
    listReferrals(db, reader, kind, { limit: FIRST_ROWS }),
    countReferrals(db, kind),
  ]);
  return { rows: items.map(referralRow), total };
}

async function readOffices(db: Db, months: StatsMonths, query: StatsQuery) {
  const list = await readLeadsByOffice(db, months, query.offices);
  return { ...list, ...steps(query, "offices", list.total) };
}

async function readHealth(db: Db, query: StatsQuery) {
  const list = await readOfficeHealth(db, query.health);
  return { ...list, ...steps(query, "health", list.total) };
}

/**
 * Returns the URLs of "Show More" and "Show Less" (S-006). The links leave the other table
 * unchanged.
 */
function steps(query: StatsQuery, table: keyof StatsQuery, total: number) {
  const to = (rows: number) => {
    const opened = Object.entries({ ...query, [table]: rows });
    return paths.admin.stats(Object.fromEntries(opened.filter(([, count]) => count > FIRST_ROWS)));
  };
  const shown = query[table];
  return {
    more: total > shown ? to(shown + MORE_ROWS) : null,
    less: shown > FIRST_ROWS && total > FIRST_ROWS ? to(FIRST_ROWS) : null,
  };
}
