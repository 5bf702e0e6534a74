import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useDialogs, useLongForm } from "#app/ui/dialogs.ts";
import { useMay } from "./allowed.tsx";

/**
 * A link to a dialog over this page, which stays where it is. By its id the dialog finds it again when it is closed. Where
 * nothing can be done there, a button that cannot be pressed, with the reason; nothing for whoever may not open it.
 */
export function DialogLink({
  needs,
  id,
  to,
  kind = "secondary",
  what,
  refusal,
  children,
}: {
  /** What its reader has to be allowed, as the page that it leads to says. */
  needs: Permission;
  id: string;
  to: string;
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  /** What it is about, for whoever hears the links alone. */
  what?: string;
  /** Why it cannot be opened; null when it can. */
  refusal?: string | null;
  children: string;
}) {
  if (!useMay(needs)) return null;
  if (refusal) {
    return (
      <RefusedButton id={id} refusal={refusal} kind={kind} what={what}>
        {children}
      </RefusedButton>
    );
  }
  return (
    <ButtonLink id={id} to={to} kind={kind} size="small" preventScrollReset>
      {children}
      {what ? <span className="vh"> {what}</span> : null}
    </ButtonLink>
  );
}

/** A button that cannot be pressed, and under it why. */
export function RefusedButton({
  id,
  refusal,
  kind = "secondary",
  what,
  children,
}: {
  /** Part of the id of its reason. */
  id: string;
  refusal: string;
  /** A quiet one says its reason only to those who hear it: the row shows it. */
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  /** What it is about, for whoever hears the buttons alone. */
  what?: string;
  children: string;
}) {
  const reason = `${id}-refusal`;
  return (
    <div>
      <Button kind={kind} size="small" disabled aria-describedby={reason}>
        {children}
        {what ? <span className="vh"> {what}</span> : null}
      </Button>
      <p id={reason} className={kind === "quiet" ? "vh" : "hint"}>
        {refusal}
      </p>
    </div>
  );
}

/**
 * Something with sub-pages that are dialogs over it; where there are no dialogs it is there in its place. A form too long
 * for a dialog hides it instead, so that what is typed in it stays.
 */
export function WithDialog({ children }: { children: ReactNode }) {
  const dialog = useOutlet();
  const hasDialogs = useDialogs();
  const isLong = useLongForm();
  return (
    <>
      {dialog && !hasDialogs ? null : (
        <div className="under-dialog" hidden={dialog !== null && isLong}>
          {children}
        </div>
      )}
      {dialog}
    </>
  );
}
