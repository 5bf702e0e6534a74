/** Removes ".data", which Remix adds to a page's path to request its data. */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "");
}
