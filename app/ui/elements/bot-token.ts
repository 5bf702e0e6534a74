import { submitUnheld } from "./hold-requests.ts";
import { PassingBanner } from "./passing-banner.ts";
import { fetchToken, loadRecaptcha } from "./recaptcha.ts";

/**
 * `<bot-token>` in a form: holds the form when it is sent, until there is a reCAPTCHA token in the hidden field within. When
 * reCAPTCHA cannot be reached the form stays, and the page's banner says so (B-058).
 */
export class BotToken extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #loaded: ReturnType<typeof loadRecaptcha> | undefined;

  connectedCallback() {
    this.#form = this.closest("form");
    // Before others hear of it: this form must not be sent without its token.
    this.#form?.addEventListener("submit", this.#hold, { capture: true });
    const { scriptUrl = "", siteKey = "" } = this.dataset;
    this.#loaded ??= loadRecaptcha(scriptUrl, siteKey);
    // It is said when the form is sent.
    this.#loaded.catch(() => undefined);
  }

  disconnectedCallback() {
    this.#form?.removeEventListener("submit", this.#hold, { capture: true });
  }

  #hold = (event: SubmitEvent) => {
    const field = this.querySelector("input");
    const form = this.#form;
    if (!form || !field || field.value || !this.#loaded) return;
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event;
    const send = (value: string) => {
      field.value = value;
      submitUnheld(form, submitter);
      // It counts once: the next try needs another.
      field.value = "";
    };
    const { siteKey = "", action = "" } = this.dataset;
    fetchToken(this.#loaded, siteKey, action).then(
      // Not before this event is over: until then the browser ignores requestSubmit.
      (value) => setTimeout(send, 0, value),
      sayUnavailable,
    );
  };
}

/** The page has its banner from the start, hidden. */
function sayUnavailable() {
  const banner = document.querySelector("[data-banner=networkError]");
  if (banner instanceof PassingBanner) banner.show();
}
