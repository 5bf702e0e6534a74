import type { Found } from "#app/domain/search/search.server.ts";
import { paths } from "#app/paths.ts";

/** What is found as it is shown: the label of its kind, where it leads, its text (I-065, I-066). */
export function foundLink(found: Found) {
  if (found.type === "user") {
    const { id, name, email } = found;
    return { kind: "User", to: paths.admin.user(id), text: name, detail: email };
  }
  return {
    kind: "Transaction",
    to: paths.admin.transaction(found.id),
    text: found.address,
    detail: null,
  };
}

/** What is said when nothing is found (I-070). */
export function notFound(query: string) {
  return `No results found for “${query}”`;
}
