import { countDesk, type Whose } from "#app/domain/desk/desk-lists.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { handlersFor } from "#app/domain/handlers/my-matters.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { hasPermission, type StaffRole } from "#app/domain/staff/roles.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { Db } from "#db/connection.ts";
import type { DeskCounts, DeskView } from "./desk-views.tsx";

type StaffMember = { id: string; roles: readonly StaffRole[] };

/** Returns the handlers whose work a view shows. */
export async function whoseWork(db: Db, reader_id: string, view: DeskView): Promise<Whose> {
  if (view === "everyone") return "everyone";
  if (view === "no_handler") return { handlers: [] };
  return { handlers: await handlersFor(db, reader_id, londonDay(new Date())) };
}

/**
 * Reads what each page of the desk shows above its list: the counts of the views, and the
 * colleagues, with the one whose work is shown.
 */
export async function readDeskHead(db: Db, reader: StaffMember, handler: string | undefined) {
  const [counts, colleagues] = await Promise.all([
    nullIfFailed(countViews(db, reader), { what: "reading counts of the desk" }),
    nullIfFailed(listHandlerOptions(db), { what: "listing colleagues" }),
  ]);
  const colleague = colleagues?.find(({ value }) => value === handler) ?? null;
  return { counts, colleagues: colleagues ?? [], colleague };
}

/** Counts the work of each view, without payments that the reader’s role may not see. */
async function countViews(db: Db, reader: StaffMember): Promise<DeskCounts> {
  const [mine, everyone, no_handler] = await Promise.all([
    countView(db, reader, "mine"),
    countView(db, reader, "everyone"),
    countView(db, reader, "no_handler"),
  ]);
  return { mine, everyone, no_handler };
}

/** Counts the work of one view. */
export async function countView(
  db: Db,
  { id, roles }: StaffMember,
  view: DeskView,
): Promise<{ total: number; more: boolean }> {
  const whose = await whoseWork(db, id, view);
  return countDesk(db, { whose, payments: hasPermission(roles, "see_payments") });
}
