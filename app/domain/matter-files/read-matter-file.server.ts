import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { listLetters } from "#app/domain/assignments/letter.server.ts";
import { referralFeeText } from "#app/domain/assignments/referral-fee.ts";
import { AUTHOR_LABELS, eventLabel } from "#app/domain/events/catalogue.ts";
import { STANDING_LABELS } from "#app/domain/events/event-standing.ts";
import { listEvents } from "#app/domain/events/events.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { labelFromSnakeCase } from "#app/domain/shared/format.ts";
import { listMatterPurchases } from "#app/domain/purchases/purchases.server.ts";
import {
  readTransaction,
  type Transaction,
} from "#app/domain/transactions/read-transaction.server.ts";
import { sellerMortgageText } from "#app/domain/transactions/labels.ts";
import { changeText, listChanges } from "#app/domain/history/changes.server.ts";
import {
  PURCHASE_DATE_LABELS,
  PURCHASE_DATES,
} from "#app/domain/transactions/significant-dates.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { isOfMatter } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";

/** Content of a matter's file, which a solicitor, insurer or regulator may read years later. */

type FileSection = { title: string; rows: { term: string; text: string }[] };

export type MatterFacts = Awaited<ReturnType<typeof readMatterFacts>>;

const ALL = 100_000;

/**
 * Reads everything on record about a matter. Call it in a database transaction with one snapshot.
 * @throws NotFoundError
 */
export async function readMatterFacts(trx: Db, reader: ServiceReader, id: string) {
  const matter = await readTransaction(trx, reader, id);
  const purchases = await listMatterPurchases(trx, reader, id);
  const sellers = await listSellers(trx, id);
  const { items: events } = await listEvents(trx, reader, id, { limit: ALL });
  const sections: FileSection[] = [
    { title: "Dates", rows: dateRows(matter, purchases) },
    { title: "Property", rows: propertyRows(matter) },
    { title: "Sellers", rows: [...sellers.map(personRow), ...sellingRows(matter)] },
    ...purchases.map((purchase) => ({
      title: `Purchase ${purchase.number}${purchase.is_active ? " (active)" : ""}`,
      rows: purchaseRows(purchase),
    })),
    { title: "Solicitors and estate agent", rows: actingRows(matter) },
    { title: "Payment", rows: await listOrders(trx, id) },
  ];
  return {
    id,
    address: addressLine(matter.address),
    sections: sections.filter(({ rows }) => rows.length > 0),
    timeline: events.toReversed().map((event) => ({
      at: adminMoment(event.date_time),
      what: event.standing
        ? `${eventLabel(event.event_name)} (${STANDING_LABELS[event.standing].toLowerCase()})`
        : eventLabel(event.event_name),
      author: event.author_name ?? AUTHOR_LABELS[event.author],
      about: [event.buyer_name && `purchase by ${event.buyer_name}`, event.comments, event.note]
        .filter(Boolean)
        .join(". "),
    })),
    changes: (await listChanges(trx, reader, id)).map((change) => ({
      term: [adminMoment(change.changed_at), change.by].filter(Boolean).join(", "),
      text: [change.person, changeText(change)].filter(Boolean).join(", "),
    })),
    letters: await listLetters(trx, reader, id),
    sent: await listSent(trx, id),
    received: await listReceived(trx, id),
    documents: await listDocuments(trx, id),
  };
}

type Purchase = Awaited<ReturnType<typeof listMatterPurchases>>[number];
type Reached = Parameters<typeof fullName>[0] & {
  email: string | null;
  phone_number: string | null;
};

function personRow(person: Reached) {
  const reached = [person.email, person.phone_number].filter(Boolean).join(", ");
  return { term: fullName(person), text: reached || "represented by another person" };
}

function dateRows(matter: Transaction, purchases: readonly Purchase[]) {
  return [
    { term: "Started", text: adminDate(matter.created_at) },
    ...purchases.flatMap((purchase) =>
      PURCHASE_DATES.flatMap((name) => {
        const date = purchase[name];
        const term = `${PURCHASE_DATE_LABELS[name]}, purchase ${purchase.number}`;
        return date ? [{ term, text: adminDate(date) }] : [];
      }),
    ),
  ];
}

function propertyRows(matter: Transaction) {
  const { tenure, tenure_details, title_number, description, asking_price_pounds } = matter;
  return filled([
    ["Address", addressLine(matter.address)],
    ["Tenure", [tenure, tenure_details].filter(Boolean).join(": ")],
    ["Title number", title_number],
    ["Description", description],
    ["Asking price", formatPounds(asking_price_pounds)],
    ["Group", matter.group_name],
  ]);
}

function sellingRows(matter: Transaction) {
  return filled([
    ["Mortgage on the property", sellerMortgageText(matter)],
    ["Referral fee", referralFeeText(matter)],
  ]);
}

function purchaseRows(purchase: Purchase) {
  return [
    ...purchase.buyers.map((buyer) => ({ ...personRow(buyer), term: `Buyer: ${fullName(buyer)}` })),
    ...purchase.giftors.map((giftor) => ({
      term: `Giftor: ${fullName(giftor)}`,
      text: `${formatPounds(giftor.amount_pounds)}, ${personRow(giftor).text}`,
    })),
    ...filled([
      ["Agreed price", formatPounds(purchase.agreed_price_pounds)],
      ["Ownership", purchase.ownership_type],
      ["Mortgage broker", purchase.mortgage_broker],
      ["Referral fee", referralFeeText(purchase)],
      ["Terms accepted", purchase.terms_accepted_at && adminMoment(purchase.terms_accepted_at)],
    ]),
  ];
}

function actingRows({ seller_solicitor, buyer_solicitor, estate_agent }: Transaction) {
  return filled([
    [
      "Seller’s solicitor",
      seller_solicitor && `${seller_solicitor.law_firm}, ${seller_solicitor.name}`,
    ],
    [
      "Buyer’s solicitor",
      buyer_solicitor && `${buyer_solicitor.law_firm}, ${buyer_solicitor.name}`,
    ],
    ["Estate agent", estate_agent && [estate_agent.brand_name, estate_agent.office_name].join(" ")],
  ]);
}

function filled(rows: readonly (readonly [term: string, text: string | null | undefined])[]) {
  return rows.flatMap(([term, text]) => (text ? [{ term, text }] : []));
}

async function listSellers(trx: Db, id: string): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select first_name, middle_name, last_name, email, phone_number from (
      select -1 as position, first_name, middle_name, last_name, email, phone_number
      from users where id = (select seller_id from transactions where id = ${id})
      union all
      select position, first_name, middle_name, last_name, email, phone_number
      from parties where transaction_id = ${id} and kind = 'seller'
    ) as seller order by position`.execute(trx);
  return rows;
}

async function listOrders(trx: Db, id: string) {
  const orders = await trx
    .selectFrom("orders")
    .select(["code", "payment_type", "total_amount_pence", "stripe_transaction_id"])
    .select(["stripe_transaction_status", "paid_at"])
    .where("transaction_id", "=", id)
    .orderBy("created_at")
    .execute();
  return orders.map(({ code, total_amount_pence, paid_at, ...order }) => ({
    term: code ? `Order ${code}` : "Order",
    text: [
      formatPence(total_amount_pence),
      labelFromSnakeCase(order.payment_type),
      order.stripe_transaction_id,
      paid_at ? `paid ${adminMoment(paid_at)}` : (order.stripe_transaction_status ?? "not paid"),
    ]
      .filter(Boolean)
      .join(", "),
  }));
}

/**
 * Returns our emails about a matter. `body_text` is null for sign-in links, letters and old emails.
 */
function listSent(trx: Db, id: string) {
  return trx
    .selectFrom("email_log")
    .select(["id", "name", "recipient", "status", "postmark_message_id", "created_at", "sent_at"])
    .select(["props", "dedupe_key", "subject", "body_text", "copied_to"])
    .where(isOfMatter(id))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

function listReceived(trx: Db, id: string) {
  return trx
    .selectFrom("inbound_emails")
    .select(["id", "message_id", "from_email", "from_name", "to_email", "subject"])
    .select(["text_body", "html_body", "received_at", "sender_doubt", "automatic"])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("inbound_attachments")
          .select(["file_name", "s3_document_key", "sha256"])
          .whereRef("email_id", "=", "inbound_emails.id")
          .where("s3_document_key", "is not", null)
          .$narrowType<{ s3_document_key: string }>()
          .orderBy("position"),
      ).as("files"),
    )
    .where("transaction_id", "=", id)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
}

type Stored = { key: string; called: string; sha256: string | null; at: Date };

/**
 * Returns a matter's search documents, its reports, and messages from search providers, each with
 * the hash recorded when it was stored, if any.
 */
async function listDocuments(trx: Db, id: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select search_documents.s3_document_key as key, file_name as called, sha256, search_documents.created_at as at
    from search_documents join searches on searches.id = search_documents.search_id
    where searches.transaction_id = ${id}
    union all
    select s3_document_key, 'Message from the search provider', sha256, received_at
    from search_messages where transaction_id = ${id}
    union all
    select s3_document_key, 'Property search report ' || reference, null, generated_at
    from reports where transaction_id = ${id} and s3_document_key is not null
    union all
    select s3_document_key, file_name, sha256, created_at
    from documents where transaction_id = ${id} and scan in ('clean', 'not_scanned')
    order by at, key`.execute(trx);
  return rows;
}
