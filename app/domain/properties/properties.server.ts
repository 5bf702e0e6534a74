import { NotFoundError } from "#app/domain/errors.ts";
import { requireParts } from "#app/domain/fields/required-parts.ts";
import type { Db } from "#db/connection.ts";
import { createAddress, type NewAddress, replaceAddress } from "./addresses.server.ts";
import type { Tenure } from "./tenure.ts";

export type NewProperty = {
  address: NewAddress;
  tenure: Tenure;
  /** What was written beside Other (C-052). */
  tenure_details?: string | null;
  /** The seller pressed "Use this address", rather than typing it in (AMB-C17). */
  address_confirmed: boolean;
  description?: string | null;
  /** From the land registry (C-044); left as it is when not given. */
  title_number?: string | null;
};

/**
 * Creates a property with its address (C-071).
 *
 * @returns its id.
 * @throws DomainError "Something wrong with the validation" without line_1, post_town, postcode, country or tenure (C-067).
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
 * Changes a property and its address (C-073). The caller must have checked whose it is.
 *
 * @throws NotFoundError "Property not found", and as createProperty.
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
  requireParts(address, ["line_1", "post_town", "postcode", "country"]);
  requireParts(property, ["tenure"]);
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
