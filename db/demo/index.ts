import { type Kysely, sql } from "kysely";
import type { DB } from "#db/types.d.ts";
import { type SeedRows, newSeedRows, type Rows } from "./seed-builder.ts";
import { addAudit } from "./builders/audit.ts";
import { addChecks } from "./builders/checks.ts";
import { addConversations } from "./builders/conversations.ts";
import { addCorrespondence } from "./builders/correspondence.ts";
import { addDocuments } from "./builders/documents.ts";
import { addEnding } from "./builders/endings.ts";
import { addFindings } from "./builders/findings.ts";
import { addInvitations } from "./builders/invitations.ts";
import { addNotes } from "./builders/notes.ts";
import { addGroups, addOffice } from "./builders/office.ts";
import { addPartners } from "./builders/partners.ts";
import { addStrayPayment } from "./builders/payment-reviews.ts";
import { addPeople } from "./builders/people.ts";
import { addPropertyInformation } from "./builders/property-information.ts";
import { addPurchases } from "./builders/purchases.ts";
import { addReadyLinks } from "./builders/ready-links.ts";
import { addSale } from "./builders/sales.ts";
import { addSearches } from "./builders/searches.ts";
import { addSolicitorEmails } from "./builders/solicitors.ts";
import { addMemoranda } from "./builders/memoranda.ts";
import { addActions } from "./builders/actions.ts";
import { addTasks } from "./builders/tasks.ts";
import { matters } from "./content/matters/all.ts";
import { tags } from "./content/tags.ts";

/**
 * Fills an empty database with demonstration data: a conveyancing office and its work. Uses one
 * transaction, or the caller's. The rows depend only on `today`, and their ids are always the same.
 * Staff sign in as ada@fanlight.example. The customer sam.seller@customers.example has sold, is
 * selling and is buying.
 * @returns the documents by their key, which the caller must store
 * @throws {Error} if the database already has users
 */
export async function seed(
  db: Kysely<DB>,
  { today = new Date() }: { today?: Date } = {},
): Promise<SeedRows["documents"]> {
  const book = writeBook(today);
  if (db.isTransaction) await insert(db, book);
  else await db.transaction().execute((trx) => insert(trx, book));
  return book.documents;
}

async function insert(trx: Kysely<DB>, { rows, calendar }: SeedRows) {
  if (await hasUsers(trx))
    throw new Error("Demonstration data needs an empty database, but this one has users.");
  // The numbers of matters are random. This makes them the same each time.
  await sql`select setseed(0.5)`.execute(trx);
  await insertPeopleAndPartners(trx, rows);
  await insertMatters(trx, rows);
  await insertCasework(trx, rows);
  await trx
    .updateTable("admin_config")
    .set({ tags: [...tags], thirdfort_v2_switchover_date: calendar.date(75) })
    .execute();
}

export async function hasUsers(db: Kysely<DB>): Promise<boolean> {
  const somebody = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return somebody !== undefined;
}

function writeBook(today: Date): SeedRows {
  const book = newSeedRows(today);
  addPartners(book);
  addGroups(book);
  for (const matter of matters) {
    addSale(book, matter);
    addPurchases(book, matter);
    addSolicitorEmails(book, matter);
    addChecks(book, matter);
    addSearches(book, matter);
    addDocuments(book, matter);
    addFindings(book, matter);
    addNotes(book, matter);
    addPropertyInformation(book, matter);
    addReadyLinks(book, matter);
    addTasks(book, matter);
    addEnding(book, matter);
  }
  addActions(book);
  addStrayPayment(book);
  addInvitations(book);
  addOffice(book);
  addCorrespondence(book);
  addPeople(book);
  addMemoranda(book);
  addConversations(book);
  addAudit(book);
  dateTransactions(book.rows);
  return book;
}

function dateTransactions({ transactions, events }: Rows) {
  const last = new Map<string, string | Date>();
  for (const { transaction_id, date_time } of events) {
    const known = last.get(transaction_id);
    if (date_time && (!known || date_time > known)) last.set(transaction_id, date_time);
  }
  for (const transaction of transactions)
    transaction.updated_at = last.get(transaction.id ?? "") ?? transaction.created_at;
}

async function insertPeopleAndPartners(trx: Kysely<DB>, rows: Rows) {
  await trx.insertInto("addresses").values(rows.addresses).execute();
  await trx.insertInto("users").values(rows.users).execute();
  await trx.insertInto("staff_roles").values(rows.staff_roles).execute();
  await trx.insertInto("handlers").values(rows.handlers).execute();
  await trx.insertInto("staff_absences").values(rows.staff_absences).execute();
  await trx.insertInto("brands").values(rows.brands).execute();
  await trx.insertInto("estate_agents").values(rows.estate_agents).execute();
  await trx.insertInto("valuers").values(rows.valuers).execute();
  await trx.insertInto("negotiators").values(rows.negotiators).execute();
  await trx.insertInto("office_coordinators").values(rows.office_coordinators).execute();
  await trx.insertInto("law_firms").values(rows.law_firms).execute();
  await trx.insertInto("lawyer_groups").values(rows.lawyer_groups).execute();
  await trx.insertInto("lawyer_group_members").values(rows.lawyer_group_members).execute();
  await trx.insertInto("companies").values(rows.companies).execute();
  await trx.insertInto("referral_codes").values(rows.referral_codes).execute();
}

async function insertMatters(trx: Kysely<DB>, rows: Rows) {
  await trx.insertInto("properties").values(rows.properties).execute();
  await trx.insertInto("transaction_groups").values(rows.transaction_groups).execute();
  await trx.insertInto("transactions").values(rows.transactions).execute();
  await trx.insertInto("purchase_intents").values(rows.purchase_intents).execute();
  await trx.insertInto("parties").values(rows.parties).execute();
  await trx.insertInto("orders").values(rows.orders).execute();
  await trx.insertInto("order_items").values(rows.order_items).execute();
  await trx.insertInto("payment_reviews").values(rows.payment_reviews).execute();
  await trx.insertInto("refunds").values(rows.refunds).execute();
  await trx.insertInto("invoices").values(rows.invoices).execute();
  await trx.insertInto("invoice_items").values(rows.invoice_items).execute();
  await trx.insertInto("stripe_events").values(rows.stripe_events).execute();
  await trx.insertInto("invitations").values(rows.invitations).execute();
  await trx.insertInto("magic_link_tokens").values(rows.magic_link_tokens).execute();
}

async function insertCasework(trx: Kysely<DB>, rows: Rows) {
  await trx.insertInto("events").values(rows.events).execute();
  await trx.insertInto("email_log").values(rows.email_log).execute();
  await trx.insertInto("solicitor_letters").values(rows.solicitor_letters).execute();
  await trx.insertInto("solicitor_letter_matters").values(rows.solicitor_letter_matters).execute();
  await trx.insertInto("instruction_answers").values(rows.instruction_answers).execute();
  await trx.insertInto("identity_checks").values(rows.identity_checks).execute();
  await trx.insertInto("search_orders").values(rows.search_orders).execute();
  await trx.insertInto("searches").values(rows.searches).execute();
  await trx.insertInto("search_documents").values(rows.search_documents).execute();
  await trx.insertInto("search_messages").values(rows.search_messages).execute();
  await trx.insertInto("search_message_errors").values(rows.search_message_errors).execute();
  await trx.insertInto("additional_requests").values(rows.additional_requests).execute();
  await trx.insertInto("reports").values(rows.reports).execute();
  await trx.insertInto("intelligence").values(rows.intelligence).execute();
  await trx.insertInto("leads").values(rows.leads).execute();
  await trx.insertInto("office_health").values(rows.office_health).execute();
  await trx.insertInto("inbound_emails").values(rows.inbound_emails).execute();
  await trx.insertInto("inbound_attachments").values(rows.inbound_attachments).execute();
  await trx.insertInto("document_requests").values(rows.document_requests).execute();
  await trx.insertInto("documents").values(rows.documents).execute();
  await trx.insertInto("document_shares").values(rows.document_shares).execute();
  await trx.insertInto("conversations").values(rows.conversations).execute();
  await trx.insertInto("messages").values(rows.messages).execute();
  await trx.insertInto("message_documents").values(rows.message_documents).execute();
  await trx.insertInto("message_mentions").values(rows.message_mentions).execute();
  await trx.insertInto("matched_senders").values(rows.matched_senders).execute();
  await trx.insertInto("contact_requests").values(rows.contact_requests).execute();
  await trx.insertInto("memoranda").values(rows.memoranda).execute();
  await trx.insertInto("sale_agreements").values(rows.sale_agreements).execute();
  await trx.insertInto("matter_actions").values(rows.matter_actions).execute();
  await trx.insertInto("chases").values(rows.chases).execute();
  await trx.insertInto("tasks").values(rows.tasks).execute();
  await trx.insertInto("stage_notes").values(rows.stage_notes).execute();
  await trx.insertInto("property_information").values(rows.property_information).execute();
  await trx.insertInto("property_answers").values(rows.property_answers).execute();
  await trx.insertInto("property_confirmations").values(rows.property_confirmations).execute();
  await trx
    .insertInto("property_information_shares")
    .values(rows.property_information_shares)
    .execute();
  await trx.insertInto("ready_links").values(rows.ready_links).execute();
  await trx.insertInto("audit_log").values(rows.audit_log).execute();
  await trx.insertInto("changes").values(rows.changes).execute();
}
