import type { DetailedHTMLProps, HTMLAttributes } from "react";

type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "bot-token": CustomElement;
      "focus-heading": CustomElement;
      "passing-banner": CustomElement;
      "press-at-once": CustomElement;
    }
  }
}
