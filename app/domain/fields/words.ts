/** "Legal assistant": with a capital letter, as a label begins. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** "Estate agent" for estate_agent: one of our names, or a vendor's, as words. */
export const spelledOut = (name: string) => capital(name.replaceAll("_", " "));

/** "1 day", "2 days". */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** "1,204": a count as it is read. */
export const formatCount = (count: number) => count.toLocaleString("en-GB");

/** "340 kB", "1.2 MB", "71.7 GB": the size of a file, of so many bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
