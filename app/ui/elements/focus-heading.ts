import { pageHeading } from "#app/ui/focus.ts";

/** `<focus-heading>` on a page that stands in the place of a form that was sent: its heading is thereby read out. */
export class FocusHeading extends HTMLElement {
  connectedCallback() {
    pageHeading()?.focus();
  }
}
