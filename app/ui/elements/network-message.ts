import { HEALTH } from "#app/platform/health.ts";

const TIMEOUT_MS = 4_000;

type Request = {
  send: () => void;
  /** The button that sends it without another check. */
  anyway: "Send anyway" | "Open anyway";
};

/**
 * Sends a request once the service has answered. Until then the page stays as it is, and a message over it offers to try again
 * (V-002).
 */
export async function sendWhenReachable(request: Request): Promise<void> {
  if (await isServiceReachable()) request.send();
  else showMessage(request);
}

/** Returns whether the service answers at all, with whatever status. A Wi-Fi's sign-in page has none of its headers. */
export async function isServiceReachable(): Promise<boolean> {
  try {
    const answer = await fetch(HEALTH.path, {
      method: "HEAD",
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.headers.has(HEALTH.header);
  } catch {
    return false;
  }
}

function showMessage(request: Request) {
  const dialog = document.querySelector<HTMLDialogElement>("#network-message");
  // A page that says that something failed has no dialog.
  if (!dialog) {
    request.send();
    return;
  }
  const before = document.activeElement;
  const button = (value: string) =>
    dialog.querySelector<HTMLButtonElement>(`button[value=${value}]`);
  const answer = (value: string, run: () => void) => {
    const shown = button(value);
    if (!shown) return;
    shown.onclick = () => {
      close(dialog);
      if (before instanceof HTMLElement) before.focus();
      run();
    };
  };
  answer("again", () => void sendWhenReachable(request));
  answer("anyway", request.send);
  answer("close", () => undefined);
  const anyway = button("anyway");
  if (anyway) anyway.textContent = request.anyway;
  open(dialog);
  dialog.querySelector<HTMLElement>("#network-problem")?.focus();
}

/** A browser that has no modal dialogs shows it as a part of the page. */
function open(dialog: HTMLDialogElement) {
  if (typeof dialog.showModal === "function") dialog.showModal();
  else dialog.toggleAttribute("open", true);
}

function close(dialog: HTMLDialogElement) {
  if (typeof dialog.close === "function") dialog.close();
  else dialog.toggleAttribute("open", false);
}
