import { useFormAction } from "@remix-run/react";
import { useHydrated } from "#app/ui/hydrated.ts";

/** Returns the URL a button submits to, anchored to its place; undefined with JavaScript. */
export function useActionAt(id: string): string | undefined {
  const action = useFormAction();
  return useHydrated() ? undefined : `${action}#${id}`;
}
