import { Link } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { MAX_SHOWN } from "#app/domain/paging/paging.ts";
import { Notification } from "#app/ui/notification.tsx";
import { sendWhenReachable } from "#app/ui/elements/network-message.ts";
import { LoadMore, shownOf } from "#app/ui/pagination.tsx";
import { useDebounced } from "#app/ui/use-debounced.ts";

type Props<Row> = {
  fetcher: PartFetcher<Row>;
  debounce_ms?: number;
  children: (rows: Row[], state: { busy: boolean; count: string }) => ReactNode;
} & Pick<ComponentProps<typeof LoadMore>, "noun" | "label">;

/**
 * Renders a list with "Load More", which adds rows. Without JavaScript, its link opens a page with
 * the next rows.
 */
export function GrowingList<Row extends { id: string }>({
  page: { list, problem },
  ...props
}: Props<Row> & { page: ShownList<Row> }) {
  if (list) return <Parts first={list} {...props} />;
  return problem ? <Notification kind="error" title={problem} /> : null;
}

function Parts<Row extends { id: string }>({
  first,
  fetcher,
  debounce_ms,
  children,
  ...words
}: Props<Row> & { first: ListPart<Row> }) {
  const { rows, last, problem, busy, load } = useLoadMore(first, fetcher, { debounce_ms });
  return (
    <>
      {first.start ? <BackToStart to={first.start} /> : null}
      {children(rows, { busy, count: shownOf(last) })}
      {problem ? <Notification kind="error" title={problem} live /> : null}
      <LoadMore
        shown={last.shown}
        total={last.total}
        more={last.more}
        to={last.next}
        busy={busy}
        onMore={load}
        {...words}
      />
    </>
  );
}

export function BackToStart({ to }: { to: string }) {
  return (
    <p>
      <Link to={to}>Back to the start of the list</Link>
    </p>
  );
}

/**
 * One part of a list that is loaded in parts, each starting after the last row of the part before.
 */
export type ListPart<Row> = {
  rows: Row[];
  /** Number of rows up to the end of this part. */
  shown: number;
  total: number;
  /** True if the list has more rows than were counted. */
  more: boolean;
  next: string | null;
  start: string | null;
};

export type ShownList<Row> = { list: ListPart<Row> | null; problem: string | null };

export type PartFetcher<Row> = {
  state: "idle" | "loading" | "submitting";
  data: ShownList<Row> | undefined;
  load: (href: string) => void;
};

type Added<Row> = { to: ListPart<Row>; parts: ListPart<Row>[]; problem: string | null };

/**
 * Returns the rows loaded so far, and a function that loads more. Stores the number of rows in the
 * URL, so that Back restores all of them (J-048).
 */
function useLoadMore<Row extends { id: string }>(
  first: ListPart<Row>,
  fetcher: PartFetcher<Row>,
  { debounce_ms = 0 } = {},
) {
  const [added, setAdded] = useState<Added<Row>>({ to: first, parts: [], problem: null });
  const asked = useRef<ListPart<Row> | null>(null);
  const { parts, problem } = added.to === first ? added : { parts: [], problem: null };
  const last = parts.at(-1) ?? first;
  const rows = [first, ...parts].flatMap((part) => part.rows);

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

  const count = rows.length;
  useEffect(() => {
    if (newest) storeCountInUrl(count);
  }, [newest, count]);

  const debounced = useDebounced(debounce_ms);
  return {
    rows,
    last,
    problem: state === "idle" ? problem : null,
    busy: state !== "idle" || debounced.waits,
    load: () => {
      const { next } = last;
      if (!next || state !== "idle") return;
      debounced.run(() => {
        asked.current = first;
        // Requests only rows, because the page already has the filters and their options.
        const send = () => fetcher.load(`${next}&only=rows`);
        void sendWhenReachable({ send, anyway: "Open anyway" });
      });
    },
  };
}

/**
 * Stores the number of rows with history.replaceState, because the router would load the rows
 * again.
 */
function storeCountInUrl(count: number) {
  const address = new URL(window.location.href);
  address.searchParams.set("count", String(Math.min(count, MAX_SHOWN)));
  window.history.replaceState(window.history.state, "", address);
}
