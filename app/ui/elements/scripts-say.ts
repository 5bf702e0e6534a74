/** `<scripts-say data-words="…">` says these words where scripts run, in place of those within. */
export class ScriptsSay extends HTMLElement {
  connectedCallback() {
    this.textContent = this.dataset.words ?? this.textContent;
  }
}
