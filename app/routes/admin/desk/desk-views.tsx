import { formatCount } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Tabs } from "#app/ui/tabs.tsx";

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

/** Renders the links to the views, with their counts, and to the events since yesterday. */
export function DeskTabs({
  counts,
  current,
}: {
  counts: DeskCounts | null;
  current: DeskView | "since_yesterday" | null;
}) {
  return (
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
