import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { SiteFrame } from "./site-frame.tsx";
import { VisitorHeader } from "./visitor-header.tsx";

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
  return <SiteFrame header={<VisitorHeader theme={theme} />}>{children}</SiteFrame>;
}
