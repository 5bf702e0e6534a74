import { useFormAction } from "@remix-run/react";
import { useHydrated } from "#app/ui/hydrated.ts";

/**
 * Where a button in the middle of a page submits its form to: the page answers at that place, and not at its top.
 * Scripts leave the page where it is anyhow.
 *
 * @param id of what the browser scrolls to
 */
export function useActionAt(id: string): string | undefined {
  const action = useFormAction();
  return useHydrated() ? undefined : `${action}#${id}`;
}
