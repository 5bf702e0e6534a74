import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { LoadMore } from "#app/ui/pagination.tsx";

/** What a list that goes on shows of itself: the rows after those before, and where the next ones are. */
export type ListPart<Row> = {
  rows: Row[];
  /** How many have been shown at its end. */
  shown: number;
  total: number;
  /** There are more than were counted. */
  more: boolean;
  /** The address of the next part; null at the end. */
  next: string | null;
};

/** What useFetcher gives for the loader of a list. */
type PartFetcher<Row> = {
  state: "idle" | "loading" | "submitting";
  data: { list: ListPart<Row> | null; problem: string | null } | undefined;
  load: (href: string) => void;
};

/**
 * A table that goes on with "Load More", at any depth: with scripts the next rows are added in place, without them the
 * link leads to a page of the next rows.
 */
export function GrowingTable<Row extends { id: string }>({
  caption,
  columns,
  part,
  fetcher,
  empty,
  start,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  part: ListPart<Row>;
  /** Loads the next part from the same route. */
  fetcher: PartFetcher<Row>;
  empty: ReactNode;
  /** Where the list starts, on a page that does not start there. */
  start: string | null;
}) {
  const { rows, last, problem, busy, load } = useLoadMore(part, fetcher);
  return (
    <>
      {start ? (
        <p>
          <Link to={start}>Back to the start of the list</Link>
        </p>
      ) : null}
      <DataTable
        caption={caption}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={empty}
      />
      {problem ? <Notification kind="error" title={problem} live /> : null}
      <LoadMore
        shown={last.shown}
        total={last.total}
        more={last.more}
        to={last.next}
        busy={busy}
        onMore={load}
      />
    </>
  );
}

/** What has been added to a first part, and why no more could be. */
type Added<Row> = { to: ListPart<Row>; parts: ListPart<Row>[]; problem: string | null };

/**
 * The rows of the parts loaded so far. Another first part, of other filters, begins anew. The keyboard goes to the first
 * row that was added.
 */
function useLoadMore<Row extends { id: string }>(first: ListPart<Row>, fetcher: PartFetcher<Row>) {
  const [added, setAdded] = useState<Added<Row>>({ to: first, parts: [], problem: null });
  const asked = useRef<ListPart<Row> | null>(null);
  const { parts, problem } = added.to === first ? added : { parts: [], problem: null };
  const last = parts.at(-1) ?? first;

  const { state, data } = fetcher;
  useEffect(() => {
    const to = asked.current;
    if (state !== "idle" || to === null || !data) return;
    asked.current = null;
    setAdded((before) => {
      const known = before.to === to ? before.parts : [];
      return { to, parts: data.list ? [...known, data.list] : known, problem: data.problem };
    });
  }, [state, data]);

  const newest = parts.at(-1)?.rows[0]?.id;
  useEffect(() => {
    const row = newest ? document.getElementById(`row-${newest}`) : null;
    (row?.querySelector("a") ?? row)?.focus({ preventScroll: true });
  }, [newest]);

  return {
    rows: [first, ...parts].flatMap(({ rows }) => rows),
    last,
    problem: state === "idle" ? problem : null,
    busy: state !== "idle",
    load: () => {
      if (!last.next || state !== "idle") return;
      asked.current = first;
      fetcher.load(last.next);
    },
  };
}
