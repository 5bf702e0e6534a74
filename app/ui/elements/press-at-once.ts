/**
 * `<press-at-once>`: submits its form once, when JavaScript runs. During page load the response
 * replaces the history entry, so that Back skips it.
 */
export class PressAtOnce extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.submit();
  }
}
