/** Element that submits its form once on load, replacing the history entry so Back skips it. */
export class AutoSubmit extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.submit();
  }
}
