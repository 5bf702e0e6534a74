/** Element that shows a different text if JavaScript runs. */
export class ScriptText extends HTMLElement {
  connectedCallback() {
    this.textContent = this.dataset.words ?? this.textContent;
  }
}
