import { pageHeading } from "#app/ui/focus.ts";

/** Element that focuses the heading of a page that replaces a form, to announce it. */
export class FocusHeading extends HTMLElement {
  connectedCallback() {
    pageHeading()?.focus();
  }
}
