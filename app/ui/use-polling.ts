import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServiceReachable } from "./elements/network-message.ts";

/**
 * Reads the page's data again and again. While the service does not answer nothing is read, because a read that fails puts an
 * error in the place of the page.
 *
 * @param waitsFor what the page shows of the work that it waits for, which is another with each answer; null once it is done
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
