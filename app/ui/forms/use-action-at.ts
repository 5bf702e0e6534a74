import { useFormAction } from "@remix-run/react";
import { useHydrated } from "#app/ui/hydrated.ts";

/**
 * Returns the URL that a button submits to, with the element’s id as the fragment. Returns
 * undefined after hydration.
 */
export function useActionAt(id: string): string | undefined {
  const action = useFormAction();
  return useHydrated() ? undefined : `${action}#${id}`;
}
