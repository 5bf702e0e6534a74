import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";
import { Main } from "./main.tsx";

/** What is around every page of visitors and customers. */
export function SiteFrame({
  theme,
  home,
  links,
  children,
}: {
  /** Of the header. */
  theme?: "light" | "dark";
  /** Where the logo leads; without it to the landing page. */
  home?: string;
  /** The links of the header, each in a list item. */
  links: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <header className="page-header" data-theme={theme}>
        <div className="wrap">
          <Logo to={home} />
          <nav aria-label="Main">
            <ul>{links}</ul>
          </nav>
        </div>
      </header>
      <Main>{children}</Main>
      <Footer />
    </>
  );
}
