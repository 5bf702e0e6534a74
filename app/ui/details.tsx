import type { ReactNode } from "react";
import { ChevronRight } from "./icons.tsx";

/** Renders a disclosure. If it has a `name`, opening it closes the others with the same `name`. */
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
  // The types of React 18 do not include `name`, but React renders it.
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
