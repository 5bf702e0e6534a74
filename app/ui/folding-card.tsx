import { type ReactNode, useId } from "react";
import { ChevronRight } from "./icons.tsx";

/**
 * A card beside the matter of a page: open where there is a column for it (from 1024 px), folded shut where it would
 * stand in the way. The heading and the summary are never both there; a browser that cannot open it by its width
 * leaves that to the visitor.
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
