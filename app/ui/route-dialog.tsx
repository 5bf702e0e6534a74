import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { ButtonLink } from "./button.tsx";
import { useDialogs } from "./dialogs.ts";
import { moveFocus, focusTarget } from "./focus.ts";
import { DISCARDS, LeavePrompt } from "./leave-prompt.tsx";
import { KEEP_FOCUS } from "./route-focus.tsx";

const OPEN_BOX = "[role=combobox][aria-expanded=true]";

/**
 * A page of its own shown over another: without scripts a panel in the page, with scripts a modal dialog. Escape and
 * the cancel link go back, and focus returns to what opened it. What is typed is not thrown away unasked.
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
  const isModal = useDialogs();
  const Heading = isPage && !isModal ? "h1" : "h2";
  useEffect(() => {
    const { current } = dialog;
    if (!current || !isModal) return;
    const before = document.activeElement;
    const opener = current.contains(before) ? null : before;
    current.close();
    current.showModal();
    // A reader who is typing already is not interrupted. An error summary, which is a place to go to as well, comes
    // before the heading.
    if (!opener && before instanceof HTMLElement) before.focus();
    else if (!current.querySelector("[role=alert]")) heading.current?.focus();
    // Here, so that the browser does not close the dialog by itself, which it does the second time it is asked.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.target instanceof HTMLDialogElement) return;
      if (event.target instanceof Element && event.target.closest("dialog") !== current) return;
      // It closes its list.
      if (event.target instanceof Element && event.target.matches(OPEN_BOX)) return;
      event.preventDefault();
      current.dispatchEvent(new Event("cancel", { cancelable: true }));
    };
    current.addEventListener("keydown", leave);
    return () => {
      current.removeEventListener("keydown", leave);
      current.close();
      // As it is in the page now.
      moveFocus(() => focusTarget(openerId ? document.getElementById(openerId) : opener));
    };
  }, [openerId, isModal]);
  return (
    <dialog
      ref={dialog}
      open
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        // One within it, of which React tells too.
        if (event.target !== dialog.current) return;
        navigate(back, { preventScrollReset: true, state: KEEP_FOCUS });
      }}
    >
      <div className="dialog-body">
        <Heading id={id} ref={heading} tabIndex={-1} data-route-focus="">
          {title}
        </Heading>
        {children}
      </div>
      {isModal ? <LeavePrompt within={dialog} /> : null}
    </dialog>
  );
}

const CANCELLED = { ...KEEP_FOCUS, ...DISCARDS };

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
  const isModal = useDialogs();
  return (
    <ButtonLink
      kind="quiet"
      to={back}
      preventScrollReset
      state={isModal ? CANCELLED : DISCARDS}
      onClick={onLeave}
    >
      {children}
    </ButtonLink>
  );
}
