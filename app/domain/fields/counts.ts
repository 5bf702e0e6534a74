/** "1,204": a count as it is read. */
export const formatCount = (count: number) => count.toLocaleString("en-GB");

/** "340 kB", "1.2 MB": the size of a file, of so many bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
