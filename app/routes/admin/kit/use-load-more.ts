import { useEffect, useRef, useState } from "react";
import type { ListPart } from "./list-part.ts";

/** What useFetcher gives for the loader of a list. */
export type PartFetcher<Row> = {
  state: "idle" | "loading" | "submitting";
  data: { list: ListPart<Row> | null; problem: string | null } | undefined;
  load: (href: string) => void;
};

/**
 * The rows of the parts loaded so far. Another first part, of other filters, begins anew, and the keyboard goes to the
 * first row that was added.
 */
export function useLoadMore<Row extends { id: string }>(
  first: ListPart<Row>,
  fetcher: PartFetcher<Row>,
) {
  const [added, setAdded] = useState<{ to: ListPart<Row>; parts: ListPart<Row>[] }>();
  const asked = useRef<ListPart<Row> | null>(null);
  const parts = [first, ...(added?.to === first ? added.parts : [])];
  const last = parts[parts.length - 1] ?? first;

  const { state, data } = fetcher;
  useEffect(() => {
    if (state !== "idle" || asked.current === null || !data) return;
    const to = asked.current;
    asked.current = null;
    const part = data.list;
    if (part)
      setAdded((before) => ({ to, parts: [...(before?.to === to ? before.parts : []), part] }));
  }, [state, data]);

  const newest = parts.length > 1 ? last.rows[0]?.id : undefined;
  useEffect(() => {
    const link = newest && document.getElementById(`row-${newest}`)?.querySelector("a");
    if (link) link.focus({ preventScroll: true });
  }, [newest]);

  return {
    rows: parts.flatMap(({ rows }) => rows),
    last,
    problem: state === "idle" ? (data?.problem ?? null) : null,
    busy: state !== "idle",
    load: () => {
      if (!last.next || state !== "idle") return;
      asked.current = first;
      fetcher.load(last.next);
    },
  };
}
