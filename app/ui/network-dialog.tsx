import { errorTexts } from "#app/observability/errors.ts";
import { Button } from "./button.tsx";

/** Renders a closed dialog on every page, for ui/elements/network-message.ts to open (V-002). */
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
        {/* This is not a heading: it opens over any page, where no single level is right. */}
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
