import { useLocation } from "@remix-run/react";
import { TriangleAlert } from "#app/ui/icons.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

export type RecordTab<Shown> = {
  name: string;
  label: string;
  to: (id: string) => string;
  count?: (record: Shown) => number;
  alert?: (record: Shown) => string | null;
};

/** Renders the tabs of a record. The record’s own URL shows the first tab (AMB-K01). */
export function RecordTabs<Shown extends { id: string }>({
  label,
  tabs,
  record,
}: {
  label: string;
  tabs: readonly RecordTab<Shown>[];
  record: Shown;
}) {
  const { pathname } = useLocation();
  const current =
    // The address of the first tab may be the record’s own, which all other tabs are within.
    tabs.slice(1).find(({ to }) => isWithin(pathname, to(record.id))) ?? tabs[0];
  return (
    <Tabs
      label={label}
      items={tabs.map((tab) => ({
        label: <TabLabel tab={tab} record={record} />,
        to: tab.to(record.id),
        current: tab === current,
      }))}
    />
  );
}

function isWithin(pathname: string, place: string) {
  return pathname === place || pathname.startsWith(`${place}/`);
}

function TabLabel<Shown>({ tab, record }: { tab: RecordTab<Shown>; record: Shown }) {
  const alert = tab.alert?.(record);
  return (
    <>
      {tab.label}
      {tab.count ? <span className="tabs-count">{tab.count(record)}</span> : null}
      {alert ? (
        <>
          <TriangleAlert />
          <span className="vh">, {alert}</span>
        </>
      ) : null}
    </>
  );
}
