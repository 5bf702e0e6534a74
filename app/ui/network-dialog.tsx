import { errorTexts } from "#app/observability/errors.ts";
import { Button } from "./button.tsx";

/** Says that the service does not answer (V-002). Every page has it, closed, for ui/elements/network-message.ts to open. */
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
        {/* It can open over any page, so no heading level would be right on all of them. */}
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
