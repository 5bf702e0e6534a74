import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Main } from "./main.tsx";

/** Renders the frame of all public and customer pages. */
export function SiteFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <>
      {header}
      <Main>{children}</Main>
      <Footer />
    </>
  );
}
