/** "1,204": a count as it is read. */
export const formatCount = (count: number) => count.toLocaleString("en-GB");
