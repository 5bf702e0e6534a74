import { paths } from "#app/paths.ts";
import type { RecordTab } from "../kit/record-tabs.tsx";
import type { TransactionView } from "./view.ts";

const SOLICITOR_ALERTS = { none: "none assigned", one: "one side only", both: null };

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
    alert: ({ searches_outstanding }) => (searches_outstanding ? "none ordered" : null),
  },
  { name: "events", label: "Events", to: (id) => paths.admin.transactionEvents(id) },
];
