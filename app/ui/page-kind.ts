/** The back office, the property step of a journey with its dialogs, the payment by card, and the page of components. */
const APP = /^\/(?:admin|(?:sell|buy)\/about-the-property|sell\/payment|mocks\/ui)(?:\/|$)/;

/**
 * Returns whether a page loads React. All others are plain: HTML with native forms and links, and the custom elements of
 * ui/elements.
 */
export function isAppPage(path: string): boolean {
  return APP.test(path);
}
