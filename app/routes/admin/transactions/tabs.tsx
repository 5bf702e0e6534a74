import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import { WithDialog } from "../kit/dialog-link.tsx";
import type { RecordTab } from "../kit/record-tabs.tsx";
import type { TransactionView } from "./view.ts";

/** What a tab shows, with the dialogs over it; or why it cannot be read. A missing matter is said by the page around it. */
export function Tab<Shown>({
  page: { shown, problem },
  children,
}: {
  /** What the loader answered (openTab). */
  page: { shown: Shown | null; problem: string | null };
  children: (shown: Shown) => ReactNode;
}) {
  if (problem) return <Notification kind="error" title={problem} />;
  return shown === null ? null : <WithDialog>{children(shown)}</WithDialog>;
}

const SOLICITOR_ALERTS = { none: "none assigned", one: "one side only", both: null };

const CHECK_ALERTS = {
  failed: "a check has failed",
  doubled: "a check is there twice",
  unconfirmed: "an order is not confirmed",
  consider: "a result to consider",
};

const SEARCH_ALERTS = {
  unconfirmed: "the order is not confirmed",
  not_taken: "results not taken",
};

/** The tabs of a matter, in their order (K-010 to K-018). */
export const transactionTabs: readonly RecordTab<TransactionView>[] = [
  { name: "property", label: "Property", to: paths.admin.transactionProperty },
  {
    name: "sellers",
    label: "Sellers",
    to: paths.admin.transactionSellers,
    count: ({ seller_count }) => seller_count,
  },
  {
    name: "buyers",
    label: "Buyers",
    to: paths.admin.transactionBuyers,
    count: ({ purchase_count }) => purchase_count,
  },
  { name: "orders", label: "Orders", to: paths.admin.transactionOrders },
  {
    name: "thirdfort",
    label: "Thirdfort",
    to: paths.admin.transactionThirdfort,
    alert: ({ check_alert }) => check_alert && CHECK_ALERTS[check_alert],
  },
  {
    name: "solicitors",
    label: "Solicitors",
    to: paths.admin.transactionSolicitors,
    alert: ({ assigned_sides }) => SOLICITOR_ALERTS[assigned_sides],
  },
  {
    name: "estate-agent",
    label: "Estate Agent",
    to: (id) => paths.admin.transactionEstateAgent(id),
    alert: ({ estate_agent_pending }) => (estate_agent_pending ? "none assigned" : null),
  },
  {
    name: "searches",
    label: "Searches",
    to: paths.admin.transactionSearches,
    alert: ({ search_alert, searches_outstanding }) => {
      if (search_alert) return SEARCH_ALERTS[search_alert];
      return searches_outstanding ? "none ordered" : null;
    },
  },
  { name: "events", label: "Events", to: (id) => paths.admin.transactionEvents(id) },
  // Not among the specification's: its card (K-007) has a place of its own, and stands before no other tab.
  { name: "intelligence", label: "Intelligence", to: paths.admin.transactionIntelligence },
];
