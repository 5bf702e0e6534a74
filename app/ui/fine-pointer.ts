import { useSyncExternalStore } from "react";

const QUERY = "(any-hover: hover) and (pointer: fine)";

/** Whether the visitor points with something like a mouse. Never on the server, nor in the first rendering. */
export function useFinePointer(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
