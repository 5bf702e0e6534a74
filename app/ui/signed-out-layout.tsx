import { NavLink, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";
import { Main } from "./main.tsx";

/** The layout route of pages for visitors. */
export function SignedOutLayout() {
  return (
    <SignedOutFrame>
      <Outlet />
    </SignedOutFrame>
  );
}

export function SignedOutFrame({
  theme = "light",
  children,
}: {
  /** Of the navigation header (H-007). */
  theme?: "light" | "dark";
  children: ReactNode;
}) {
  return (
    <>
      <header className="page-header" data-theme={theme}>
        <div className="wrap">
          <Logo />
          <nav aria-label="Main">
            <ul>
              <li>
                <NavLink to={paths.getStarted("sell")}>Sell</NavLink>
              </li>
              <li>
                <NavLink to={paths.getStarted("buy")}>Buy</NavLink>
              </li>
              <li>
                <NavLink to={paths.signIn()}>Sign in</NavLink>
              </li>
            </ul>
          </nav>
        </div>
      </header>
      <Main>{children}</Main>
      <Footer />
    </>
  );
}
