export type Parser = {
  name: string;
  read: (text: string) => unknown;
  /** More strings to repeat, which the parser’s patterns look for. */
  looksFor?: readonly string[];
  /** Maximum CPU time for one text in ms, if the text is not part of a public request. */
  most?: number;
};
