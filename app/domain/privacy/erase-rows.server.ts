import { sql } from "kysely";
import { deleteParties } from "#app/domain/people/parties.server.ts";
import type { Db } from "#db/connection.ts";
import type { KeptAccount } from "./erasure-plan.server.ts";
import { queueDeletion } from "#app/queue/delete-documents.server.ts";
import { deleteInboundEmails } from "./nightly-purge.server.ts";

/** A person whose data is erased, except for rows of their finished matters. */
export type Erased = { id: string; email: string; first_name: string; last_name: string };

/** Tables with rows that belong only to an account. Only staff have rows in the last four. */
const OF_ACCOUNT = [
  "drafts",
  "pending_notifications",
  "email_opt_outs",
  "staff_roles",
  "passkeys",
  "totp_keys",
  "recovery_codes",
] as const;

/** Closes an account immediately: ends its sessions, deletes its links and prevents new ones. */
export async function closeAccount(trx: Db, user_id: string): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", user_id).execute();
  await trx.deleteFrom("magic_link_tokens").where("user_id", "=", user_id).execute();
  await trx.deleteFrom("calendar_addresses").where("user_id", "=", user_id).execute();
  await trx.deleteFrom("calendar_dates").where("user_id", "=", user_id).execute();
  await trx
    .updateTable("users")
    .set({ active: false, deactivated_at: sql`coalesce(deactivated_at, now())` })
    .where("id", "=", user_id)
    .execute();
}

/**
 * Erases a person’s data outside finished matters, and anonymises the account except for the part
 * that is kept. Idempotent. If `by_address` is true, also erases data that matches by email alone,
 * because the person has proved that the email is theirs.
 */
export async function erasePersonRows(
  trx: Db,
  person: Erased,
  { account, by_address }: { account: KeptAccount; by_address: boolean },
): Promise<void> {
  await closeAccount(trx, person.id);
  for (const table of OF_ACCOUNT) {
    await trx.deleteFrom(table).where("user_id", "=", person.id).execute();
  }
  await eraseCopies(trx, person);
  await trx.deleteFrom("correction_requests").where("user_id", "=", person.id).execute();
  await eraseInvitations(trx, person);
  await eraseSent(trx, person, by_address);
  if (by_address) {
    await eraseMessages(trx, person);
    await eraseLeads(trx, person);
    await endMarketing(trx, person);
  }
  await eraseBegun(trx, person);
  if (account !== "whole") await makeAnonymous(trx, person, account);
}

async function eraseCopies(trx: Db, { id }: Erased) {
  const copies = await trx
    .deleteFrom("data_copies")
    .where("user_id", "=", id)
    .returning("s3_document_key as key")
    .execute();
  await queueDeletion(
    trx,
    copies.flatMap(({ key }) => key ?? []),
  );
}

async function eraseInvitations(trx: Db, { id }: Erased) {
  const invitations = await trx
    .deleteFrom("invitations")
    .where("user_id", "=", id)
    .where("transaction_id", "is", null)
    .where("purchase_intent_id", "is", null)
    .returning("property_address_id as address")
    .execute();
  for (const { address } of invitations) if (address) await deleteUnusedAddress(trx, address);
}

async function eraseMessages(trx: Db, { email }: Erased) {
  await trx.deleteFrom("contact_requests").where("email", "=", email).execute();
  const emails = await trx
    .selectFrom("inbound_emails")
    .select("id")
    .where("from_email", "=", email)
    .where("transaction_id", "is", null)
    .execute();
  await deleteInboundEmails(
    trx,
    emails.map((each) => each.id),
  );
}

/**
 * Deletes the emails to a person that are not about a matter, except the email about the erasure.
 */
async function eraseSent(trx: Db, { id, email }: Erased, by_address: boolean) {
  await trx
    .deleteFrom("email_log")
    .where("transaction_id", "is", null)
    // Emails about several units of a group are deleted with the units instead.
    .where("body_text", "is", null)
    .where((eb) =>
      eb.or([eb("user_id", "=", id), ...(by_address ? [eb("recipient", "=", email)] : [])]),
    )
    .where("name", "<>", "erasure_begun")
    .execute();
}

/** Erases a person’s leads. If a valuer entered two sellers, the other seller remains. */
async function eraseLeads(trx: Db, { email }: Erased) {
  await trx
    .updateTable("leads")
    .set({ seller_2_name: null, seller_2_email: null, seller_2_phone: null })
    .where("seller_2_email", "=", email)
    .execute();
  await trx
    .updateTable("leads")
    .set((eb) => ({
      seller_1_name: eb.ref("seller_2_name").$notNull(),
      seller_1_email: eb.ref("seller_2_email").$notNull(),
      seller_1_phone: eb.ref("seller_2_phone").$notNull(),
      seller_2_name: null,
      seller_2_email: null,
      seller_2_phone: null,
    }))
    .where("seller_1_email", "=", email)
    .where("seller_2_name", "is not", null)
    .where("seller_2_email", "is not", null)
    .where("seller_2_phone", "is not", null)
    .execute();
  await trx.deleteFrom("leads").where("seller_1_email", "=", email).execute();
}

async function endMarketing(trx: Db, { email }: Erased) {
  for (const table of ["valuers", "office_coordinators"] as const) {
    await trx
      .updateTable(table)
      .set({ is_subscribed: false })
      .where("email", "=", email)
      .where("is_subscribed", "=", true)
      .execute();
  }
}

/**
 * Deletes the participants of the person’s sales and purchases whose terms were never accepted. The
 * property remains, without names.
 */
async function eraseBegun(trx: Db, { id }: Erased) {
  await deleteParties(
    trx,
    () => sql<boolean>`(
      transaction_id in (
        select id from transactions where seller_id = ${id} and terms_accepted_at is null)
      or purchase_intent_id in (
        select id from purchase_intents where buyer_id = ${id} and terms_accepted_at is null))`,
  );
}

async function makeAnonymous(trx: Db, { id }: Erased, account: "address" | "nothing") {
  const before = await trx
    .selectFrom("users")
    .select("correspondence_address_id as address")
    .where("id", "=", id)
    .executeTakeFirst();
  await trx
    .updateTable("users")
    .set({
      first_name: "Erased",
      middle_name: null,
      last_name: "person",
      ...(account === "nothing" && { email: `erased.${id}@erased.invalid` }),
      phone_number: null,
      correspondence_address_id: null,
      stripe_customer_id: null,
    })
    .where("id", "=", id)
    .execute();
  // A trigger has stored the old details as a change.
  await trx.deleteFrom("changes").where("person_id", "=", id).execute();
  if (before?.address) await deleteUnusedAddress(trx, before.address);
}

/** Deletes an address unless a property, a firm or another person uses it. */
export async function deleteUnusedAddress(trx: Db, id: string) {
  await sql`
    delete from addresses where id = ${id}
      and not exists (select from users where correspondence_address_id = addresses.id)
      and not exists (select from parties where correspondence_address_id = addresses.id)
      and not exists (select from properties where address_id = addresses.id)
      and not exists (select from invitations where property_address_id = addresses.id)
      and not exists (select from companies where address_id = addresses.id)
      and not exists (select from law_firms where address_id = addresses.id)
      and not exists (select from estate_agents where office_address_id = addresses.id)`.execute(
    trx,
  );
}
