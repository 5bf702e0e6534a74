import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import { WithDialog } from "../shared/dialog-link.tsx";
import type { RecordTab } from "../shared/record-tabs.tsx";
import type { TransactionView } from "./view.ts";

export function Tab<Shown>({
  page: { shown, problem },
  children,
}: {
  page: { shown: Shown | null; problem: string | null };
  children: (shown: Shown) => ReactNode;
}) {
  if (problem) return <Notification kind="error" title={problem} />;
  return shown === null ? null : <WithDialog>{children(shown)}</WithDialog>;
}

const SOLICITOR_ALERTS = { none: "none assigned", one: "one side only", both: null };

const CHECK_ALERTS = {
  failed: "a check has failed",
  doubled: "duplicate check",
  unconfirmed: "order not confirmed",
  consider: "a result to consider",
};

const SEARCH_ALERTS = {
  unconfirmed: "order not confirmed",
  not_taken: "results not processed",
};

const links = paths.admin.transactionTab;

/** Tabs in order (K-010 to K-018). Each tab has a folder with the same name. */
const TABS: Record<keyof typeof links, Omit<RecordTab<TransactionView>, "name">> = {
  property: { label: "Property", to: links.property },
  sellers: { label: "Sellers", to: links.sellers, count: ({ seller_count }) => seller_count },
  buyers: { label: "Buyers", to: links.buyers, count: ({ purchase_count }) => purchase_count },
  orders: { label: "Orders", to: links.orders },
  thirdfort: {
    label: "Thirdfort",
    to: links.thirdfort,
    alert: ({ check_alert }) => check_alert && CHECK_ALERTS[check_alert],
  },
  solicitors: {
    label: "Solicitors",
    to: links.solicitors,
    alert: ({ assigned_sides }) => SOLICITOR_ALERTS[assigned_sides],
  },
  "estate-agent": {
    label: "Estate Agent",
    to: links["estate-agent"],
    alert: ({ estate_agent_pending }) => (estate_agent_pending ? "none assigned" : null),
  },
  searches: {
    label: "Searches",
    to: links.searches,
    alert: ({ search_alert, searches_outstanding }) => {
      if (search_alert) return SEARCH_ALERTS[search_alert];
      return searches_outstanding ? "none ordered" : null;
    },
  },
  events: { label: "Events", to: links.events },
  // These tabs are last, because they are not among the tabs in the specification (K-007).
  "property-information": {
    label: "Property information",
    to: links["property-information"],
  },
  intelligence: { label: "Intelligence", to: links.intelligence },
  documents: { label: "Documents", to: links.documents },
  messages: { label: "Messages", to: links.messages },
};

export const transactionTabs: readonly RecordTab<TransactionView>[] = Object.entries(TABS).map(
  ([name, tab]) => ({ name, ...tab }),
);
