import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { SiteFrame } from "./site-frame.tsx";
import { VisitorHeader } from "./visitor-header.tsx";

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
  /** Theme of the header (H-007). */
  theme?: "light" | "dark";
  children: ReactNode;
}) {
  return <SiteFrame header={<VisitorHeader theme={theme} />}>{children}</SiteFrame>;
}
