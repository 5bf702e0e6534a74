import type { ReactNode } from "react";

/** Where the skip link goes: the one main of a page. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
