/** How long what has just been focused may be mounted anew. */
const SETTLING_MS = 1_000;

let latest = 0;

/**
 * Moves focus, and once more where what got it is mounted anew: Conform gives fields new keys some renders after an
 * answer, and focus falls to the body.
 *
 * @param find what to focus, as it is in the page by then
 */
export function moveFocus(find: () => HTMLElement | null | undefined) {
  const move = ++latest;
  const until = performance.now() + SETTLING_MS;
  const settle = () => {
    if (move !== latest) return;
    if (document.activeElement === document.body) find()?.focus();
    if (performance.now() < until) requestAnimationFrame(settle);
  };
  find()?.focus();
  settle();
}
