const SHOWN_MS = 10_000;

/**
 * Hides a banner after ten seconds; the clock stands still while the banner is pointed at or holds the focus (B-013,
 * AMB-B03).
 *
 * @returns a function that takes the clock and the listeners away
 */
export function hideLater(banner: EventTarget, hide: () => void): () => void {
  let left = SHOWN_MS;
  let started = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    stop();
    started = Date.now();
    timer = setTimeout(hide, left);
  };
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - started;
  };
  const listening = new AbortController();
  const { signal } = listening;
  for (const name of ["pointerenter", "focusin"]) banner.addEventListener(name, stop, { signal });
  for (const name of ["pointerleave", "focusout"]) banner.addEventListener(name, go, { signal });
  go();
  return () => {
    stop();
    listening.abort();
  };
}
