import { type ReactNode, useId } from "react";
import { ChevronRight } from "./icons.tsx";

/** Renders a sidebar card: open from 1024px, collapsed below. Heading or summary is visible. */
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
