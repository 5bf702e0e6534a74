import { useEffect, useRef, useState } from "react";
import type { ListPart } from "./list-part.ts";

/** What useFetcher gives for the loader of a list. */
export type PartFetcher<Row> = {
  state: "idle" | "loading" | "submitting";
  data: { list: ListPart<Row> | null; problem: string | null } | undefined;
  load: (href: string) => void;
};

/** What has been added to a first part, and why no more could be. */
type Added<Row> = { to: ListPart<Row>; parts: ListPart<Row>[]; problem: string | null };

/**
 * The rows of the parts loaded so far. Another first part, of other filters, begins anew. The keyboard goes to the first
 * row that was added.
 */
export function useLoadMore<Row extends { id: string }>(
  first: ListPart<Row>,
  fetcher: PartFetcher<Row>,
) {
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
    const link = newest && document.getElementById(`row-${newest}`)?.querySelector("a");
    if (link) link.focus({ preventScroll: true });
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
