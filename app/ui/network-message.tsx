import { type Ref, useEffect, useRef } from "react";
import { errorTexts } from "#app/observability/errors.ts";
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
    <NetworkDialog
      dialog={dialog}
      heading={heading}
      message={problem.message}
      onClose={close}
      onTryAgain={() => {
        // First, so that focus goes back to what had it.
        close();
        tryAgain();
      }}
    />
  );
}

/** On a page without React it stands closed, for the elements to open (ui/elements/network-dialog.ts). */
export function NetworkDialog({
  dialog,
  heading,
  message = errorTexts.network,
  onTryAgain,
  onClose,
}: {
  dialog?: Ref<HTMLDialogElement>;
  heading?: Ref<HTMLHeadingElement>;
  message?: string;
  onTryAgain?: () => void;
  onClose?: () => void;
}) {
  return (
    <dialog
      ref={dialog}
      id="network-message"
      className="dialog"
      role="alertdialog"
      aria-labelledby="network-problem"
      aria-describedby="network-kept"
    >
      <div className="dialog-body">
        <h2 id="network-problem" ref={heading} tabIndex={-1}>
          {message}
        </h2>
        <p id="network-kept">Nothing has been lost. Everything you typed is still here.</p>
        <p className="cluster">
          <Button onClick={onTryAgain}>Try again</Button>
          <Button kind="quiet" onClick={onClose}>
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
