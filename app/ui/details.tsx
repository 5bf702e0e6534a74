import type { ReactNode } from "react";
import { ChevronRight } from "./icons.tsx";

/** Renders a disclosure. Opening it closes others with the same `name`. */
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
  // React 18 has no type for `name` but renders it.
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
