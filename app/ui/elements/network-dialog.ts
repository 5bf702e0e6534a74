import { errorTexts } from "#app/observability/errors.ts";

const refusals: Record<number, string> = {
  403: errorTexts.forbidden,
  413: errorTexts.validation,
  429: errorTexts["too-many"],
};

/**
 * Says over the page, which stays as it is, that a request did not reach the service or was refused before it. The document
 * has the dialog from the start, closed (ui/network-message.tsx).
 */
export function sayWhatFailed(status: number | undefined, tryAgain: () => void) {
  const dialog = document.querySelector<HTMLDialogElement>("#network-message");
  const heading = dialog?.querySelector("h2");
  const [again, close] = dialog?.querySelectorAll("button") ?? [];
  if (!dialog || !heading || !again || !close) return;
  heading.textContent = (status && refusals[status]) || errorTexts.network;
  const before = document.activeElement;
  // A browser that knows no dialogs shows it as a part of the page.
  const isModal = typeof dialog.showModal === "function";
  if (isModal) dialog.showModal();
  else dialog.toggleAttribute("open", true);
  heading.focus();
  const end = () => {
    if (isModal) dialog.close();
    else dialog.toggleAttribute("open", false);
    if (before instanceof HTMLElement) before.focus();
  };
  close.onclick = end;
  again.onclick = () => {
    end();
    tryAgain();
  };
}
