import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServiceReachable } from "./elements/network-message.ts";

/**
 * Polls the page’s data. Skipped while the service is unreachable, because a failed load replaces
 * the page with an error.
 * @param waitsFor Progress shown, new with each response; null when done.
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
