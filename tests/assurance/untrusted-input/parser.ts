export type Parser = {
  name: string;
  read: (text: string) => unknown;
  /** Strings that its patterns look for, to be repeated too. */
  looksFor?: readonly string[];
  /** Most CPU time for one text in ms, if it is not part of a public request. */
  most?: number;
};
