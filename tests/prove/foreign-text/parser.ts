/** A function that reads what others write. */
export type Parser = {
  name: string;
  read: (text: string) => unknown;
  /** What its own patterns look for, to be repeated like the other shapes. */
  looksFor?: readonly string[];
  /** The most CPU for one text, in milliseconds, where that is no request that anyone can send. */
  most?: number;
};
