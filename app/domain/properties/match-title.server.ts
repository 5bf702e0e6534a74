import type { RegisterAddress } from "#app/clients/land-registry-answers.server.ts";
import {
  pollOwnership,
  pollProperty,
  type RegisterPerson,
  searchProperty,
  verifyOwnership,
} from "#app/clients/land-registry.server.ts";
import { env } from "#app/env.server.ts";
import type { Db } from "#db/connection.ts";

/**
 * Asks HM Land Registry for the title of a property and keeps the title number when there is exactly one (C-081, C-082,
 * C-083, X-007): by the enquiry by property description or, where LAND_REGISTRY_SERVICE says so, by owner verification.
 * It never blocks anything, and asks nobody while matching is switched off (C-084, AMB-C09). Not for use inside a
 * transaction.
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
  const title =
    env.LAND_REGISTRY_SERVICE === "owner"
      ? await askTwice(
          () => verifyOwnership({ address, person }, message_id),
          () => pollOwnership(message_id, address),
        )
      : await askTwice(
          () => searchProperty(address, message_id),
          () => pollProperty(message_id, address),
        );
  if (title.state !== "found") return;
  await db
    .updateTable("properties")
    .set({ title_number: title.title_number })
    .where("id", "=", id)
    .execute();
}

/** The register is often ready by the time it is asked again; when not, the number stays empty. */
async function askTwice<Answer extends { state: string }>(
  ask: () => Promise<Answer>,
  poll: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  return answer.state === "pending" ? poll() : answer;
}
