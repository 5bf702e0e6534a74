import { useOutlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { useDialogs } from "#app/ui/dialogs.ts";

/** Something with sub-pages that are dialogs over it; where there are no dialogs it is there in its place. */
export function WithDialog({ children }: { children: ReactNode }) {
  const dialog = useOutlet();
  const isModal = useDialogs();
  return (
    <>
      {dialog && !isModal ? null : children}
      {dialog}
    </>
  );
}
