import { submitUnheld } from "./connectivity-guard.ts";

/** Element that holds a passkey form’s submit until the browser has provided a credential. */
export class PassKey extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    if (!form || !isPossible()) return;
    form.hidden = false;
    for (const text of this.querySelectorAll<HTMLElement>("[data-when=impossible]")) {
      text.hidden = true;
    }
    // A capturing listener runs first, so that no other listener submits the form without a
    // credential.
    form.addEventListener("submit", this.#hold, { capture: true });
  }

  #hold = (event: SubmitEvent) => {
    const form = event.currentTarget;
    const field = this.querySelector<HTMLInputElement>("[data-credential]");
    if (!(form instanceof HTMLFormElement) || !field || field.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#say("");
    ask(this.dataset.does, this.dataset.options ?? "").then(
      (credential) => {
        field.value = credential;
        submitUnheld(form);
        // A credential is valid only once, so the next attempt needs a new one.
        field.value = "";
      },
      () => this.#say(this.dataset.does === "create" ? NOT_CREATED : NOT_USED),
    );
  };

  #say(words: string) {
    const text = this.querySelector("[data-when=failed]");
    if (text) text.textContent = words;
  }
}

const NOT_CREATED =
  "We couldn’t create a passkey. Try again, or set up an authenticator app instead.";
const NOT_USED = "We couldn’t use your passkey. Try again, or choose another way to sign in.";

function isPossible() {
  return (
    "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

async function ask(does: string | undefined, options: string): Promise<string> {
  const json: unknown = JSON.parse(options);
  const credential =
    does === "create"
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
            json as PublicKeyCredentialCreationOptionsJSON,
          ),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
            json as PublicKeyCredentialRequestOptionsJSON,
          ),
        });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("The browser gave no passkey");
  return JSON.stringify(credential.toJSON());
}
