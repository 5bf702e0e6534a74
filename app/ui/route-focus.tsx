import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isFocusPlaced, pageHeading } from "./focus.ts";

/**
 * Focuses the page’s heading after the router has changed the page. A new query alone does not move
 * the focus: after a form is posted to its own URL, the focus stays on a new row or the error
 * summary.
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
    // After a save, the dialog has already returned the focus to the element that opened it.
    if (isFocusPlaced()) return;
    const target = document.querySelector<HTMLElement>("[data-route-focus]") ?? pageHeading();
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [location.pathname]);
  return null;
}

/** Link state for links that do not move the focus, such as tabs and links that close a dialog. */
export const KEEP_FOCUS = { keepFocus: true } as const;

function keepsFocus(state: unknown) {
  return typeof state === "object" && state !== null && "keepFocus" in state;
}
