/** A round S for the seller's side, a square B for the buyer's; words beside it or before it say the same. */
export function SideMark({ side }: { side: "S" | "B" }) {
  return (
    <span className="side-mark" data-side={side} aria-hidden="true">
      {side}
    </span>
  );
}
