import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Page } from "#app/ui/page-layout.tsx";

/**
 * A form with a list of people, each of whom is typed on a page of their own: in a dialog over the form; without
 * scripts on a page without it.
 */
export function BeneathDialog({
  head,
  here,
  children,
}: {
  head: Pick<ComponentProps<typeof Page>, "title" | "step">;
  /** Where the form is. */
  here: string;
  children: ReactNode;
}) {
  const dialog = useOutlet();
  const hydrated = useHydrated();
  return (
    <>
      {dialog && !hydrated ? (
        <Page step={head.step} back={here}>
          {null}
        </Page>
      ) : (
        children
      )}
      {dialog ? <div className="wrap">{dialog}</div> : null}
    </>
  );
}
