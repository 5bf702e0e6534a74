/** `<press-at-once>` around a form: sends it as soon as scripts run, once. */
export class PressAtOnce extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.requestSubmit();
  }
}
