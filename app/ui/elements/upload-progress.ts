import { moveFocus, pageHeading } from "#app/ui/focus.ts";

const FAILED = "The upload was interrupted. Check your connection, then upload the files again.";

/**
 * Element that sends its form’s files and shows the progress, on pages without React. The answer
 * replaces the page’s body, as after a submit by the browser, which shows no progress.
 */
export class UploadProgress extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #isSending = false;
  /** Tenth of the upload that the sentence is about; null if there is none. */
  #tenth: number | null = null;

  connectedCallback() {
    if (document.documentElement.dataset.react) return;
    this.#form = this.closest("form");
    this.#form?.addEventListener("submit", this.#submit);
  }

  disconnectedCallback() {
    this.#form?.removeEventListener("submit", this.#submit);
  }

  #submit = (event: SubmitEvent) => {
    const form = this.#form;
    if (!form || event.defaultPrevented) return;
    const fields = new FormData(form);
    // If no file was chosen, there is nothing to wait for, so the browser submits the form.
    if (![...fields.values()].some((value) => value instanceof File && value.name)) return;
    event.preventDefault();
    if (this.#isSending) return;
    this.#isSending = true;
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement && submitter.name) {
      fields.append(submitter.name, submitter.value);
    }
    this.#setBusy(true);
    this.#show("Uploading…", 0);
    this.#send(form.action, fields);
  };

  #send(action: string, fields: FormData) {
    const sending = new XMLHttpRequest();
    sending.open("POST", action);
    sending.responseType = "document";
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (!lengthComputable) return;
      const percent = Math.floor((loaded * 100) / total);
      this.#show(percent < 100 ? `Uploading: ${percent}%` : "Saving your files…", percent);
    };
    sending.onload = () => {
      const page = sending.responseXML;
      if (page) showPage(page, sending.responseURL);
      else this.#fail();
    };
    sending.onerror = () => this.#fail();
    sending.send(fields);
  }

  #fail() {
    this.#isSending = false;
    this.#setBusy(false);
    this.#show(FAILED, null);
  }

  #setBusy(isBusy: boolean) {
    for (const button of this.#form?.querySelectorAll("button[type=submit]") ?? []) {
      if (isBusy) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  /** Shows a sentence and a bar. Screen readers read out one sentence for each tenth. */
  #show(text: string, percent: number | null) {
    const bar = this.querySelector("progress");
    const words = this.querySelector("[role=status]");
    const isSameTenth = percent !== null && Math.floor(percent / 10) === this.#tenth;
    this.#tenth = percent === null ? null : Math.floor(percent / 10);
    if (bar) {
      bar.hidden = percent === null;
      bar.setAttribute("value", String(percent ?? 0));
    }
    if (words && !isSameTenth) words.textContent = text;
  }
}

/** Shows the answer to the form: the same page again, or the page that it redirected to. */
function showPage(page: Document, url: string) {
  if (new URL(url).pathname !== location.pathname) {
    location.assign(url);
    return;
  }
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  scrollTo(0, 0);
  moveFocus(() => document.querySelector<HTMLElement>(".error-summary") ?? pageHeading());
}
