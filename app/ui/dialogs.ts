import { useMatches } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { readHandles } from "./page.ts";

const never = () => () => {};

/** Whether a dialog can be shown over a page: scripts run, and the browser knows dialogs. */
export function useDialogs(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype,
    () => false,
  );
}

/** Whether the page that is open has a form too long for a dialog. */
export function useLongForm(): boolean {
  return readHandles(useMatches()).longForm ?? false;
}

/** Whether a page is shown as a dialog over another; else it takes that page's place. */
export function useModalRoute(): boolean {
  const isLong = useLongForm();
  return useDialogs() && !isLong;
}
