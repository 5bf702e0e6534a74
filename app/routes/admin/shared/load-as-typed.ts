import { useEffect } from "react";
import { isServiceReachable } from "#app/ui/elements/network-message.ts";

/** Debounce of typing (I-064). */
export const DEBOUNCE_MS = 300;

/**
 * Loads a URL after typing pauses. Checks first that the service is up, because a failed fetcher
 * replaces the page.
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
