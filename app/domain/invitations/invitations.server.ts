import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { type RawBuilder, sql } from "kysely";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  INVITATION_DAYS,
  OPEN_STATUSES,
  UNOPENED_STATUSES,
} from "#app/domain/shared/invitations.ts";
import { countUpToMax, keysetAfter, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { homeKeySql, invitationAddressSql } from "./invited-matters.server.ts";
import type { InvitationRole } from "./labels.ts";
import { readCodeOffer } from "./referral-codes.server.ts";

const ofInvitation = z.object({ invitation_id: z.string() });

export const INVITATION_EMAILS = {
  sell: queuedEmail("invitation_seller", ofInvitation),
  buy: queuedEmail("invitation_buyer", ofInvitation),
};

export type InvitationPlace = { id: string; role: InvitationRole };

export type Invitation = Awaited<ReturnType<typeof readInvitation>>;

/**
 * Returns an invitation. @throws NotFoundError (R-022), also for an invalid id or a different role
 */
export async function readInvitation(
  db: Db,
  reader: StaffReader | ServiceReader,
  { id, role }: InvitationPlace,
) {
  const missing = () => new NotFoundError("Invitation not found");
  if (!isObjectId(id)) throw missing();
  const part = await db
    .selectFrom("invitations as i")
    .innerJoin("users", "users.id", "i.user_id")
    .leftJoin("properties", "properties.id", "i.property_id")
    .leftJoin("addresses", (join) => join.on(invitationAddressSql()))
    .where("i.id", "=", id)
    .where("i.role", "=", role)
    .select(["i.id", "i.role", "i.status", "i.user_id", "i.new_user", "i.prevent_email"])
    .select(["i.property_id", "i.property_address_id", "i.referral_code", "i.created_at"])
    .select(["i.link_click_count", "i.transaction_id", "i.purchase_intent_id"])
    .select(["users.first_name", "users.middle_name", "users.last_name", "users.email"])
    .select(["users.type", "users.deactivated_at"])
    .select(ADDRESS_LINES)
    .select(hasNewerInvitationSql("i").as("resent"))
    .executeTakeFirstOrThrow(missing);
  await reader.recordView({ list: "invitations" });
  return part;
}

/**
 * Returns SQL that is true if the customer has a newer invitation to sell or buy the same property
 * (AMB-R06).
 */
function hasNewerInvitationSql(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`exists (select from invitations newer
    where newer.user_id = ${column("user_id")} and newer.role = ${column("role")}
      and (newer.created_at, newer.id) > (${column("created_at")}, ${column("id")})
      and ${homeKeySql("newer")} = ${homeKeySql(alias)})`;
}

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>["items"][number];

/** Returns the invitations to sell, or those to buy, last changed first (R-011, R-012). */
export async function listInvitations(
  db: Db,
  reader: StaffReader,
  query: KeysetQuery & { role: InvitationRole },
) {
  const { limit } = query;
  const rows = await db
    .selectFrom(selectInvitationPage(db, { ...query, limit: limit + 1 }).as("i"))
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .leftJoin("addresses", (join) => join.on(invitationAddressSql()))
    .select(["i.id", "i.role", "i.status", "i.link_click_count", "i.email_sent_at"])
    .select(["i.transaction_id", "i.purchase_intent_id"])
    .select(["i.referral_code", "users.first_name", "users.middle_name", "users.last_name"])
    .select(["users.email", fullNameSql("inviter").as("invited_by")])
    .select(ADDRESS_LINES)
    .select([
      sql<boolean>`(i.status = 'pending' and ${emailFailedSql("i")})`.as("email_failed"),
      sql<boolean>`(i.status = 'expired' and ${hasNewerInvitationSql("i")})`.as("resent"),
    ])
    .orderBy("i.updated_at", "desc")
    .orderBy("i.id", "desc")
    .execute();
  await reader.recordView({ list: "invitations" });
  return keysetPage(rows, limit);
}

/**
 * Counts the invitations of a role, up to a maximum. @returns the count; `more` is true if there
 * are more than the maximum
 */
export function countInvitations(db: Db, role: InvitationRole) {
  return countUpToMax(db, selectInvitationPage(db, { role, limit: MAX_COUNTED + 1 }).as("found"));
}

/** Selects the invitations on a page of the list. An index has them in the order of the list. */
function selectInvitationPage(
  db: Db,
  { role, limit, after }: KeysetQuery & { role: InvitationRole },
) {
  const query = db
    .selectFrom("invitations")
    .selectAll()
    .where("role", "=", role)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(keysetAfter("invitations", "updated_at", after)) : query;
}

/**
 * Statuses of unopened invitations, as SQL literals so that the condition matches the partial
 * index.
 */
const UNOPENED_LITERALLY = sql.join(UNOPENED_STATUSES.map((status) => sql.lit(status)));

/**
 * Returns SQL that is true if an unopened invitation has expired.
 * @param alias the name of the table `invitations` in the query
 */
export function hasExpiredSql(alias = "invitations"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("status")} in (${UNOPENED_LITERALLY})
    and coalesce(${column("email_sent_at")}, ${column("created_at")})
      < now() - make_interval(days => ${INVITATION_DAYS}))`;
}

/**
 * Marks unopened invitations as expired 7 days after they were sent. An opened invitation does not
 * expire, because its customer has an account (AMB-R01).
 * @returns the number of invitations marked
 */
export async function expireInvitations(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where(hasExpiredSql())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Marks an unopened invitation as expired if its link has expired (AMB-B13). Anyone may cause this,
 * because it only records what is already true.
 */
export async function expireLapsedInvitation(db: Db, invitationToken: string): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where("token_hash", "=", sha256(invitationToken))
    .where("status", "in", UNOPENED_STATUSES)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("magic_link_tokens as t")
            .select("t.id")
            .whereRef("t.invitation_id", "=", "invitations.id")
            .where("t.expires_at", ">", sql<Date>`now()`),
        ),
      ),
    )
    .execute();
}

/**
 * Counts a click on the link of an open invitation, and marks the invitation as clicked (B-067,
 * R-015, AMB-B11). The caller must call it only once per browser session.
 * @returns null if the token or user is wrong, or the invitation is no longer open
 */
export async function trackClick(
  db: Db,
  click: { invitationToken: string; userId: string },
): Promise<{ id: string } | null> {
  const row = await db
    .updateTable("invitations")
    .set({
      link_click_count: sql`link_click_count + 1`,
      status: sql`case when status in (${sql.join(UNOPENED_STATUSES)}) then 'clicked' else status end`,
    })
    // We store only the hash of the token. The token itself is in the email.
    .where("token_hash", "=", sha256(click.invitationToken))
    .where("user_id", "=", click.userId)
    .where("status", "in", OPEN_STATUSES)
    .returning("id")
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the property of an invitation, to prefill the property form (AMB-R04). Returns null if
 * the invitation is not the user's, is not open, already has a sale or purchase, or has no address.
 */
export async function readInvitedProperty(
  db: Db,
  {
    invitation_id,
    user_id,
    role,
  }: { invitation_id: string; user_id: ReaderId; role: InvitationRole },
) {
  const invitation = await db
    .selectFrom("invitations")
    .leftJoin("properties", "properties.id", "invitations.property_id")
    .where("invitations.id", "=", invitation_id)
    .where("invitations.user_id", "=", user_id)
    .where("invitations.role", "=", role)
    .where("invitations.status", "in", OPEN_STATUSES)
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

/** Returns a customer's open invitations, newest first. */
export function listOwnInvitations(db: Db, user_id: ReaderId) {
  return db
    .selectFrom("invitations")
    .where("user_id", "=", user_id)
    .where("status", "in", OPEN_STATUSES)
    .select(["role", "created_at"])
    .orderBy("created_at", "desc")
    .limit(MAX_INVITATIONS)
    .execute();
}

const MAX_INVITATIONS = 20;

/** Returns the error for inviting someone to buy a property that is not for sale. */
export function notForSaleError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("This property is no longer for sale with Fanlight", details);
}

/**
 * Start of the dedupe key of every invitation's email. Queries use the key to find the email's
 * status.
 */
export const EMAIL_KEY = "invitation:";

/**
 * Returns SQL that is true if the email of an invitation could not be sent.
 * @param alias the name of the table `invitations` in the query
 */
export function emailFailedSql(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from email_log
    where email_log.dedupe_key = ${EMAIL_KEY}::text || ${sql.ref(`${alias}.id`)}
      and email_log.status = 'failed')`;
}

export type InvitationEmail = Awaited<ReturnType<typeof readInvitationEmail>>;

/**
 * Returns the content and recipient of an invitation's email. The link is added when the email is
 * sent.
 * @throws NoResultError
 */
export async function readInvitationEmail(db: Db, { invitation_id }: { invitation_id: string }) {
  const { first_name, invited_by, user_id, role, email, referral_code, ...address } = await db
    .selectFrom("invitations as i")
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .innerJoin("addresses", (join) => join.on(invitationAddressSql()))
    .where("i.id", "=", invitation_id)
    .where("i.status", "in", OPEN_STATUSES)
    .select(["i.user_id", "i.role", "users.first_name", "users.email"])
    .select(["inviter.first_name as invited_by", "i.referral_code"])
    .select(ADDRESS_LINES)
    .executeTakeFirstOrThrow();
  return {
    invitation_id,
    user_id,
    role,
    recipient: email,
    contents: {
      first_name,
      invited_by,
      property: addressLine(address),
      offer: await readCodeOffer(db, referral_code),
    },
  };
}

/**
 * Records that Postmark accepted an invitation's email: the status changes from pending to sent
 * (R-014, AMB-R01).
 */
export async function markInvitationSent(
  trx: Db,
  { invitation_id }: { invitation_id: string },
): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({
      email_sent_at: sql`now()`,
      // Keep the status of an invitation whose link the customer has already clicked.
      status: sql`case status when 'pending' then 'sent' else status end`,
    })
    .where("id", "=", invitation_id)
    .where("email_sent_at", "is", null)
    .execute();
}
