import { useHydrated } from "#app/ui/hydrated.ts";

/** What happens to the answers of a property form before it is sent off, with scripts and without. */
export function WhatIsKept() {
  return useHydrated()
    ? "We keep what you type as you go."
    : "We keep what you send, and you can come back to it.";
}
