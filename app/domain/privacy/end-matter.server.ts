import { sql } from "kysely";
import { recordErasure } from "#app/domain/audit/audit.server.ts";
import { isOfMatter } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import { deleteUnusedAddress } from "./erase-rows.server.ts";
import { isDue, type Today } from "./matter-ends.server.ts";
import { queueDeletion } from "#app/queue/delete-documents.server.ts";
import { deleteInboundEmails } from "./nightly-purge.server.ts";

/** Tables with a reference to the matter. Each table comes after the tables that refer to it. */
const OF_MATTER = [
  "conversations",
  "matched_senders",
  "matter_actions",
  "sale_agreements",
  "tasks",
  "chases",
  "instruction_answers",
  "memoranda",
  "documents",
  "document_requests",
  "search_message_errors",
  "additional_requests",
  "searches",
  "search_orders",
  "search_messages",
  "reports",
  "intelligence",
  "identity_checks",
  "orders",
  "email_log",
  "data_copies",
  "purchase_intents",
] as const;

/**
 * Deletes a matter past its retention period, but not the people in it. Returns false if the matter
 * is not past it.
 */
export async function deleteDueMatter(trx: Db, id: string, today: Today): Promise<boolean> {
  const matter = await trx
    .selectFrom("transactions")
    .select(["property_id", "company_seller_id", "group_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!matter || !(await isDue(trx, id, today))) return false;
  const addresses = await listAddresses(trx, id);
  await queueDeletion(trx, await listFiles(trx, id));
  // The database refuses to delete events, except those of the matter in this setting.
  await sql`select set_config('fanlight.ended_matter', ${id}, true)`.execute(trx);
  await trx.deleteFrom("events").where("transaction_id", "=", id).execute();
  await sql`select set_config('fanlight.ended_matter', '', true)`.execute(trx);
  await deleteLetters(trx, id);
  await deleteEmails(trx, id);
  await deleteReviewsAndInvitations(trx, id);
  await sql`
    delete from search_documents
    where search_id in (select id from searches where transaction_id = ${id})`.execute(trx);
  const invoices = await trx
    .selectFrom("invoice_items")
    .innerJoin("orders", "orders.id", "invoice_items.order_id")
    .select("invoice_id")
    .where("orders.transaction_id", "=", id)
    .execute();
  for (const table of OF_MATTER) {
    await trx.deleteFrom(table).where("transaction_id", "=", id).execute();
  }
  await trx.deleteFrom("transactions").where("id", "=", id).execute();
  await deleteEmailsOfSeveral(trx, id);
  await deleteEmptyInvoices(
    trx,
    invoices.flatMap(({ invoice_id }) => invoice_id ?? []),
  );
  await deleteUnused(trx, matter);
  for (const address of addresses) await deleteUnusedAddress(trx, address);
  await recordErasure(trx, "matter_ended", { type: "transaction", id });
  return true;
}

/** Deletes the identity checks of an ended matter. @returns the number of deleted checks */
export async function endChecks(trx: Db, id: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("identity_checks")
    .where("transaction_id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await recordErasure(trx, "checks_ended", { type: "transaction", id });
  return Number(numDeletedRows);
}

async function listAddresses(trx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    select correspondence_address_id as id from parties
    where transaction_id = ${id}
      or purchase_intent_id in (select id from purchase_intents where transaction_id = ${id})
    union select address_id from properties join transactions on property_id = properties.id
    where transactions.id = ${id}
    union select address_id from companies join transactions on company_seller_id = companies.id
    where transactions.id = ${id}
    union select property_address_id from invitations where transaction_id = ${id}`.execute(trx);
  return rows.flatMap((row) => row.id ?? []);
}

async function listFiles(trx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    select s3_document_key as key from search_documents
    where search_id in (select id from searches where transaction_id = ${id})
    union select s3_document_key from documents where transaction_id = ${id}
    union select converted_document_key from documents where transaction_id = ${id}
    union select s3_document_key from searches where transaction_id = ${id}
    union select s3_document_key from search_messages where transaction_id = ${id}
    union select s3_document_key from reports where transaction_id = ${id}
    union select s3_document_key from data_copies where transaction_id = ${id}`.execute(trx);
  return rows.flatMap(({ key }) => key ?? []);
}

/**
 * Deletes a matter’s letters. A letter about several matters is kept until the last of them is
 * deleted.
 */
async function deleteLetters(trx: Db, id: string) {
  const { rows } = await sql<{ id: string }>`
    delete from solicitor_letter_matters where transaction_id = ${id}
    returning letter_id as id`.execute(trx);
  const letters = rows.map((row) => row.id);
  await sql`
    delete from solicitor_letters
    where (id = any(${letters}) and not exists (
        select from solicitor_letter_matters where letter_id = solicitor_letters.id))
      or purchase_intent_id in (
        select id from purchase_intents where transaction_id = ${id})`.execute(trx);
}

async function deleteEmails(trx: Db, id: string) {
  const emails = await trx
    .selectFrom("inbound_emails")
    .select("id")
    .where("transaction_id", "=", id)
    .execute();
  await deleteInboundEmails(
    trx,
    emails.map((each) => each.id),
  );
}

/**
 * Deletes emails about several units of a group. Each is kept until the last of its units is
 * deleted.
 */
async function deleteEmailsOfSeveral(trx: Db, id: string) {
  await sql`
    delete from email_log where ${isOfMatter(id)} and not exists (
      select from jsonb_array_elements_text(props -> 'transaction_ids') as named (id)
      join transactions on transactions.id = named.id)`.execute(trx);
}

async function deleteReviewsAndInvitations(trx: Db, id: string) {
  await sql`
    delete from payment_reviews where other_transaction_id = ${id}
      or order_id in (select id from orders where transaction_id = ${id})`.execute(trx);
  await sql`
    delete from invitations where transaction_id = ${id}
      or purchase_intent_id in (select id from purchase_intents where transaction_id = ${id})
      or property_id = (select property_id from transactions as own where own.id = ${id}
        and not exists (select from transactions
          where property_id = own.property_id and id <> own.id))`.execute(trx);
}

/** Deletes the matter’s property, company and group, unless another record uses them. */
/** Deletes invoices whose last sale has been deleted. They name an office or a developer. */
async function deleteEmptyInvoices(trx: Db, invoices: readonly string[]) {
  await sql`
    delete from invoices where id = any(${invoices}::text[])
      and not exists (select from invoice_items where invoice_id = invoices.id)`.execute(trx);
}

async function deleteUnused(
  trx: Db,
  matter: { property_id: string; company_seller_id: string | null; group_id: string | null },
) {
  await sql`
    delete from properties where id = ${matter.property_id}
      and not exists (select from transactions where property_id = properties.id)
      and not exists (select from purchase_intents where property_id = properties.id)
      and not exists (select from invitations where property_id = properties.id)`.execute(trx);
  await sql`
    delete from companies where id = ${matter.company_seller_id}
      and not exists (select from transactions where company_seller_id = companies.id)`.execute(
    trx,
  );
  await sql`
    delete from transaction_groups where id = ${matter.group_id}
      and not exists (select from transactions where group_id = transaction_groups.id)`.execute(
    trx,
  );
}
