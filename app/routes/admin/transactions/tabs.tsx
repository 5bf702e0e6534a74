import type { ReactNode } from "react";
import { capital } from "#app/domain/fields/words.ts";
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
  doubled: "duplicate check",
  unconfirmed: "order not confirmed",
  consider: "a result to consider",
};

const SEARCH_ALERTS = {
  unconfirmed: "order not confirmed",
  not_taken: "results not processed",
};

type Beside = Pick<RecordTab<TransactionView>, "count" | "alert">;

/** What is said of a matter beside the names of its tabs. */
const BESIDE: Record<string, Beside> = {
  sellers: { count: ({ seller_count }) => seller_count },
  buyers: { count: ({ purchase_count }) => purchase_count },
  thirdfort: { alert: ({ check_alert }) => check_alert && CHECK_ALERTS[check_alert] },
  solicitors: { alert: ({ assigned_sides }) => SOLICITOR_ALERTS[assigned_sides] },
  "estate-agent": {
    alert: ({ estate_agent_pending }) => (estate_agent_pending ? "none assigned" : null),
  },
  searches: {
    alert: ({ search_alert, searches_outstanding }) => {
      if (search_alert) return SEARCH_ALERTS[search_alert];
      return searches_outstanding ? "none ordered" : null;
    },
  },
} satisfies Partial<Record<keyof typeof paths.admin.transactionTab, Beside>>;

/** The tabs of a matter, in their order (K-010 to K-018), each called as its address ends: "Estate Agent". */
export const transactionTabs: readonly RecordTab<TransactionView>[] = Object.entries(
  paths.admin.transactionTab,
).map(([name, to]) => ({
  name,
  label: name.split("-").map(capital).join(" "),
  to: (id: string) => to(id),
  ...BESIDE[name],
}));
