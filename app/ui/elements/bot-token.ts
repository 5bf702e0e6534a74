import { submitUnheld } from "./connectivity-guard.ts";
import { AutoDismissBanner } from "./auto-dismiss-banner.ts";
import { fetchToken, loadRecaptcha } from "./recaptcha.ts";

/**
 * Element that holds a form’s submit until it has a reCAPTCHA token. Shows a banner if it can’t get
 * a token (B-058).
 */
export class BotToken extends HTMLElement {
  #form: HTMLFormElement | null = null;
  #loaded: ReturnType<typeof loadRecaptcha> | undefined;

  connectedCallback() {
    this.#form = this.closest("form");
    // A capturing listener runs first, so that no other listener submits the form without a token.
    this.#form?.addEventListener("submit", this.#hold, { capture: true });
    const { scriptUrl = "", siteKey = "" } = this.dataset;
    this.#loaded ??= loadRecaptcha(scriptUrl, siteKey);
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
      // A token is valid only once, so the next attempt needs a new one.
      field.value = "";
    };
    const { siteKey = "", action = "" } = this.dataset;
    fetchToken(this.#loaded, siteKey, action).then(
      // A timeout is needed, because the browser ignores requestSubmit during a submit event.
      (value) => setTimeout(send, 0, value),
      sayUnavailable,
    );
  };
}

function sayUnavailable() {
  const banner = document.querySelector("[data-banner=networkError]");
  if (banner instanceof AutoDismissBanner) banner.show();
}
