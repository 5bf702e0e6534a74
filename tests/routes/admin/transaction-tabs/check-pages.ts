import { confirmFields } from "../fields.ts";
import { open, postTo } from "../pages.ts";
import type { Place } from "./checked-matter.ts";

/** What staff do on the Thirdfort tab of a matter. */

export const tabOf = (id: string) => `/admin/transactions/${id}/thirdfort`;

export function confirmPage({ id, person_type, person_id }: Place, verb: string) {
  return `${tabOf(id)}/${person_type}/${person_id}/${verb}`;
}

/** The fields of the page that asks. */
export async function askFor(staff: { cookie: string }, place: Place, verb: string) {
  return confirmFields((await open(confirmPage(place, verb), staff)).html);
}

/** Confirms it. Returns where it leads, and the message there. */
export function confirm(
  staff: { cookie: string },
  place: Place,
  verb: string,
  fields: Record<string, string>,
) {
  return postTo(confirmPage(place, verb), staff, fields);
}

/** Opens the page that asks and confirms. */
export async function press(staff: { cookie: string }, place: Place, verb: string) {
  return confirm(staff, place, verb, await askFor(staff, place, verb));
}
