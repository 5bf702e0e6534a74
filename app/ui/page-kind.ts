/**
 * Paths of pages with React: back office, property step with its dialogs, card payment, component
 * gallery.
 */
const APP = /^\/(?:admin|(?:sell|buy)\/about-the-property|sell\/payment|mocks\/ui)(?:\/|$)/;

/**
 * Returns true if a page loads React. All other pages are HTML with custom elements (ui/elements).
 */
export function isAppPage(path: string): boolean {
  return APP.test(path);
}
