import type { DetailedHTMLProps, HTMLAttributes } from "react";

type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "address-finder": CustomElement;
      "bot-token": CustomElement;
      "focus-heading": CustomElement;
      "hubspot-form": CustomElement;
      "pass-key": CustomElement;
      "passing-banner": CustomElement;
      "press-at-once": CustomElement;
      "scripts-say": CustomElement;
      "upload-progress": CustomElement;
    }
  }
}
