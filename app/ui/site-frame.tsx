import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Main } from "./main.tsx";

export function SiteFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <>
      {header}
      <Main>{children}</Main>
      <Footer />
    </>
  );
}
