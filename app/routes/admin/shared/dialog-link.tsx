import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useDialogs, useLongForm } from "#app/ui/dialogs.ts";
import { useHasPermission } from "./allowed.tsx";

/**
 * Renders a link to a dialog. If the action is refused, renders a disabled button with the reason.
 * If the reader lacks the permission, renders nothing.
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
  needs: Permission;
  id: string;
  to: string;
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  what?: string;
  /** Reason why the dialog can’t be opened; null if it can be. */
  refusal?: string | null;
  children: string;
}) {
  if (!useHasPermission(needs)) return null;
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

export function RefusedButton({
  id,
  refusal,
  kind = "secondary",
  what,
  children,
}: {
  id: string;
  refusal: string;
  /**
   * A "quiet" button tells only screen readers the reason, because the row that contains the button
   * shows the reason to everyone else.
   */
  kind?: ComponentProps<typeof ButtonLink>["kind"];
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
 * Renders a page below the dialogs that open over it. If the dialog is a long form, the page is
 * hidden, but the values typed in it stay.
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
