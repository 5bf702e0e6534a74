import { Link } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { MAX_SHOWN } from "#app/domain/paging/paging.ts";
import { Notification } from "#app/ui/notification.tsx";
import { sendWhenReachable } from "#app/ui/elements/network-message.ts";
import { LoadMore, shownOf } from "#app/ui/pagination.tsx";
import { useDebounced } from "#app/ui/use-debounced.ts";

type Props<Row> = {
  /** Loads the next part from the same route. */
  fetcher: PartFetcher<Row>;
  /** How long presses are waited for that mean the same one. */
  debounce_ms?: number;
  children: (rows: Row[], state: { busy: boolean; count: string }) => ReactNode;
} & Pick<ComponentProps<typeof LoadMore>, "noun" | "label">;

/**
 * A list that continues with "Load More", at any depth: with scripts the next rows are added in place, without them the
 * link leads to a page of the next rows. One that cannot be read says so instead.
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

/** On a page that continues with a list. */
export function BackToStart({ to }: { to: string }) {
  return (
    <p>
      <Link to={to}>Back to the start of the list</Link>
    </p>
  );
}

/** What a list that continues shows of itself: the rows after those before, and where the next ones are. */
export type ListPart<Row> = {
  rows: Row[];
  /** How many have been shown at its end. */
  shown: number;
  total: number;
  /** There are more than were counted. */
  more: boolean;
  /** The address of the next part; null at the end. */
  next: string | null;
  /** Where the list starts, for a part that does not start there. */
  start: string | null;
};

/** A list as its page is given it, or why it cannot be read (`openList`). */
export type ShownList<Row> = { list: ListPart<Row> | null; problem: string | null };

/** What useFetcher gives for the loader of a list. */
export type PartFetcher<Row> = {
  state: "idle" | "loading" | "submitting";
  data: ShownList<Row> | undefined;
  load: (href: string) => void;
};

/** What has been added to a first part, and why no more could be. */
type Added<Row> = { to: ListPart<Row>; parts: ListPart<Row>[]; problem: string | null };

/**
 * The rows of the parts loaded so far. Another first part, of other filters, begins anew. The keyboard goes to the
 * first row that was added, and the address says how many are shown: who comes back with Back finds them all again.
 *
 * @param debounce_ms how long presses are waited for that mean the same one (J-048)
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
    if (newest) keepInAddress(count);
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
        // What else the page shows it has already: the filters with their options.
        const send = () => fetcher.load(`${next}&only=rows`);
        void sendWhenReachable({ send, anyway: "Open anyway" });
      });
    },
  };
}

/** Not a move of the router's, which would load the rows once more. */
function keepInAddress(count: number) {
  const address = new URL(window.location.href);
  address.searchParams.set("count", String(Math.min(count, MAX_SHOWN)));
  window.history.replaceState(window.history.state, "", address);
}
