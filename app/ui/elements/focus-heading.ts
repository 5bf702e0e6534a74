import { pageHeading } from "#app/ui/focus.ts";

/**
 * Element that focuses the page’s heading, so that screen readers announce a page that replaced a
 * form.
 */
export class FocusHeading extends HTMLElement {
  connectedCallback() {
    pageHeading()?.focus();
  }
}
