import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Custom = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare global {
  namespace JSX {
    interface IntrinsicElements {
      "bot-token": Custom;
      "focus-heading": Custom;
      "passing-banner": Custom;
      "press-at-once": Custom;
    }
  }
}
