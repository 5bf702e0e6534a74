import type { RegisterAddress } from "#app/clients/land-registry-answers.server.ts";
import {
  pollMatch,
  type RegisterPerson,
  searchAndMatchProperties,
} from "#app/clients/land-registry.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Asks HM Land Registry for the title of a property and whether this person owns it, and keeps the title number when
 * there is exactly one (C-081, C-083, X-007). It never blocks anything, and asks nobody while matching is switched off
 * (C-084, AMB-C09). Not for use inside a transaction.
 *
 * @param property.id the caller must have checked whose it is
 * @throws VendorError
 */
export async function matchTitle(
  db: Db,
  property: { id: string; address: RegisterAddress },
  person: RegisterPerson,
): Promise<void> {
  const { id, address } = property;
  // The same message id would bring the answer to an earlier address.
  const message_id = `${id}-${Date.now().toString(36)}`;
  const first = await searchAndMatchProperties({ address, person }, message_id);
  // The register is often ready by the time it is asked again; when not, the number stays empty.
  const match = first.state === "pending" ? await pollMatch(message_id, address) : first;
  if (match.state !== "found") return;
  await db
    .updateTable("properties")
    .set({ title_number: match.title_number })
    .where("id", "=", id)
    .execute();
}
