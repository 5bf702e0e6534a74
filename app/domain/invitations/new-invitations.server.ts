import { type Insertable, sql } from "kysely";
import { z } from "zod";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import { adminDate, adminTime } from "#app/domain/shared/dates.ts";
import { crossFieldRule } from "#app/domain/shared/form-rules.server.ts";
import { optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { UNOPENED_STATUSES } from "#app/domain/shared/invitations.ts";
import {
  emailTakenError,
  insertUser,
  lockPerson,
  type NewCustomer,
} from "#app/domain/people/users.server.ts";
import { emailAddress, staffEnteredCustomerNames } from "#app/domain/shared/names.server.ts";
import {
  createAddress,
  type NewAddress,
  propertyAddress,
} from "#app/domain/shared/address.server.ts";
import { missingPropertyError } from "#app/domain/shared/address.ts";
import { findOpenSaleForProperty } from "#app/domain/sales/open-sales.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { homeKey, homeKeySql } from "./invited-matters.server.ts";
import { CODE_NOT_VALID, findReferralCode } from "./referral-codes.server.ts";
import {
  EMAIL_KEY,
  emailFailedSql,
  expireInvitations,
  hasExpiredSql,
  type Invitation,
  type InvitationPlace,
  notForSaleError,
  readInvitation,
  INVITATION_EMAILS,
} from "./invitations.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { service, type ServiceReader } from "#app/domain/readers/service.ts";

/** Forms that staff use to invite a person to sell or buy. */

const customer = { email: emailAddress(), ...phoneFields, ...staffEnteredCustomerNames };

const hiddenFields = { form_key: z.string().default(""), prevent_email: z.string().optional() };

/**
 * Form of an invitation to sell. Staff type the address instead of choosing one of our properties
 * (R-036).
 */
export const SellerInvitationForm = mobilePhone(
  z.object({
    ...customer,
    property_address: propertyAddress,
    referral_code: optionalFreeText(tooLong("Referral code")),
    ...hiddenFields,
  }),
);

const text = z.string().trim().catch("");

const buyer = z
  .object({ ...customer, postcode: text, searched: text, property_id: text, ...hiddenFields })
  .superRefine(({ searched, property_id }, context) => {
    if (isObjectId(property_id)) return;
    const { field, message } = missingPropertyError(searched !== "");
    context.addIssue({ code: "custom", path: [field], message });
  }, crossFieldRule);

/** Form of an invitation to buy a property that is for sale with us. */
export const BuyerInvitationForm = mobilePhone(buyer);

/**
 * The invited customer's role and property: a typed address to sell, with an optional referral
 * code, or a property to buy.
 */
type InvitedTo =
  | { role: "sell"; address: NewAddress; referral_code: string | null }
  | { role: "buy"; property_id: string };

export type NewInvitation = {
  customer: NewCustomer;
  to: InvitedTo;
  /** True to create the invitation and its customer without sending the email (AMB-B04). */
  prevent_email: boolean;
};

/**
 * Creates an invitation and queues its email. Creates its customer too, unless a customer has that
 * email address. The customer creates the sale or purchase later (AMB-R04). The
 * email is sent at once, or at the time `after`.
 * @returns the id
 * @throws ConflictError or DomainError with `data.field`: any error from findOrCreateCustomer or
 * insertInvitation, and an error for an open invitation to the same property, an invalid referral
 * code (AMB-E04) or a property that cannot be bought
 */
export async function createInvitation(
  db: Db,
  { customer, to, prevent_email }: NewInvitation,
  { actor, after }: { actor: Actor; after?: Date },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    const user = await findOrCreateCustomer(trx, customer);
    await requireNoOpenInvitation(trx, user, to);
    const place = to.role === "sell" ? await placeToSell(trx, to) : await placeToBuy(trx, user, to);
    const row = { role: to.role, user_id: user.id, new_user: user.newUser, ...place };
    return insertInvitation(
      trx,
      { ...row, prevent_email },
      { actor, action: "invitation_created", recipient: user.email, ...(after && { after }) },
    );
  });
}

/**
 * Rejects a second open invitation to the same property, even if both are sent at the same time. An
 * invitation can be resent only once it has expired.
 */
async function requireNoOpenInvitation(trx: Db, user: InvitedCustomer, to: InvitedTo) {
  const open = await trx
    .selectFrom("invitations as i")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .select(["inviter.first_name", "i.created_at"])
    .where("i.user_id", "=", user.id)
    .where("i.role", "=", to.role)
    .where("i.status", "in", UNOPENED_STATUSES)
    .where(homeKeySql("i"), "=", homeKey(to))
    .where((eb) => eb.not(hasExpiredSql("i")))
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

/**
 * Returns an invitation that can be resent.
 * @throws NotFoundError; ConflictError if it has not expired, has already been
 * resent, or its customer or property is unavailable; DomainError if its address is unknown
 */
export async function readInvitationToResend(
  db: Db,
  reader: StaffReader | ServiceReader,
  place: InvitationPlace,
): Promise<Invitation & { line_1: string }> {
  const invitation = await readInvitation(db, reader, place);
  if (invitation.status !== "expired") {
    throw new ConflictError("Only expired invitations can be resent");
  }
  const { line_1, property_id } = invitation;
  if (line_1 === null) throw new DomainError("Original invitation data is missing.");
  if (invitation.resent) throw new ConflictError("This invitation has already been resent");
  requireInvitable(invitation);
  if (place.role === "buy" && property_id && !(await findOpenSaleForProperty(db, property_id))) {
    throw notForSaleError();
  }
  return { ...invitation, line_1 };
}

/**
 * Resends an expired invitation by creating a new one in the actor's name. The old invitation stays
 * expired (R-020, AMB-R06).
 * @returns the id of the new invitation
 * @throws any error from readInvitationToResend or insertInvitation
 */
export async function resendInvitation(
  db: Db,
  place: InvitationPlace,
  { actor }: { actor: Actor },
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await expireInvitations(trx);
    // Lock the customer, so that a concurrent resend waits and then finds the new invitation.
    await lockPerson(trx, (await readInvitation(trx, service, place)).user_id);
    const original = await readInvitationToResend(trx, service, place);
    const { role, user_id, property_id, property_address_id, referral_code, email } = original;
    return insertInvitation(
      trx,
      {
        role,
        user_id,
        property_id,
        property_address_id,
        referral_code,
        new_user: false,
        is_resend: true,
      },
      { actor, action: "invitation_resent", recipient: email },
    );
  });
}

type NewRow = Omit<Insertable<DB["invitations"]>, "invited_by">;

/**
 * Inserts an invitation and, unless `prevent_email` is set, queues its email. The invitation stays
 * pending until Postmark accepts the email (AMB-R01).
 * @throws DomainError if the actor is no longer staff, or the database returns no id
 * (R-044)
 */
async function insertInvitation(
  trx: Db,
  row: NewRow,
  {
    actor,
    action,
    recipient,
    after,
  }: { actor: Actor; action: StaffAction; recipient: string; after?: Date },
): Promise<string> {
  await requireInviter(trx, actor);
  const { id } = await trx
    .insertInto("invitations")
    .values({ ...row, invited_by: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow(
      () => new DomainError("Failed to create invitation: No ID returned", 500),
    );
  const fields = Object.keys(row);
  await recordAudit(trx, { actor, action, subject: { type: "invitation", id }, fields });
  if (!row.prevent_email) {
    await queueEmail(trx, {
      email: INVITATION_EMAILS[row.role],
      recipient,
      user_id: row.user_id,
      props: { invitation_id: id },
      dedupe_key: `${EMAIL_KEY}${id}`,
      ...(after && { after }),
    });
  }
  return id;
}

async function requireInviter(trx: Db, { id }: Actor) {
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("type", "=", "admin")
    .where("active", "=", true)
    .executeTakeFirstOrThrow(
      () => new DomainError("Admin user data is missing. Cannot create invitation."),
    );
}

type InvitedCustomer = { id: string; email: string; newUser: boolean };

/**
 * Returns the customer with an email address, or creates an inactive one (B-080, AMB-R03). Updates
 * the details of an existing customer only if they have never signed in, because anyone may have
 * typed the stored details (AMB-B06). Locks the customer, so that concurrent invitations see each
 * other.
 * @throws ConflictError with the field "email" for staff (B-085) or a blocked customer; DomainError
 * (R-042)
 */
async function findOrCreateCustomer(trx: Db, customer: NewCustomer): Promise<InvitedCustomer> {
  const { email, ...details } = customer;
  const created = await insertUser(trx, customer);
  const user = await trx
    .selectFrom("users")
    .select(["id", "email", "type", "active", "deactivated_at"])
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(
      () => new DomainError("Failed to create or get customer: No ID returned", 500),
    );
  requireInvitable(user);
  if (!created && !user.active) {
    await trx
      .updateTable("users")
      .set({ ...details, version: sql`version + 1` })
      .where("id", "=", user.id)
      .execute();
  }
  return { id: user.id, email: user.email, newUser: created !== null };
}

/** @throws ConflictError for staff (AMB-B09) and for blocked customers (AMB-A01) */
export function requireInvitable(user: {
  type: "admin" | "customer";
  deactivated_at: Date | null;
}): void {
  const data = { field: "email" };
  if (user.type === "admin") {
    throw emailTakenError({ data });
  }
  if (user.deactivated_at) {
    throw new ConflictError("This customer is blocked and cannot be invited", { data });
  }
}
