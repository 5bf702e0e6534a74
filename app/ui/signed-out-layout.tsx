import { NavLink, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { SiteFrame } from "./site-frame.tsx";

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
    <SiteFrame
      theme={theme}
      links={
        <>
          <li>
            <NavLink to={paths.getStarted("sell")}>Sell</NavLink>
          </li>
          <li>
            <NavLink to={paths.getStarted("buy")}>Buy</NavLink>
          </li>
          <li>
            <NavLink to={paths.signIn()}>Sign in</NavLink>
          </li>
        </>
      }
    >
      {children}
    </SiteFrame>
  );
}
