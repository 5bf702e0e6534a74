import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isFocusPlaced, pageHeading } from "./focus.ts";

/**
 * After a move to another page without a full load, focus goes to its heading, which is thereby announced. It depends
 * on the path alone: a form posted to the page's own address must keep focus at its new row or its error summary.
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
    // A dialog that was saved has given it back to its opener.
    if (isFocusPlaced()) return;
    const target = document.querySelector<HTMLElement>("[data-route-focus]") ?? pageHeading();
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [location.pathname]);
  return null;
}

/** Links that must not move focus (tabs, closing a dialog) carry this as their state. */
export const KEEP_FOCUS = { keepFocus: true } as const;

function keepsFocus(state: unknown) {
  return typeof state === "object" && state !== null && "keepFocus" in state;
}
