import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button.tsx";

/** A link to a dialog over this page, which stays where it is. By its id the dialog finds it again when it is closed. */
export function DialogLink({
  id,
  to,
  kind = "secondary",
  what,
  children,
}: {
  id: string;
  to: string;
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  /** What it is about, for whoever hears the links alone. */
  what?: string;
  children: string;
}) {
  return (
    <ButtonLink id={id} to={to} kind={kind} size="small" preventScrollReset>
      {children}
      {what ? <span className="vh"> {what}</span> : null}
    </ButtonLink>
  );
}
