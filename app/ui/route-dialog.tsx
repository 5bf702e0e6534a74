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
  /** Where it is not a dialog nothing else is on the page, whose heading this is then. */
  isPage?: boolean;
  /** The id of what leads here, which may be mounted anew meanwhile, or not have been there. */
  openerId?: string;
  children: ReactNode;
};

/**
 * A page of its own shown over another: a modal dialog; without scripts, or where its form is long, a panel in the
 * page's place. What is typed is not thrown away unasked.
 */
export function RouteDialog(props: Props) {
  return useLongForm() ? <Panel {...props} /> : <Dialog {...props} />;
}

/** Its ways back are Escape, Close and Cancel; focus returns to what opened it. */
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
        // One within it, of which React tells too.
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

/** A long form; its way back is Cancel, and focus returns to what led to it. */
function Panel({ title, isPage = false, openerId, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const scripts = useDialogs();
  const [isOpened] = useState(useNavigationType() !== NavigationType.Pop);
  useEffect(() => {
    // The page that it takes the place of may have been scrolled down.
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

/** To what led here, as it is in the page now. */
function returnFocus(openerId: string | undefined, opener: Element | null) {
  moveFocus(() => focusTarget(openerId ? document.getElementById(openerId) : opener));
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
