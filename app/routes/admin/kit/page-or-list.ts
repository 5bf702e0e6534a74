import { isObjectId } from "#app/domain/fields/answers.ts";

/** The page of a record that an address names; the list of them where that is no id. */
export function pageOrList(id: string, page: (id: string) => string, list: () => string): string {
  return isObjectId(id) ? page(id) : list();
}
