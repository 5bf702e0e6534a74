import { Link } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Notification } from "#app/ui/notification.tsx";
import { LoadMore, shownOf } from "#app/ui/pagination.tsx";
import { type ListPart, type PartFetcher, type ShownList, useLoadMore } from "./use-load-more.ts";

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
