import { z } from "zod";
import { queuedEmail } from "#app/queue/email.ts";
import { type RawBuilder, sql } from "kysely";
import { firstAndLastName } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { ADDRESS_LINES, selectAddress } from "#app/domain/fields/address.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { INVITATION_DAYS, OPEN, UNOPENED } from "#app/domain/fields/invitations.ts";
import { countUpToMax, follows, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { ReaderId, StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import type { Db } from "#db/connection.ts";
import { homeKeySql, isAddressOfHome } from "./invited-matters.server.ts";
import type { InvitationRole } from "./labels.ts";
import { readCodeOffer } from "./referral-codes.server.ts";

const ofInvitation = z.object({ invitation_id: z.string() });

/** The emails of invitations, by what they invite to. */
export const INVITATION_EMAILS = {
  sell: queuedEmail("invitation_seller", ofInvitation),
  buy: queuedEmail("invitation_buyer", ofInvitation),
};

/** Which invitation an address names, and in which of the two lists. */
export type InvitationPlace = { id: string; role: InvitationRole };

export type Invitation = Awaited<ReturnType<typeof readInvitation>>;

/**
 * An invitation with its customer and its address.
 *
 * @throws NotFoundError "Invitation not found", also for what is no id and for one of the other list (R-022)
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
    .leftJoin("addresses", (join) => join.on(isAddressOfHome()))
    .where("i.id", "=", id)
    .where("i.role", "=", role)
    .select(["i.id", "i.role", "i.status", "i.user_id", "i.new_user", "i.prevent_email"])
    .select(["i.property_id", "i.property_address_id", "i.referral_code", "i.created_at"])
    .select(["i.link_click_count", "i.transaction_id", "i.purchase_intent_id"])
    .select(["users.first_name", "users.middle_name", "users.last_name", "users.email"])
    .select(["users.type", "users.deactivated_at"])
    .select(ADDRESS_LINES)
    .select(wasSentAgainSql("i").as("resent"))
    .executeTakeFirstOrThrow(missing);
  await reader.shown({ list: "invitations" });
  return part;
}

/**
 * Whether there is a newer invitation of the same customer to the same, in a query of `invitations` under this name
 * (AMB-R06).
 */
function wasSentAgainSql(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`exists (select from invitations newer
    where newer.user_id = ${column("user_id")} and newer.role = ${column("role")}
      and (newer.created_at, newer.id) > (${column("created_at")}, ${column("id")})
      and ${homeKeySql("newer")} = ${homeKeySql(alias)})`;
}

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>["items"][number];

/** The invitations to sell, or those to buy, what changed last first (R-011, R-012). */
export async function listInvitations(
  db: Db,
  reader: StaffReader,
  query: KeysetQuery & { role: InvitationRole },
) {
  const { limit } = query;
  const rows = await db
    .selectFrom(changedLast(db, { ...query, limit: limit + 1 }).as("i"))
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .leftJoin("addresses", (join) => join.on(isAddressOfHome()))
    .select(["i.id", "i.role", "i.status", "i.link_click_count", "i.email_sent_at"])
    .select(["i.transaction_id", "i.purchase_intent_id"])
    .select(["i.referral_code", "users.first_name", "users.middle_name", "users.last_name"])
    .select(["users.email", firstAndLastName("inviter").as("invited_by")])
    .select(ADDRESS_LINES)
    .select([
      sql<boolean>`(i.status = 'pending' and ${emailFailedSql("i")})`.as("email_failed"),
      sql<boolean>`(i.status = 'expired' and ${wasSentAgainSql("i")})`.as("resent"),
    ])
    .orderBy("i.updated_at", "desc")
    .orderBy("i.id", "desc")
    .execute();
  await reader.shown({ list: "invitations" });
  return keysetPage(rows, limit);
}

/**
 * How many of them there are.
 *
 * @returns `more` when there are more than were counted.
 */
export function countInvitations(db: Db, role: InvitationRole) {
  return countUpToMax(db, changedLast(db, { role, limit: MAX_COUNTED + 1 }).as("found"));
}

/** The rows to show and no other, from an index that is in the order of the list already. */
function changedLast(db: Db, { role, limit, after }: KeysetQuery & { role: InvitationRole }) {
  const query = db
    .selectFrom("invitations")
    .selectAll()
    .where("role", "=", role)
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("invitations", "updated_at", after)) : query;
}

/** As the condition of the index says it, not as parameters. */
const UNOPENED_LITERALLY = sql.join(UNOPENED.map((status) => sql.lit(status)));

/**
 * Whether an invitation that no one has opened has waited for too long, in a query of `invitations` under this name.
 */
export function hasLapsedSql(alias = "invitations"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("status")} in (${UNOPENED_LITERALLY})
    and coalesce(${column("email_sent_at")}, ${column("created_at")})
      < now() - make_interval(days => ${INVITATION_DAYS}))`;
}

/**
 * Writes down which invitations have expired: seven days after they were sent. One whose link was opened never does,
 * since its customer has an account by then (AMB-R01).
 *
 * @returns how many
 */
export async function expireInvitations(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where(hasLapsedSql())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Writes down that an invitation has expired, when a person comes by its link after the seven days (AMB-B13). It says
 * only what the time has made true, so that it does not matter who comes by, or how often.
 */
export async function expireLapsedInvitation(db: Db, invitationToken: string): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: "expired" })
    .where("token_hash", "=", sha256(invitationToken))
    .where("status", "in", UNOPENED)
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
 * Counts a click on an invitation's link, and moves a sent invitation to clicked (B-067, R-015, AMB-B11).
 * The caller sees to it that one browser session counts once.
 *
 * @returns the invitation, or null when the token is not of an open invitation of that user.
 */
export async function trackClick(
  db: Db,
  click: { invitationToken: string; userId: string },
): Promise<{ id: string } | null> {
  const row = await db
    .updateTable("invitations")
    .set({
      link_click_count: sql`link_click_count + 1`,
      status: sql`case when status in (${sql.join(UNOPENED)}) then 'clicked' else status end`,
    })
    // The token itself is only in the email.
    .where("token_hash", "=", sha256(click.invitationToken))
    .where("user_id", "=", click.userId)
    .where("status", "in", OPEN)
    .returning("id")
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The home that a customer was invited to sell or to buy, for the form about the property to begin with (AMB-R04).
 *
 * @param user_id the customer: another customer's invitation says nothing
 * @returns null once it has become a sale or a purchase, when it has ended otherwise, or without an address
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
export function listOwnInvitations(db: Db, user_id: ReaderId) {
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
 * Said of a property that a person was to be invited to buy.
 *
 * @param details.data the field of the form at which it is shown
 */
export function notForSaleError(details?: { data: { field: string } }): ConflictError {
  return new ConflictError("This property is no longer for sale with Fanlight", details);
}

/** The email of an invitation is queued under this key, by which its fate is found. */
export const EMAIL_KEY = "invitation:";

/** Whether an invitation's email was given up, in a query that has `invitations` under this name in its FROM. */
export function emailFailedSql(alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from email_log
    where email_log.dedupe_key = ${EMAIL_KEY}::text || ${sql.ref(`${alias}.id`)}
      and email_log.status = 'failed')`;
}

export type InvitationEmail = Awaited<ReturnType<typeof readInvitationEmail>>;

/**
 * What an invitation's email says, but for its link, and whom the link signs in.
 *
 * @throws NoResultError for one that is gone, or that opens nothing any more
 */
export async function readInvitationEmail(db: Db, { invitation_id }: { invitation_id: string }) {
  const { first_name, invited_by, user_id, role, email, referral_code, ...address } = await db
    .selectFrom("invitations as i")
    .innerJoin("users", "users.id", "i.user_id")
    .innerJoin("users as inviter", "inviter.id", "i.invited_by")
    .leftJoin("properties", "properties.id", "i.property_id")
    .innerJoin("addresses", (join) => join.on(isAddressOfHome()))
    .where("i.id", "=", invitation_id)
    .where("i.status", "in", OPEN)
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

/** Writes down that Postmark has taken an invitation's email: pending becomes sent (R-014, AMB-R01). */
export async function markInvitationSent(
  trx: Db,
  { invitation_id }: { invitation_id: string },
): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({
      email_sent_at: sql`now()`,
      // Whoever was faster than this has clicked already.
      status: sql`case status when 'pending' then 'sent' else status end`,
    })
    .where("id", "=", invitation_id)
    .where("email_sent_at", "is", null)
    .execute();
}
