/** Seconds before a message closes, unless it sets another number (V-019, B-013). */
const SHOWN_SECONDS = 10;

/**
 * Hides a message after the given number of seconds. The countdown pauses while the message is
 * hovered or focused, and while the page is hidden (V-021, B-013, AMB-B03).
 */
export function autoDismiss(
  message: EventTarget,
  hide: () => void,
  seconds = SHOWN_SECONDS,
): () => void {
  let left = seconds * 1000;
  let started = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    stop();
    if (document.hidden) return;
    started = Date.now();
    timer = setTimeout(hide, Math.max(left, 0));
  };
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - started;
  };
  const listening = new AbortController();
  const { signal } = listening;
  for (const name of ["pointerenter", "focusin"]) message.addEventListener(name, stop, { signal });
  for (const name of ["pointerleave", "focusout"]) message.addEventListener(name, go, { signal });
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : go()), {
    signal,
  });
  go();
  return () => {
    stop();
    listening.abort();
  };
}
