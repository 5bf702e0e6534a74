import { hasChanges } from "./form-changes.ts";
import { sendWhenReachable } from "./network-message.ts";
import { rememberSubmission } from "./resubmit.ts";

const ANSWER_MS = 10_000;

const checking = new WeakSet<HTMLFormElement>();
const passing = new WeakSet<HTMLFormElement>();
const sending = new Set<HTMLFormElement>();
let followed: HTMLAnchorElement | null = null;

/**
 * Holds forms and links until the service answers, so that the browser’s network error never
 * replaces a page (V-002). Prevents double submits.
 */
export function guardRequests() {
  addEventListener("submit", holdForm, { capture: true });
  addEventListener("submit", markSending);
  addEventListener("click", holdLink, { capture: true });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) forgetSending();
  });
}

function holdForm(event: SubmitEvent) {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !isOurs(form, submitter)) return;
  if (passing.delete(form) && !sending.has(form)) {
    rememberSubmission(form, submitter);
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (sending.has(form) || checking.has(form)) return;
  checking.add(form);
  const send = () => submitUnheld(form, submitter);
  void sendWhenReachable({ send, anyway: "Send anyway" }).finally(() => checking.delete(form));
}

/** Submits a form without another check, after an element held it for a token. */
export function submitUnheld(form: HTMLFormElement, submitter: HTMLElement | null = null) {
  passing.add(form);
  form.requestSubmit(submitter);
}

/** Runs last, if no element or router handled the submit: the browser submits the form. */
function markSending({ target: form, submitter, defaultPrevented }: SubmitEvent) {
  if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
  if (form.method !== "post" || !isOurs(form, submitter)) return;
  sending.add(form);
  setBusy(form, true);
  // The response may be a file, or be stopped by the user.
  setTimeout(() => free(form), ANSWER_MS);
}

function free(form: HTMLFormElement) {
  sending.delete(form);
  setBusy(form, false);
}

function setBusy(form: HTMLFormElement, busy: boolean) {
  for (const button of form.querySelectorAll("button[type=submit]:not(.vh)")) {
    for (const name of ["aria-disabled", "data-busy"]) {
      if (busy) button.setAttribute(name, "true");
      else button.removeAttribute(name);
    }
  }
}

/** Frees forms when Back restores a page; reloads it if an idempotency key has been used. */
function forgetSending() {
  if ([...sending].some((form) => form.elements.namedItem("form_key"))) location.reload();
  for (const form of sending) free(form);
}

function isOurs(form: HTMLFormElement, submitter: HTMLElement | null) {
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const isHere = new URL(action, location.href).origin === location.origin;
  return isHere && form.method !== "dialog" && !form.target;
}

function holdLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link === followed || !leavesPage(link, event) || !hasChanges()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const send = () => {
    followed = link;
    link.click();
    followed = null;
  };
  void sendWhenReachable({ send, anyway: "Open anyway" });
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent) {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return false;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
