import { Link, NavigationType, useNavigate, useNavigationType } from "@remix-run/react";
import Cross from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ButtonLink } from "./button.tsx";
import { useDialogs, useLongForm } from "./dialogs.ts";
import { moveFocus, focusTarget } from "./focus.ts";
import { DISCARDS, LeavePrompt } from "./leave-prompt.tsx";
import { KEEP_FOCUS } from "./route-focus.tsx";

const OPEN_BOX = "[role=combobox][aria-expanded=true]";

type Props = {
  title: ReactNode;
  back: string;
  /** True if the panel that replaces the dialog is the whole page, and so needs an h1. */
  isPage?: boolean;
  /**
   * Id of the element that opened the dialog. It may have been remounted, or not be on the page.
   */
  openerId?: string;
  children: ReactNode;
};

/**
 * Renders a route as a modal dialog. Without JavaScript or with a long form, it is a panel instead.
 */
export function RouteDialog(props: Props) {
  return useLongForm() ? <Panel {...props} /> : <Dialog {...props} />;
}

/**
 * Renders the dialog. Escape, Close and Cancel close it, and return the focus to the element that
 * opened it.
 */
function Dialog({ title, back, isPage = false, openerId, children }: Props) {
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
    // If the user is already typing in the dialog, the focus stays there. An error summary takes
    // the focus before the heading does.
    if (!opener && before instanceof HTMLElement) before.focus();
    else if (!current.querySelector("[role=alert]")) heading.current?.focus();
    // The dialog handles Escape itself, because the browser would close it on the second Escape
    // anyway.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.target instanceof HTMLDialogElement) return;
      if (event.target instanceof Element && event.target.closest("dialog") !== current) return;
      // This Escape closes the list of a combobox and not the dialog.
      if (event.target instanceof Element && event.target.matches(OPEN_BOX)) return;
      event.preventDefault();
      current.dispatchEvent(new Event("cancel", { cancelable: true }));
    };
    current.addEventListener("keydown", leave);
    return () => {
      current.removeEventListener("keydown", leave);
      current.close();
      returnFocus(openerId, opener);
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
        // React also calls this for cancel events of elements inside the dialog.
        if (event.target !== dialog.current) return;
        navigate(back, { preventScrollReset: true, state: KEEP_FOCUS });
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <Heading id={id} ref={heading} tabIndex={-1} data-route-focus="">
            {title}
          </Heading>
          {isModal ? (
            <Link className="dialog-close" to={back} preventScrollReset state={KEEP_FOCUS}>
              <Cross aria-hidden="true" />
              Close
            </Link>
          ) : null}
        </div>
        {children}
      </div>
      {isModal ? <LeavePrompt within={dialog} /> : null}
    </dialog>
  );
}

function Panel({ title, isPage = false, openerId, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const scripts = useDialogs();
  const [isOpened] = useState(useNavigationType() !== NavigationType.Pop);
  useEffect(() => {
    // The page that the panel replaces may have been scrolled down.
    if (isOpened) panel.current?.scrollIntoView();
    return () => returnFocus(openerId, null);
  }, [openerId, isOpened]);
  const Heading = isPage ? "h1" : "h2";
  return (
    <section ref={panel} className="dialog" aria-labelledby={id}>
      <div className="dialog-body">
        <Heading id={id} tabIndex={-1} data-route-focus="">
          {title}
        </Heading>
        {children}
      </div>
      {scripts ? <LeavePrompt within={panel} /> : null}
    </section>
  );
}

function returnFocus(openerId: string | undefined, opener: Element | null) {
  moveFocus(() => focusTarget(openerId ? document.getElementById(openerId) : opener));
}

const CANCELLED = { ...KEEP_FOCUS, ...DISCARDS };

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
