/** How long what has just been focused may be mounted anew. */
const SETTLING_MS = 1_000;

let latest = 0;
let placed = false;

/** Whether what has just been shown has put focus where it belongs: the page around it leaves it there. */
export function isFocusPlaced(): boolean {
  return placed;
}

/**
 * Moves focus as soon as its target can have it, and once more where that is mounted anew
 * some renders after an answer, and focus falls to the body.
 *
 * @param find what to focus, as it is in the page by then
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
      // What is not shown yet cannot have it.
      isThere = Boolean(target) && document.activeElement === target;
      if (isThere) place();
    }
    if (performance.now() < until) requestAnimationFrame(settle);
  };
  settle();
}

/** True until everything that came with the same page has been asked. */
function place() {
  placed = true;
  queueMicrotask(() => {
    placed = false;
  });
}

/** The heading of the page that is shown. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main h1");
}

/**
 * An element, or the question it stands in where that has been answered anew and hides what its answer revealed: then
 * the question is to be answered again.
 */
export function focusTarget(element: Element | null): HTMLElement | null | undefined {
  if (!(element instanceof HTMLElement)) return null;
  if (element.getClientRects().length > 0) return element;
  return element.closest(".choices")?.querySelector("input");
}
