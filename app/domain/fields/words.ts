/** "1,204": a count as it is read. */
export const formatCount = (count: number) => count.toLocaleString("en-GB");

/** "Legal assistant": with a capital letter, as a label begins. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
