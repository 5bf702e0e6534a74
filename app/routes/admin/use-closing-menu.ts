import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/**
 * An open menu closes on a press outside it, on Escape and on a move to another page, and Tab goes round inside it
 * (I-057 to I-059).
 */
export function useClosingMenu(menu: RefObject<HTMLDetailsElement>) {
  const { key } = useLocation();
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [menu, key]);

  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    const onKey = (event: KeyboardEvent) => {
      if (!details.open) return;
      if (event.key === "Escape") close(details);
      if (event.key === "Tab") wrapFocus(details, event);
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [menu]);
}

function close(details: HTMLDetailsElement) {
  details.open = false;
  details.querySelector("summary")?.focus();
}

function wrapFocus(details: HTMLDetailsElement, event: KeyboardEvent) {
  const stops = details.querySelectorAll<HTMLElement>("summary, a[href], button");
  const first = stops[0];
  const last = stops[stops.length - 1];
  const [from, to] = event.shiftKey ? [first, last] : [last, first];
  const outside = !details.contains(document.activeElement);
  if (!outside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
