import type { Actor } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { adminDate, adminTime } from "#app/domain/fields/dates.ts";
import { homeKey, homeKeySql } from "#app/domain/invited-matters/homes.server.ts";
import { UNOPENED } from "#app/domain/invited-matters/statuses.ts";
import { CODE_NOT_VALID, findReferralCode } from "#app/domain/payments/referral-codes.server.ts";
import type { NewCustomer } from "#app/domain/people/users.server.ts";
import { createAddress, type NewAddress } from "#app/domain/properties/addresses.server.ts";
import { findOpenSaleForProperty } from "#app/domain/purchases/property-lookup.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import { emailFailedSql } from "./email-of-invitation.server.ts";
import { hasLapsedSql } from "./expire-lapsed.server.ts";
import { insertInvitation } from "./insert-invitation.server.ts";
import { findOrCreateCustomer, type InvitedCustomer } from "./invited-customer.server.ts";
import { notForSaleError } from "./invited-property.server.ts";

/** What somebody is invited to: to sell the home at an address, perhaps with a code, or to buy one that is for sale. */
type InvitedTo =
  | { role: "sell"; address: NewAddress; referral_code: string | null }
  | { role: "buy"; property_id: string };

export type NewInvitation = {
  customer: NewCustomer;
  to: InvitedTo;
  /** Makes everything and sends nothing (AMB-B04). */
  prevent_email: boolean;
};

/**
 * Invites somebody to sell or to buy: makes the customer, unless there is one with that email, and the invitation, and
 * queues its email. No sale and no purchase is made before the customer has come (AMB-R04).
 *
 * @returns its id
 * @throws ConflictError or DomainError with the form's field: for the email as findOrCreateCustomer, and when this customer
 *   has an open invitation to the same already; "Code not valid" (AMB-E04); for a property that cannot be bought.
 *   DomainError as insertInvitation.
 */
export async function createInvitation(
  db: Db,
  { customer, to, prevent_email }: NewInvitation,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const user = await findOrCreateCustomer(trx, customer);
    await refuseSecond(trx, user, to);
    const place = to.role === "sell" ? await placeToSell(trx, to) : await placeToBuy(trx, user, to);
    const row = { role: to.role, user_id: user.id, new_user: user.newUser, ...place };
    return insertInvitation(
      trx,
      { ...row, prevent_email },
      { actor, action: "invitation_created", recipient: user.email },
    );
  });
}

/** Of two members of staff who invite the same person at once the second is told; only what has expired is sent again. */
async function refuseSecond(trx: Db, user: InvitedCustomer, to: InvitedTo) {
  const open = await trx
    .selectFrom("invitations as i")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .select(["inviter.first_name", "i.created_at"])
    .where("i.user_id", "=", user.id)
    .where("i.role", "=", to.role)
    .where("i.status", "in", UNOPENED)
    .where(homeKeySql("i"), "=", homeKey(to))
    .where((eb) => eb.not(hasLapsedSql("i")))
    .where((eb) => eb.not(emailFailedSql("i")))
    .executeTakeFirst();
  if (!open) return;
  const { first_name, created_at: at } = open;
  throw new ConflictError(
    `${first_name} invited this customer to ${to.role} this property on ${adminDate(at)} at ${adminTime(at)}. An invitation can be resent once it has expired`,
    { data: { field: "email" } },
  );
}

async function placeToSell(trx: Db, to: Extract<InvitedTo, { role: "sell" }>) {
  const typed = to.referral_code;
  const referral_code = typed ? await findReferralCode(trx, typed) : null;
  if (typed && !referral_code) {
    throw new DomainError(CODE_NOT_VALID, 400, { data: { field: "referral_code" } });
  }
  return { property_address_id: await createAddress(trx, to.address), referral_code };
}

async function placeToBuy(
  trx: Db,
  user: InvitedCustomer,
  { property_id }: Extract<InvitedTo, { role: "buy" }>,
) {
  const sale = await findOpenSaleForProperty(trx, property_id);
  const data = { field: "property_id" };
  if (!sale) throw notForSaleError({ data });
  if (sale.seller_id === user.id) {
    throw new ConflictError("This customer is selling this property", { data });
  }
  return { property_id };
}
