import { paths } from "#app/paths.ts";

/** Returns true for the address of the desk, with the view or the colleague in its query. */
export function isDeskView(page: string): boolean {
  const desk = paths.admin.desk();
  return page.startsWith(desk) && /^(?:\?[a-z0-9_=&]*)?$/.test(page.slice(desk.length));
}
