import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServiceReachable } from "./elements/network-message.ts";

/**
 * Loads the page’s data repeatedly while `waitsFor` is set. Checks first that the service answers,
 * because a failed load would replace the page with an error.
 */
export function usePolling(waitsFor: unknown, time_ms: number) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!waitsFor || state !== "idle") return;
    const timer = setInterval(() => {
      void isServiceReachable().then((isReachable) => isReachable && revalidate());
    }, time_ms);
    return () => clearInterval(timer);
  }, [waitsFor, time_ms, revalidate, state]);
}
