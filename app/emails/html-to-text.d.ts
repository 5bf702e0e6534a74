/** What we use of it: it brings no types. */
declare module "html-to-text" {
  export type SelectorDefinition = {
    selector: string;
    format?: string;
    options?: Record<string, unknown>;
  };

  /** @returns what writes HTML as text */
  export function compile(options: {
    wordwrap: false;
    selectors: readonly SelectorDefinition[];
  }): (html: string) => string;
}
