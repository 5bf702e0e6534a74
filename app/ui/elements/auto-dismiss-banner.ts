import { autoDismiss } from "#app/ui/auto-dismiss.ts";

/**
 * Banner that closes after ten seconds or when the visitor clicks its link (B-013, AMB-B03). It is
 * hidden and not removed, because it may be part of React’s tree.
 */
export class AutoDismissBanner extends HTMLElement {
  #stop: (() => void) | undefined;

  connectedCallback() {
    this.#forget();
    this.addEventListener("click", this.#dismiss);
    if (!this.hidden) this.show();
  }

  show() {
    this.#stop?.();
    this.hidden = false;
    this.#stop = autoDismiss(this, () => (this.hidden = true));
  }

  disconnectedCallback() {
    this.#stop?.();
    this.removeEventListener("click", this.#dismiss);
  }

  /**
   * Removes the query parameter that showed the banner from the URL. Otherwise a reload or a shared
   * link would show the banner again.
   */
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
