import type { RegisterAddress } from "#app/clients/land-registry/answers.server.ts";
import {
  pollOwnership,
  pollProperty,
  type RegisterPerson,
  searchProperty,
  verifyOwnership,
} from "#app/clients/land-registry/client.server.ts";
import { NotFoundError, requireCompleteRecord } from "#app/domain/errors.ts";
import {
  createAddress,
  type NewAddress,
  replaceAddress,
} from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { env } from "#app/platform/env.server.ts";
import type { Db } from "#db/connection.ts";
import type { Tenure } from "./tenure.ts";

export type NewProperty = {
  address: NewAddress;
  tenure: Tenure;
  /** Text that the seller typed for the tenure Other (C-052). */
  tenure_details?: string | null;
  /**
   * True if the seller chose the address with "Use this address" instead of typing it (AMB-C17).
   */
  address_confirmed: boolean;
  description?: string | null;
  /**
   * Title number from HM Land Registry (C-044). If undefined, the stored number stays unchanged.
   */
  title_number?: string | null;
};

/**
 * Creates a property with its address, and returns its id (C-071).
 * @throws DomainError if a required part is missing (C-067)
 */
export async function createProperty(trx: Db, property: NewProperty): Promise<string> {
  const { address, ...columns } = checkParts(property);
  const address_id = await createAddress(trx, address);
  const { id } = await trx
    .insertInto("properties")
    .values({ address_id, ...columns })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Updates a property and its address. The caller must check access (C-073). Throws as
 * createProperty does.
 */
export async function updateProperty(trx: Db, id: string, property: NewProperty): Promise<void> {
  const { address, ...columns } = checkParts(property);
  const { address_id } = await trx
    .updateTable("properties")
    .set(columns)
    .where("id", "=", id)
    .returning("address_id")
    .executeTakeFirstOrThrow(notFound);
  await replaceAddress(trx, address_id, address);
}

function checkParts(property: NewProperty) {
  const { address, tenure, tenure_details, address_confirmed, description, title_number } =
    property;
  requireCompleteRecord(address, ["line_1", "post_town", "postcode", "country"]);
  requireCompleteRecord(property, ["tenure"]);
  return {
    address,
    tenure,
    tenure_details: tenure === "Other" ? (tenure_details ?? null) : null,
    address_confirmed,
    description: description ?? null,
    title_number,
  };
}

function notFound() {
  return new NotFoundError("Property not found");
}

type Home = Parameters<typeof addressLine>[0] & { uprn?: string | null };

/**
 * Returns true if two addresses are those of the same property. Compares the UPRNs if both have
 * one, otherwise the text of the addresses without punctuation.
 */
export function isSameHome(one: Home, other: Home): boolean {
  if (one.uprn && other.uprn) return one.uprn === other.uprn;
  return words(one) === words(other);
}

function words(home: Home) {
  return addressLine(home)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Stores a property’s title number if HM Land Registry has exactly one match (C-081, C-082, C-083,
 * LAND_REGISTRY_SERVICE selects the service to use. Stores nothing while matching is off
 * (C-084, AMB-C09). The caller must check access. Must not be called within a database transaction.
 * @throws VendorError
 */
export async function matchTitle(
  db: Db,
  property: { id: string; address: RegisterAddress },
  person: RegisterPerson,
): Promise<void> {
  const { id, address } = property;
  // Use a new message id, because the service would answer a reused one with the result for an
  // earlier address.
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

/**
 * Requests an answer. If the answer is pending, polls once, because the register has often answered
 * by then. If the answer is still pending, the property gets no title number.
 */
async function askTwice<Answer extends { state: string }>(
  ask: () => Promise<Answer>,
  poll: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask();
  return answer.state === "pending" ? poll() : answer;
}
