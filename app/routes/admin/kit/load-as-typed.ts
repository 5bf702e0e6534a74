import { useEffect } from "react";
import { isServiceReachable } from "#app/ui/elements/network-message.ts";

/** After the last key, before anything is asked for (I-064). */
export const DEBOUNCE_MS = 300;

/**
 * Loads an address once typing has paused. While the service does not answer, nothing is loaded,
 * because a fetcher that fails puts an error in the place of the page.
 *
 * @param load of a fetcher
 * @param href with what was typed; null loads nothing
 */
export function useLoadAsTyped(load: (href: string) => void, href: string | null) {
  useEffect(() => {
    if (href === null) return;
    let isOvertaken = false;
    const timer = setTimeout(() => {
      void isServiceReachable().then((isReachable) => isReachable && !isOvertaken && load(href));
    }, DEBOUNCE_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [href, load]);
}
