import type { Side } from "#app/domain/transactions/sides.ts";

/**
 * Renders a round mark with an S or a square one with a B. Screen readers get the side from the
 * text next to the mark.
 */
export function SideMark({ side }: { side: Side }) {
  return (
    <span className="side-mark" data-side={side} aria-hidden="true">
      {side === "seller" ? "S" : "B"}
    </span>
  );
}

/** Renders the tags of a matter (AMB-J10). */
export function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="tag-list">
      {tags.map((tag) => (
        <li key={tag} title={tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
