import { useOutlet } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { Permission } from "#app/domain/staff/roles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useDialogs, useLongForm } from "#app/ui/dialogs.ts";
import { useMay } from "./allowed.tsx";

/**
 * Renders a link to a dialog over the page. Shows a disabled button if refused, or nothing without
 * the permission.
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
  /** Hidden suffix for screen readers, to tell similar links apart. */
  what?: string;
  /** Reason the dialog cannot be opened; null if it can. */
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

/** Renders a disabled button with the reason below. */
export function RefusedButton({
  id,
  refusal,
  kind = "secondary",
  what,
  children,
}: {
  id: string;
  refusal: string;
  /** A quiet button shows its reason to screen readers only; the row shows it to others. */
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  /** Hidden suffix for screen readers, to tell similar buttons apart. */
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
 * Renders a page with its dialog routes on top. A form too long for a dialog hides the page, which
 * keeps its typed values.
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
