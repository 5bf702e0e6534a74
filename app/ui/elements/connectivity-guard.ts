import { hasChanges } from "./form-changes.ts";
import { sendWhenReachable } from "./network-message.ts";
import { rememberSubmission } from "./resubmit.ts";

const ANSWER_MS = 10_000;

const checking = new WeakSet<HTMLFormElement>();
const passing = new WeakSet<HTMLFormElement>();
const sending = new Set<HTMLFormElement>();
let followed: HTMLAnchorElement | null = null;

/**
 * Holds back forms, and links away from unsaved changes, until the service answers. Otherwise the
 * browser’s own error page could replace the page (V-002). Also prevents double submits.
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

/**
 * Submits a form without checking the connection again, for an element that held the form until it
 * had a token.
 */
export function submitUnheld(form: HTMLFormElement, submitter: HTMLElement | null = null) {
  passing.add(form);
  form.requestSubmit(submitter);
}

/**
 * Marks a form as being sent. Runs after all other listeners. If none of them has handled the
 * submit, the browser submits the form.
 */
function markSending({ target: form, submitter, defaultPrevented }: SubmitEvent) {
  if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
  if (form.method !== "post" || !isOurs(form, submitter)) return;
  sending.add(form);
  setBusy(form, true);
  // The form becomes usable again, because the page stays if the response is a file or the user
  // stops the request.
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

/**
 * Makes forms usable again when Back restores their page. Reloads the page if a submit has used a
 * form’s idempotency key.
 */
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
