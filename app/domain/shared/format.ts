/** Capitalises the first letter: "legal assistant" becomes "Legal assistant". */
export const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Converts a name in snake_case to a label: "estate_agent" becomes "Estate agent". */
export const labelFromSnakeCase = (name: string) => capitalise(name.replaceAll("_", " "));

/** Returns a count with its noun, such as "1 day" or "2 days". */
export function pluralise(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Formats a count, such as "1,204". */
export const formatCount = (count: number) => count.toLocaleString("en-GB");

/** Formats the size of a file, such as "340 kB", "1.2 MB" or "71.7 GB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
