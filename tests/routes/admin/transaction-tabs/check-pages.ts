import { confirmFields } from "../fields.ts";
import { open, postTo } from "../pages.ts";
import type { Place } from "./checked-matter.ts";

export const tabOf = (id: string) => `/admin/transactions/${id}/thirdfort`;

export function confirmPage({ id, person_type, person_id }: Place, verb: string) {
  return `${tabOf(id)}/${person_type}/${person_id}/${verb}`;
}

export async function askFor(staff: { cookie: string }, place: Place, verb: string) {
  return confirmFields((await open(confirmPage(place, verb), staff)).html);
}

export function confirm(
  staff: { cookie: string },
  place: Place,
  verb: string,
  fields: Record<string, string>,
) {
  return postTo(confirmPage(place, verb), staff, fields);
}

export async function press(staff: { cookie: string }, place: Place, verb: string) {
  return confirm(staff, place, verb, await askFor(staff, place, verb));
}
