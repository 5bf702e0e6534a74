/**
 * Element that submits its form as soon as it is in the page. The next page replaces this one in
 * the history, so that Back skips this one.
 */
export class AutoSubmit extends HTMLElement {
  #pressed = false;

  connectedCallback() {
    if (this.#pressed) return;
    this.#pressed = true;
    this.querySelector("form")?.submit();
  }
}
