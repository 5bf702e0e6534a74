import type { ReactNode } from "react";

/** A cell of a table with its text, or a dash where there is none. */
export function text(value: string | null): ReactNode {
  if (value) return value;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="vh">None</span>
    </>
  );
}
