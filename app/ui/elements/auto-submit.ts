/**
 * Element that submits its form once on load. It replaces the history entry, so that Back skips it.
 */
export class AutoSubmit extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.submit();
  }
}
