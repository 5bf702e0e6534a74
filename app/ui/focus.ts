/** How long what has just been focused may be mounted anew. */
const SETTLING_MS = 1_000;

let latest = 0;

/**
 * Moves focus as soon as its target can have it, and once more where that is mounted anew: Conform gives fields new keys
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
    }
    if (performance.now() < until) requestAnimationFrame(settle);
  };
  settle();
}
