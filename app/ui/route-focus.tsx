import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isFocusPlaced, pageHeading } from "./focus.ts";

/**
 * Focuses the heading after client-side navigation. Depends on the path only: a form posted to its
 * own URL keeps the focus on a new row or error summary.
 */
export function RouteFocus() {
  const location = useLocation();
  const latest = useRef(location);
  latest.current = location;
  const path = useRef(location.pathname);
  useEffect(() => {
    if (path.current === location.pathname) return;
    path.current = location.pathname;
    if (latest.current.hash || keepsFocus(latest.current.state)) return;
    // A dialog that was saved has returned the focus to its opener.
    if (isFocusPlaced()) return;
    const target = document.querySelector<HTMLElement>("[data-route-focus]") ?? pageHeading();
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [location.pathname]);
  return null;
}

/** Link state that keeps the focus (tabs, closing a dialog). */
export const KEEP_FOCUS = { keepFocus: true } as const;

function keepsFocus(state: unknown) {
  return typeof state === "object" && state !== null && "keepFocus" in state;
}
