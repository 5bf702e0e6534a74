import type { ReactNode } from "react";

/** Renders the page’s only main, the skip link’s target. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
