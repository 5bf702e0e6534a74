/** Pages that belong to somebody, or are for nobody: no search engine should list them. */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|welcome-back|sign-out|leads|webhooks)\b|(?:sell|buy)\/(?!get-started))/;

export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
