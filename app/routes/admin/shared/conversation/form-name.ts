/**
 * Returns the name of a form of a conversation’s page, for its idempotency key. It contains the
 * path of the page, but not its query, which may name a template.
 */
export function formName(form: "answer" | "note" | "phone", url: string): string {
  return `${form} ${new URL(url, "http://localhost").pathname}`;
}
