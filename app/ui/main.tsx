import type { ReactNode } from "react";

/** Renders the page’s only `main` element, which the skip link leads to. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
