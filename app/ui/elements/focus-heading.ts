import { pageHeading } from "#app/ui/focus.ts";

/**
 * `<focus-heading>`: focuses the heading of a page that replaces a submitted form, to announce it.
 */
export class FocusHeading extends HTMLElement {
  connectedCallback() {
    pageHeading()?.focus();
  }
}
