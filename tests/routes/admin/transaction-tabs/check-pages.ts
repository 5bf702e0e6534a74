import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import type { CheckedPerson } from "./checked-matter.ts";

export const tabOf = (id: string) => `/admin/transactions/${id}/thirdfort`;

export function confirmPage({ id, person_type, person_id }: CheckedPerson, verb: string) {
  return `${tabOf(id)}/${person_type}/${person_id}/${verb}`;
}

export async function readConfirmation(
  staff: { cookie: string },
  place: CheckedPerson,
  verb: string,
) {
  return confirmFields((await open(confirmPage(place, verb), staff)).html);
}

export function confirm(
  staff: { cookie: string },
  place: CheckedPerson,
  verb: string,
  fields: Record<string, string>,
) {
  return postAndReadFlash(confirmPage(place, verb), staff, fields);
}

export async function openAndConfirm(
  staff: { cookie: string },
  place: CheckedPerson,
  verb: string,
) {
  return confirm(staff, place, verb, await readConfirmation(staff, place, verb));
}
