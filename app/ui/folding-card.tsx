import { type ReactNode, useId } from "react";
import { ChevronRight } from "./icons.tsx";

/**
 * Renders a sidebar card that is open from a width of 1024px and collapsed below it. CSS shows
 * either the heading or the summary.
 */
export function FoldingCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <details className="card folding-card" aria-labelledby={id}>
      <summary id={id}>
        <ChevronRight />
        {title}
      </summary>
      <h2>{title}</h2>
      {children}
    </details>
  );
}
