import { undeliveredText } from "#app/observability/errors.ts";

/**
 * Says over the page, which stays as it is, that a request did not reach the service or was refused before it. The document
 * has the dialog from the start, closed (ui/network-message.tsx).
 *
 * @returns false on a page without it, such as one that says that something failed
 */
export function sayWhatFailed(status: number | undefined, tryAgain: () => void): boolean {
  const dialog = document.querySelector<HTMLDialogElement>("#network-message");
  const heading = dialog?.querySelector("h2");
  const [again, close] = dialog?.querySelectorAll("button") ?? [];
  if (!dialog || !heading || !again || !close) return false;
  heading.textContent = undeliveredText(status);
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
  return true;
}
