import { useEffect } from "react";
import { isServiceReachable } from "#app/ui/elements/network-message.ts";

/** Delay between the last key press and the request (I-064). */
export const DEBOUNCE_MS = 300;

/**
 * Loads a URL when the user pauses while typing. Checks first that the service answers, because a
 * failed request would replace the page with an error.
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
