import type { ReactNode } from "react";
import { ChevronRight } from "./icons.tsx";

/** More, for those who want it. With the same `name`, opening one closes the others. */
export function Details({
  summary,
  name,
  open,
  children,
}: {
  summary: ReactNode;
  name?: string;
  open?: boolean;
  children: ReactNode;
}) {
  // React 18 has no type for the grouping attribute; it renders it as it is.
  const group = name ? { name } : {};
  return (
    <details className="details" open={open} {...group}>
      <summary>
        <ChevronRight />
        {summary}
      </summary>
      <div className="details-body">{children}</div>
    </details>
  );
}
