/** Period after an element gets the focus in which React may remount the element. */
const SETTLING_MS = 1_000;

let latest = 0;
let placed = false;

/**
 * Returns true if moveFocus has just set the focus. The page must then not move the focus to its
 * heading.
 */
export function isFocusPlaced(): boolean {
  return placed;
}

/**
 * Focuses an element as soon as it exists, and again if the element is remounted and loses the
 * focus.
 */
export function moveFocus(find: () => HTMLElement | null | undefined) {
  const move = ++latest;
  const until = performance.now() + SETTLING_MS;
  let isThere = false;
  const settle = () => {
    if (move !== latest) return;
    if (!isThere || document.activeElement === document.body) {
      const target = find();
      target?.focus();
      // A hidden element does not take the focus, so this checks that the element got it.
      isThere = Boolean(target) && document.activeElement === target;
      if (isThere) place();
    }
    if (performance.now() < until) requestAnimationFrame(settle);
  };
  settle();
}

/** Makes isFocusPlaced return true until the effects of this render have run. */
function place() {
  placed = true;
  queueMicrotask(() => {
    placed = false;
  });
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

/**
 * Returns the element. If a changed answer has hidden it, returns the first input of its question.
 */
export function focusTarget(element: Element | null): HTMLElement | null | undefined {
  if (!(element instanceof HTMLElement)) return null;
  if (element.getClientRects().length > 0) return element;
  return element.closest(".choices")?.querySelector("input");
}
