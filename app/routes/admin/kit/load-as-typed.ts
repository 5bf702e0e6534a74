import { useEffect } from "react";

/** After the last key, before anything is asked for (I-064). */
export const DEBOUNCE_MS = 300;

/**
 * Loads what an address answers once no more has been typed for a while.
 *
 * @param load of a fetcher
 * @param href with what was typed; null loads nothing
 */
export function useLoadAsTyped(load: (href: string) => void, href: string | null) {
  useEffect(() => {
    if (href === null) return;
    const timer = setTimeout(() => load(href), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [href, load]);
}
