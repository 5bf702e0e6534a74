/** The path of the page that a request is for: Remix asks for the data of a page at the page's path and ".data". */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "");
}
