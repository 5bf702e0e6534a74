/** Time during which a focused element may be remounted. */
const SETTLING_MS = 1_000;

let latest = 0;
let placed = false;

/** Returns true if new content has placed the focus, so the page must not move it. */
export function isFocusPlaced(): boolean {
  return placed;
}

/** Focuses an element as soon as possible, and again if it is remounted and loses the focus. */
export function moveFocus(find: () => HTMLElement | null | undefined) {
  const move = ++latest;
  const until = performance.now() + SETTLING_MS;
  let isThere = false;
  const settle = () => {
    if (move !== latest) return;
    if (!isThere || document.activeElement === document.body) {
      const target = find();
      target?.focus();
      // A hidden element cannot take the focus.
      isThere = Boolean(target) && document.activeElement === target;
      if (isThere) place();
    }
    if (performance.now() < until) requestAnimationFrame(settle);
  };
  settle();
}

/** Marks the focus as placed until the effects of the same page have run. */
function place() {
  placed = true;
  queueMicrotask(() => {
    placed = false;
  });
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

/** Returns the element, or its question’s first input if a changed answer hides it. */
export function focusTarget(element: Element | null): HTMLElement | null | undefined {
  if (!(element instanceof HTMLElement)) return null;
  if (element.getClientRects().length > 0) return element;
  return element.closest(".choices")?.querySelector("input");
}
