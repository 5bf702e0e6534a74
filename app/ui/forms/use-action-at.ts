import { useFormAction } from "@remix-run/react";
import { useHydrated } from "#app/ui/hydrated.ts";

/**
 * Returns the URL a button submits to, with an anchor to its place. Undefined with JavaScript, as
 * the page does not move.
 */
export function useActionAt(id: string): string | undefined {
  const action = useFormAction();
  return useHydrated() ? undefined : `${action}#${id}`;
}
