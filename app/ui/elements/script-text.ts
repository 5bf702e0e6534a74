/** Element that replaces its text if JavaScript runs. */
export class ScriptText extends HTMLElement {
  connectedCallback() {
    this.textContent = this.dataset.words ?? this.textContent;
  }
}
