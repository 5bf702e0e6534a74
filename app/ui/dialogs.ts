import { useMatches } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { readHandles } from "./page.ts";

const never = () => () => {};

/** Returns true if JavaScript runs and the browser supports dialogs. */
export function useDialogs(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype,
    () => false,
  );
}

export function useLongForm(): boolean {
  return readHandles(useMatches()).longForm ?? false;
}

/**
 * Returns true if the route opens as a dialog over a page; otherwise the route replaces the page.
 */
export function useModalRoute(): boolean {
  const isLong = useLongForm();
  return useDialogs() && !isLong;
}
