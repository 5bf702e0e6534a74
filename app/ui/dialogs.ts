import { useMatches } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { readHandles } from "./page.ts";

const never = () => () => {};

/** Returns true with JavaScript in a browser that supports dialogs. */
export function useDialogs(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype,
    () => false,
  );
}

/** Returns true if the open page’s form is too long for a dialog. */
export function useLongForm(): boolean {
  return readHandles(useMatches()).longForm ?? false;
}

/** Returns true if a page opens as a dialog; otherwise it replaces the page. */
export function useModalRoute(): boolean {
  const isLong = useLongForm();
  return useDialogs() && !isLong;
}
