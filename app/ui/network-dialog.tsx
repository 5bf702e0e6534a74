import { errorTexts } from "#app/observability/errors.ts";
import { Button } from "./button.tsx";

/**
 * Renders a dialog that is on every page and starts closed. ui/elements/network-message.ts opens it
 * (V-002).
 */
export function NetworkDialog() {
  return (
    <dialog
      id="network-message"
      className="dialog"
      role="alertdialog"
      aria-labelledby="network-problem"
      aria-describedby="network-kept"
    >
      <div className="dialog-body">
        {/* This is not a heading, because the dialog opens over any page, so no heading level is
            always right. */}
        <p id="network-problem" className="dialog-title" tabIndex={-1}>
          {errorTexts.network}
        </p>
        <p id="network-kept">Nothing has been lost. Everything you typed is still here.</p>
        <p className="cluster">
          <Button value="again">Try again</Button>
          <Button kind="quiet" value="anyway">
            Send anyway
          </Button>
          <Button kind="quiet" value="close">
            Close
          </Button>
        </p>
      </div>
    </dialog>
  );
}
