import { HEALTH } from "#app/platform/health.ts";

const TIMEOUT_MS = 4_000;

type Request = {
  send: () => void;
  anyway: "Send anyway" | "Open anyway";
};

/**
 * Sends a request if the service answers. Otherwise shows a message over the page, with a button to
 * try again (V-002).
 */
export async function sendWhenReachable(request: Request): Promise<void> {
  if (await isServiceReachable()) request.send();
  else showMessage(request);
}

/**
 * Returns true if the service answers with any status. The sign-in page of a Wi-Fi network does not
 * count, because it lacks the service’s header.
 */
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
  // Error pages do not contain the dialog.
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

/**
 * Opens the dialog. If the browser does not support modal dialogs, the dialog is part of the page.
 */
function open(dialog: HTMLDialogElement) {
  if (typeof dialog.showModal === "function") dialog.showModal();
  else dialog.toggleAttribute("open", true);
}

function close(dialog: HTMLDialogElement) {
  if (typeof dialog.close === "function") dialog.close();
  else dialog.toggleAttribute("open", false);
}
