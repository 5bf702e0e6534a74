import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { ButtonLink } from "./button.tsx";
import { moveFocus, focusTarget } from "./focus.ts";
import { useHydrated } from "./hydrated.ts";
import { KEEP_FOCUS } from "./route-focus.tsx";

/**
 * A page of its own shown over another: without scripts a panel in the page, with scripts a modal dialog. Escape and
 * the cancel link go back, and focus returns to what opened it.
 */
export function RouteDialog({
  title,
  back,
  isPage = false,
  openerId,
  children,
}: {
  title: ReactNode;
  back: string;
  /** Without scripts nothing else is on the page, whose heading this is then. */
  isPage?: boolean;
  /** The id of what leads here, which may be mounted anew meanwhile, or not have been there. */
  openerId?: string;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const Heading = isPage && !hydrated ? "h1" : "h2";
  useEffect(() => {
    const { current } = dialog;
    if (!current || !hydrated) return;
    const opener = document.activeElement;
    current.close();
    current.showModal();
    // An error summary, which is a place to go to as well, comes first.
    if (!current.querySelector("[role=alert]")) heading.current?.focus();
    return () => {
      current.close();
      // As it is in the page now.
      moveFocus(() => focusTarget(openerId ? document.getElementById(openerId) : opener));
    };
  }, [openerId, hydrated]);
  return (
    <dialog
      ref={dialog}
      open
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        navigate(back, { preventScrollReset: true, state: KEEP_FOCUS });
      }}
    >
      <div className="dialog-body">
        <Heading id={id} ref={heading} tabIndex={-1} data-route-focus="">
          {title}
        </Heading>
        {children}
      </div>
    </dialog>
  );
}

/** The way out of a dialog, beside its main button. */
export function DialogCancel({
  back,
  onLeave,
  children = "Cancel",
}: {
  back: string;
  onLeave?: () => void;
  children?: ReactNode;
}) {
  return (
    <ButtonLink kind="quiet" to={back} preventScrollReset state={KEEP_FOCUS} onClick={onLeave}>
      {children}
    </ButtonLink>
  );
}
