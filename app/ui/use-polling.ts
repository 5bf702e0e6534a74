import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServiceReachable } from "./elements/network-message.ts";

/** Polls while `waitsFor` is set, if the service is up: a failed load replaces the page. */
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
