import { useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { useDialogs } from "./dialogs.ts";
import { tryAgain, useNetworkProblem } from "./network.ts";

/**
 * Says that a request did not reach the service (V-002), over the page, which stays as it is. As a modal dialog it is
 * heard and seen above a dialog of the page too, and focus goes back to where it was.
 */
export function NetworkMessage() {
  const problem = useNetworkProblem();
  const isModal = useDialogs();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!problem) return;
    const shown = dialog.current;
    if (isModal) shown?.showModal();
    else shown?.toggleAttribute("open", true);
    heading.current?.focus();
    return () => hide(shown, isModal);
  }, [problem, isModal]);
  if (!problem) return null;
  const close = () => hide(dialog.current, isModal);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby="network-problem"
      aria-describedby="network-kept"
    >
      <div className="dialog-body">
        <h2 id="network-problem" ref={heading} tabIndex={-1}>
          {problem.message}
        </h2>
        <p id="network-kept">This page has not changed, and what you typed is still here.</p>
        <p className="cluster">
          <Button
            onClick={() => {
              // First, so that focus goes back to what had it.
              close();
              tryAgain();
            }}
          >
            Try again
          </Button>
          <Button kind="quiet" onClick={close}>
            Close
          </Button>
        </p>
      </div>
    </dialog>
  );
}

function hide(dialog: HTMLDialogElement | null, isModal: boolean) {
  if (isModal) dialog?.close();
  else dialog?.removeAttribute("open");
}
