import { recordListRead } from "#app/domain/audit/audit.server.ts";
import { memo, requestId } from "#app/observability/request-context.server.ts";
import { pagePath } from "#app/page-path.ts";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

/** Which lists staff read and what they search in them, by the address: a list has many loaders, and one guard. */

const { admin } = paths;

type List = {
  name: string;
  /** The field of the address that is typed into. */
  typed?: string;
  /** Dialogs stand over it, and show it behind them. */
  dialogs?: true;
};

export const STAFF_LISTS: ReadonlyMap<string, List> = new Map([
  [admin.transactions(), { name: "transactions" }],
  [admin.feed(), { name: "transactions" }],
  [admin.transactionsGroups(), { name: "transaction_groups" }],
  [admin.payments(), { name: "payment_reviews", dialogs: true }],
  [admin.estateAgents(), { name: "estate_agents", typed: "search" }],
  [admin.lawFirms(), { name: "law_firms" }],
  [admin.search(), { name: "everything", typed: "q" }],
  [admin.options("estate-agents"), { name: "estate_agents", typed: "find" }],
  [admin.options("lawyer-groups"), { name: "lawyer_groups", typed: "find" }],
  [admin.unmatchedEmails(), { name: "inbound_emails", dialogs: true }],
  // The statistics show the first of each kind.
  [admin.stats(), { name: "referrals" }],
  [admin.referrals("mortgage"), { name: "referrals" }],
  [admin.referrals("foreign_currency"), { name: "referrals" }],
  [admin.privacyRequests(), { name: "privacy_requests", dialogs: true }],
  [admin.users(), { name: "users" }],
  [admin.staff(), { name: "staff", dialogs: true }],
  [admin.invitations("sell"), { name: "invitations", dialogs: true }],
  [admin.invitations("buy"), { name: "invitations", dialogs: true }],
]);

/** Writes down that a member of staff reads a list, where the address is one's. */
export async function recordStaffRead(
  db: Db,
  { id }: { id: string },
  request: Request,
): Promise<void> {
  if (request.method !== "GET") return;
  const { pathname, searchParams } = new URL(request.url);
  const list = listAt(pagePath(pathname));
  if (!list) return;
  const typed = (list.typed && searchParams.get(list.typed)) || undefined;
  const read = { actor: { id, request_id: requestId() }, list: list.name, typed };
  // The loaders of one page run side by side.
  await memo("list read", () => recordListRead(db, read));
}

/** Pages below a list that do not show it. */
const ALONE = /\/(?:add|success)$/;

function listAt(path: string): List | undefined {
  const exact = STAFF_LISTS.get(path);
  if (exact || ALONE.test(path)) return exact;
  return [...STAFF_LISTS].find(([at, { dialogs }]) => dialogs && path.startsWith(`${at}/`))?.[1];
}
