import type {
  CustomerReader,
  LinkReader,
  ReaderId,
  Shown,
  StaffReader,
} from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";

/** Readers for tests of reads, as the guards of the product make them. */

export function customerReader(id: string): CustomerReader {
  return { id, type: "customer", shown: () => Promise.resolve() } as unknown as CustomerReader;
}

/** The id by which a customer reads what is their own. */
export function readerId(id: string): ReaderId {
  return customerReader(id).id;
}

export function linkReader<Opens extends LinkReader["opens"]>(
  opens: Opens,
  id: string,
): LinkReader<Opens> {
  return { opens, id } as unknown as LinkReader<Opens>;
}

/** @param seen what the reader was shown is put there, and written down nowhere */
export function staffReader<Needs extends RolePermission = "look">(
  { id = "65f000000000000000000001" }: { id?: string } = {},
  seen: Shown[] = [],
): StaffReader<Needs> {
  const shown = (what: Shown) => Promise.resolve(void seen.push(what));
  return { id, type: "admin", request_id: "", shown } as unknown as StaffReader<Needs>;
}
