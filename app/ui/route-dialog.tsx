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
  /** True if, when not a dialog, it is the whole page and needs the h1. */
  isPage?: boolean;
  /** Id of the opener, which may have been remounted or never existed. */
  openerId?: string;
  children: ReactNode;
};

/** Renders a route as a modal dialog; a panel without JavaScript or with a long form. */
export function RouteDialog(props: Props) {
  return useLongForm() ? <Panel {...props} /> : <Dialog {...props} />;
}

/** Closes with Escape, Close or Cancel, and returns the focus to the opener. */
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
    // Do not interrupt typing. An error summary takes precedence over the heading.
    if (!opener && before instanceof HTMLElement) before.focus();
    else if (!current.querySelector("[role=alert]")) moveFocus(() => heading.current);
    // The dialog handles Escape, because the browser closes it anyway on the second one.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.target instanceof HTMLDialogElement) return;
      if (event.target instanceof Element && event.target.closest("dialog") !== current) return;
      // Escape closes the combobox’s list.
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
        // React also reports cancel events from inside the dialog.
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
    // The page that it replaces may have been scrolled down.
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
