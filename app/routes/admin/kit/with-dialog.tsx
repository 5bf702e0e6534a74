import { useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "#app/ui/hydrated.ts";

/** Something with sub-pages that are dialogs over it; without scripts a dialog is there in its place. */
export function WithDialog({ children }: { children: ReactNode }) {
  const dialog = useOutlet();
  const hydrated = useHydrated();
  return (
    <>
      {dialog && !hydrated ? null : children}
      {dialog}
    </>
  );
}
