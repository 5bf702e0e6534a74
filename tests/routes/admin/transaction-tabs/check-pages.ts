import { flashIn } from "#tests/support/flash.ts";
import { post } from "#tests/support/visit.ts";
import { confirmFields } from "../fields.ts";
import { modules, open } from "../pages.ts";
import type { Place } from "./checked-matter.ts";

/** What staff do on the Thirdfort tab of a matter. */

export const tabOf = (id: string) => `/admin/transactions/${id}/thirdfort`;

const file = "routes/admin/transactions/thirdfort/check.tsx";

export function confirmPage({ id, person_type, person_id }: Place, verb: string) {
  return `${tabOf(id)}/${person_type}/${person_id}/${verb}`;
}

/** The fields of the page that asks. */
export async function askFor(staff: { cookie: string }, place: Place, verb: string) {
  return confirmFields((await open(confirmPage(place, verb), staff)).html);
}

/** Confirms it. Returns where it leads, and the message there. */
export async function confirm(
  staff: { cookie: string },
  { id, person_type: personType, person_id: personId }: Place,
  verb: string,
  fields: Record<string, string>,
) {
  const { action } = modules.get(file)!;
  const params = { id, personType, personId, verb };
  const answer = await post(action!, fields, { cookie: staff.cookie, params });
  return { location: answer.location, flash: await flashIn(answer) };
}

/** Opens the page that asks and confirms. */
export async function press(staff: { cookie: string }, place: Place, verb: string) {
  return confirm(staff, place, verb, await askFor(staff, place, verb));
}
