/** Default time before a message closes (V-019, B-013). */
const SHOWN_SECONDS = 10;

/**
 * Hides a message later. Pauses while it is hovered or focused, or while the page is hidden (V-021,
 * B-013, AMB-B03).
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
