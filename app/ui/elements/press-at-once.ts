/**
 * `<press-at-once>` around a form: sends it as soon as scripts run, once. While the page is still loading the answer takes its
 * place in the history, so that Back does not lead to it.
 */
export class PressAtOnce extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.submit();
  }
}
