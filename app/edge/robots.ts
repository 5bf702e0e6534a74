/** Pages that belong to one person, serve no visitor, or are legal texts (H-006): no search engine should list them. */
const unlisted =
  /^\/(?:(?:admin|authenticate|mocks|dashboard|account|welcome-back|sign-out|leads|webhooks|privacy|cookie-policy)\b|(?:sell|buy)\/(?!get-started)|(?:seller|buyer)\/terms\/)/;

export function isUnlisted(path: string): boolean {
  return unlisted.test(path);
}
