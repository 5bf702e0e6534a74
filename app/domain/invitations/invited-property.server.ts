import { ConflictError } from "#app/domain/errors.ts";
import { OPEN } from "#app/domain/invited-matters/statuses.ts";
import { selectAddress } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";
import type { InvitationRole } from "./labels.ts";

export type InvitedProperty = NonNullable<Awaited<ReturnType<typeof readInvitedProperty>>>;

/**
 * The home that a customer was invited to sell or to buy, for the form about the property to begin with (AMB-R04).
 *
 * @param user_id the customer: somebody else's invitation says nothing
 * @returns null once it has become a sale or a purchase, when it has ended otherwise, or without an address
 */
export async function readInvitedProperty(
  db: Db,
  {
    invitation_id,
    user_id,
    role,
  }: { invitation_id: string; user_id: string; role: InvitationRole },
) {
  const invitation = await db
    .selectFrom("invitations")
    .leftJoin("properties", "properties.id", "invitations.property_id")
    .where("invitations.id", "=", invitation_id)
    .where("invitations.user_id", "=", user_id)
    .where("invitations.role", "=", role)
    .where("invitations.status", "in", OPEN)
    .where("invitations.transaction_id", "is", null)
    .where("invitations.purchase_intent_id", "is", null)
    .select("invitations.property_id")
    .select([
      selectAddress("invitations.property_address_id").as("typed"),
      selectAddress("properties.address_id").as("ours"),
    ])
    .executeTakeFirst();
  const address = invitation?.typed ?? invitation?.ours;
  return invitation && address ? { property_id: invitation.property_id, address } : null;
}

/** What a customer is invited to do, and since when; invitations that have ended are not counted. */
export function listOwnInvitations(db: Db, user_id: string) {
  return db
    .selectFrom("invitations")
    .where("user_id", "=", user_id)
    .where("status", "in", OPEN)
    .select(["role", "created_at"])
    .orderBy("created_at", "desc")
    .limit(MAX_INVITATIONS)
    .execute();
}

/** Only the newest of each kind matters. */
const MAX_INVITATIONS = 20;

/**
 * Said of a property that somebody was to be invited to buy.
 *
 * @param details.data the field of the form at which it is shown
 */
export function notForSaleError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("This property is not for sale with us any more", details);
}
