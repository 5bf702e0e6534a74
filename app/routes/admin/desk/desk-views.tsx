import type { ReactNode } from "react";
import type { Option } from "#app/domain/shared/answers.ts";
import { formatCount } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Filters, FilterSelect } from "#app/ui/filters.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { StaffPage } from "../shared/staff-page.tsx";

/** Views of the desk. A colleague’s view has the colleague’s id in the query instead. */
export const DESK_VIEWS = ["mine", "everyone", "no_handler"] as const;
export type DeskView = (typeof DESK_VIEWS)[number];

export type DeskCounts = Record<DeskView, { total: number; more: boolean }>;

export const VIEW_LABELS: Record<DeskView, string> = {
  mine: "Mine",
  everyone: "Everyone’s",
  no_handler: "No handler",
};

/** Returns a count as text: "99+" if there is more than that. */
export function countText({ total, more }: { total: number; more: boolean }): string {
  return more ? `${formatCount(total)}+` : formatCount(total);
}

type DeskHead = {
  counts: DeskCounts | null;
  colleagues: Option[];
  colleague: Option | null;
};

/**
 * Renders a page of the desk: the links to the views with their counts, the choice of a colleague,
 * and the list.
 */
export function DeskPage({
  title,
  lead,
  head: { counts, colleagues, colleague },
  current,
  what,
  children,
}: {
  title: string;
  lead?: string;
  head: DeskHead;
  current: DeskView | "since_yesterday" | null;
  /** Completes "Show a colleague’s …". */
  what: string;
  children: ReactNode;
}) {
  return (
    <StaffPage title={title} crumbs={false} lead={lead}>
      <div className="stack desk">
        <Tabs
          label="Views"
          items={[
            ...DESK_VIEWS.map((view) => ({
              label: <ViewLabel label={VIEW_LABELS[view]} count={counts?.[view]} />,
              to: paths.admin.desk(view === "mine" ? {} : { view }),
              current: view === current,
            })),
            {
              label: "Since yesterday",
              to: paths.admin.sinceYesterday(),
              current: current === "since_yesterday",
            },
          ]}
        />
        <Filters label={`Show a colleague’s ${what}`}>
          <FilterSelect
            name="handler"
            label="Colleague"
            all="Choose a colleague"
            options={colleagues}
            value={colleague?.value}
          />
        </Filters>
        {children}
      </div>
    </StaffPage>
  );
}

function ViewLabel({
  label,
  count,
}: {
  label: string;
  count: { total: number; more: boolean } | undefined;
}) {
  return (
    <>
      {label}
      {count ? <span className="tabs-count">{countText(count)}</span> : null}
    </>
  );
}
