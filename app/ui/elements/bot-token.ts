import { submitUnheld } from "./hold-requests.ts";
import { PassingBanner } from "./passing-banner.ts";
import { fetchToken, loadRecaptcha } from "./recaptcha.ts";

/**
 * `<bot-token>` in a form: holds the submit until its hidden field has a reCAPTCHA token. If
 * reCAPTCHA is unreachable, the form stays and the page’s banner says so (B-058).
 */
export class BotToken extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #loaded: ReturnType<typeof loadRecaptcha> | undefined;

  connectedCallback() {
    this.#form = this.closest("form");
    // Captures first: no other handler may submit the form without its token.
    this.#form?.addEventListener("submit", this.#hold, { capture: true });
    const { scriptUrl = "", siteKey = "" } = this.dataset;
    this.#loaded ??= loadRecaptcha(scriptUrl, siteKey);
    // Reported on submit.
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
      // A token is valid once; the next attempt needs a new one.
      field.value = "";
    };
    const { siteKey = "", action = "" } = this.dataset;
    fetchToken(this.#loaded, siteKey, action).then(
      // The browser ignores requestSubmit during a submit event.
      (value) => setTimeout(send, 0, value),
      sayUnavailable,
    );
  };
}

/** The banner is in the page, hidden. */
function sayUnavailable() {
  const banner = document.querySelector("[data-banner=networkError]");
  if (banner instanceof PassingBanner) banner.show();
}
