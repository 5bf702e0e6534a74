import { hideLater } from "#app/ui/hide-later.ts";

/**
 * `<passing-banner>`: goes after ten seconds, or when its link is followed, which without scripts leads to the page without
 * it (B-013, AMB-B03). It is hidden and not taken away, since React may have put it there.
 */
export class PassingBanner extends HTMLElement {
  #stop: (() => void) | undefined;

  connectedCallback() {
    this.#forget();
    this.addEventListener("click", this.#dismiss);
    if (!this.hidden) this.show();
  }

  /** For as long as any. */
  show() {
    this.#stop?.();
    this.hidden = false;
    this.#stop = hideLater(this, () => (this.hidden = true));
  }

  disconnectedCallback() {
    this.#stop?.();
    this.removeEventListener("click", this.#dismiss);
  }

  /** A reload, or a link that is passed on, should not say it again. */
  #forget() {
    const url = new URL(location.href);
    const { banner } = this.dataset;
    if (!banner || !url.searchParams.has(banner)) return;
    url.searchParams.delete(banner);
    history.replaceState(history.state, "", url);
  }

  #dismiss = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest("a")) return;
    event.preventDefault();
    this.hidden = true;
  };
}
