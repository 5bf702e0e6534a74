import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { RefusedButton } from "./refused-button.tsx";

/**
 * A link to a dialog over this page, which stays where it is. By its id the dialog finds it again when it is closed. Where
 * nothing can be done there, a button that cannot be pressed, with the reason.
 */
export function DialogLink({
  id,
  to,
  kind = "secondary",
  what,
  refusal,
  children,
}: {
  id: string;
  to: string;
  kind?: ComponentProps<typeof ButtonLink>["kind"];
  /** What it is about, for whoever hears the links alone. */
  what?: string;
  /** Why it cannot be opened; null when it can. */
  refusal?: string | null;
  children: string;
}) {
  if (refusal) {
    return (
      <RefusedButton id={id} refusal={refusal} what={what}>
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
