import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether a dialog can be shown over a page: scripts run, and the browser knows dialogs. Without either it is a page. */
export function useDialogs(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype,
    () => false,
  );
}
