/**
 * Returns the path of a page without ".data", which Remix adds when it requests the page's data.
 */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "");
}
