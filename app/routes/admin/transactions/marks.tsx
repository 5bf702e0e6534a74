import type { Side } from "#app/domain/transactions/sides.ts";

/** A round S for the seller's side, a square B for the buyer's; words beside it or before it say the same. */
export function SideMark({ side }: { side: Side }) {
  return (
    <span className="side-mark" data-side={side} aria-hidden="true">
      {side === "seller" ? "S" : "B"}
    </span>
  );
}

/** The tags that staff gave a matter (AMB-J10). */
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
