import { isFocusPlaced } from "#app/ui/focus.ts";
import { listTyped } from "./carry-typed.ts";
import { sayWhatFailed } from "./network-dialog.ts";

/**
 * Sends the forms of a page without React and stays on it until there is an answer: a second press is ignored, and what was
 * typed is still there when the network fails (V-002). The server answers such a post like any other, with a page or with
 * where it leads (server/headers.server.ts).
 */
export function sendForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (!isPlain(form)) return;
    event.preventDefault();
    if (sent.has(form)) return;
    void send(form, event.submitter);
  });
  // Back shows the page as it was left, with a key that has been used.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && hasLed) location.reload();
  });
}

const sent = new WeakSet<HTMLFormElement>();
let hasLed = false;

/** Posts texts to our own site; whatever else is sent by the browser. */
function isPlain({ method, action, enctype }: HTMLFormElement) {
  const isOurs = new URL(action).origin === location.origin;
  return method === "post" && isOurs && enctype !== "multipart/form-data";
}

function bodyOf(form: HTMLFormElement, button: HTMLButtonElement | null): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
  }
  if (button?.name) body.append(button.name, button.value);
  return body;
}

async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
  const button = submitter instanceof HTMLButtonElement ? submitter : null;
  const action = new URL(button?.getAttribute("formaction") ?? form.action, location.href);
  setBusy(form, true);
  const keepTyping = watchTyping(form);
  const answer = await fetch(action, {
    method: "POST",
    body: bodyOf(form, button),
    headers: { "X-Fetched-Form": "true" },
    redirect: "error",
  })
    .then(readAnswer)
    .catch(() => null);
  if (answer?.leadsTo) {
    hasLed = true;
    goTo(answer.leadsTo, form.dataset.replaces !== undefined);
    return;
  }
  setBusy(form, false);
  if (answer?.page && show(answer.page, action.hash)) {
    keepTyping(document.forms.namedItem(form.id));
    return;
  }
  const tryAgain = () => form.requestSubmit(button);
  // Then it is the browser's to say.
  if (!sayWhatFailed(answer?.status, tryAgain)) form.submit();
}

/**
 * What is typed while the answer is on its way is newer than what it shows.
 *
 * @returns puts it into the form that was answered
 */
function watchTyping(form: HTMLFormElement) {
  const sent = new Map(listTyped(form).map((field) => [field, field.value]));
  return (answered: HTMLFormElement | null) => {
    const fields = listTyped(answered);
    for (const [{ name, value }, before] of sent) {
      if (value === before) continue;
      const same = fields.find((field) => field.name === name && field.value === before);
      if (same) same.value = value;
    }
  };
}

type Answer = { status: number; leadsTo: string; page: Document | null };

/** @returns null for what is not the service's answer: a proxy's, or a page that asks to sign in to a Wi-Fi. */
async function readAnswer(response: Response): Promise<Answer | null> {
  const leadsTo = response.headers.get("X-Leads-To");
  if (leadsTo === null) return null;
  const text = await response.text();
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const page = isPage ? new DOMParser().parseFromString(text, "text/html") : null;
  return { status: response.status, leadsTo, page };
}

/** A full load, which a browser leaves out when only what follows "#" is another. */
function goTo(address: string, replaces: boolean) {
  const url = new URL(address, location.href);
  const isHere = url.pathname + url.search === location.pathname + location.search;
  if (isHere) {
    history.replaceState(null, "", url);
    location.reload();
  } else if (replaces) location.replace(url);
  else location.assign(url);
}

/**
 * Puts the page that was answered into the place of this one.
 *
 * @param hash what of it the form leads to, such as a row that was added
 * @returns false when it is none of the app's
 */
function show(page: Document, hash: string): boolean {
  const next = page.getElementById("app");
  const shown = document.getElementById("app");
  if (!next || !shown) return false;
  document.title = page.title;
  shown.replaceChildren(...next.childNodes);
  focusAnswer(hash);
  return true;
}

/** What is wrong with a form is heard first; else the legend of what it leads to, which says what that is, or its own element. */
export function focusAnswer(hash = "") {
  const part = document.getElementById(hash.slice(1));
  const summary = document.querySelector<HTMLElement>(".error-summary");
  if (!summary && isFocusPlaced()) return;
  const target =
    summary ??
    part?.querySelector<HTMLElement>("legend") ??
    part ??
    document.querySelector<HTMLElement>("main h1");
  target?.focus();
}

function setBusy(form: HTMLFormElement, busy: boolean) {
  if (busy) sent.add(form);
  else sent.delete(form);
  for (const button of form.querySelectorAll<HTMLElement>("button[type=submit]:not(.vh)")) {
    if (busy) {
      button.setAttribute("aria-disabled", "true");
      button.dataset.busy = "true";
    } else {
      button.removeAttribute("aria-disabled");
      delete button.dataset.busy;
    }
  }
}
