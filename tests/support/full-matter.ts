import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordShown } from "#app/domain/audit/audit.server.ts";
import { addMessage, openConversation } from "#app/domain/conversations/conversations.server.ts";
import { fileReceivedEmails } from "#app/domain/conversations/file-emails.server.ts";
import { addInternalNote, addPhoneNote } from "#app/domain/conversations/notes.server.ts";
import { addDocument } from "#app/domain/documents/store-document.server.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { sendBuyerFound, readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import { storeLetter } from "#app/domain/assignments/letter.server.ts";
import { planLetterResend } from "#app/domain/assignments/send-letters.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertAgent, negotiator, NO_CHECKS } from "#tests/support/estate-agents.ts";
import { insertCode, intentFor } from "#tests/support/payments.ts";
import { storedFile } from "#tests/support/documents.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { staffReader } from "#tests/support/readers.ts";
import { bea, homeAddress, newSale } from "#tests/support/sales.ts";
import { addSearch, insertReport } from "#tests/support/searched-matter.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { createSale } from "#tests/support/create-matter.ts";

/**
 * Creates a matter with every kind of row. It has two purchases, so that tests notice a query
 * without an owner filter. `staff` wrote its notes; by default, a new member of staff.
 */
export async function fullMatter(db: Db, staff?: { id: string }) {
  const admin = staff ?? (await signIn(db, { type: "admin" }));
  const actor = { id: admin.id, request_id: "" };
  const matter = await aSale(db);
  const { id, seller } = matter;
  await insertMoney(db, id, admin.id);
  const purchase = await createPurchaseAtStage(db, matter, { active: true }, fullPurchasePeople);
  await createPurchaseAtStage(db, matter, { first_name: "Cy" });
  await db
    .updateTable("purchase_intents")
    .set({ sale_agreed: "2026-05-01", mortgage_broker: "Harbour Mortgages" })
    .where("id", "=", purchase.id)
    .execute();
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const letters = [];
  for (const side of ["seller", "buyer"] as const) {
    const { planned } = await planLetterResend(db, staffReader(), { transaction_id: id, side });
    if (planned) letters.push(await storeLetter(db, planned));
  }
  await assignAgent(db, id);
  await insertChecks(db, id, { seller, buyer: purchase });
  await insertSearches(db, id, admin.id);
  await tellByEmail(db, id, seller.email);
  await insertConversations(db, id, {
    seller_id: seller.id,
    admin_id: admin.id,
    purchase_intent_id: purchase.id,
  });
  const found = await readBuyerFound(db, staffReader(), id);
  await sendBuyerFound(db, id, {
    actor,
    purchase_intent_id: purchase.id,
    recipients: found.recipients,
    last_sent_at: null,
  });
  await recordShown(db, { actor, what: { record: { type: "transaction", id } } });
  await describeProperty(db, id, seller.id);
  const notes = [await insertStages(db, id, { author_id: admin.id, user_id: seller.id })];
  const task_id = await insertWork(db, id, admin.id);
  const memorandum_id = await insertMemorandum(db, id);
  const action_id = await insertAction(db, id, { purchase: purchase.id, staff: admin.id });
  const documents = await readDocumentIds(db, id);
  return {
    ...matter,
    purchase_intent_id: purchase.id,
    letters,
    notes,
    task_id,
    action_id,
    memorandum_id,
    ...documents,
  };
}

async function readDocumentIds(db: Db, transaction_id: string) {
  return db
    .selectFrom("document_requests as request")
    .innerJoin("inbound_emails as email", "email.transaction_id", "request.transaction_id")
    .innerJoin("inbound_attachments as file", "file.email_id", "email.id")
    .select(["request.id as request_id", "file.id as attachment_id"])
    .where("request.transaction_id", "=", transaction_id)
    .where("request.purchase_intent_id", "is", null)
    .executeTakeFirstOrThrow();
}

/** Inserts an answer that names the matter, and a link that its seller created. */
async function describeProperty(db: Db, transaction_id: string, seller_id: string) {
  const answers = { flooded: "yes", flood_details: `The cellar of ${transaction_id}` };
  const by = { transaction_id, answered_by: seller_id, answered_at: new Date() };
  await db.insertInto("property_information").values({ transaction_id }).execute();
  await db
    .insertInto("property_answers")
    .values(
      Object.entries(answers).map(([question, answer]) => ({
        ...by,
        question,
        answer: JSON.stringify(answer),
      })),
    )
    .execute();
  await db
    .insertInto("ready_links")
    .values({
      transaction_id,
      source: "seller",
      token_hash: randomBytes(32).toString("hex"),
      created_by: seller_id,
      expires_at: sql`now() + interval '90 days'`,
    })
    .execute();
}

/**
 * Inserts a question to the seller’s solicitor, and a task that names the matter. Returns the id of
 * the task.
 */
async function insertWork(db: Db, transaction_id: string, staff_id: string) {
  const { seller_lawyer_group_id } = await db
    .selectFrom("transactions")
    .select("seller_lawyer_group_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("chases")
    .values({
      transaction_id,
      lawyer_group_id: seller_lawyer_group_id,
      side: "seller",
      step: "exchange",
      asked_by: staff_id,
      follow_up_on: "2026-06-04",
      token_hash: randomBytes(32).toString("hex"),
      expires_at: sql`now() + interval '30 days'`,
    })
    .execute();
  const firm = {
    transaction_id,
    lawyer_group_id: seller_lawyer_group_id ?? "",
    side: "seller" as const,
  };
  await db
    .insertInto("firm_sessions")
    .values({
      ...firm,
      email: "sol@ashby.example",
      token_hash: randomBytes(32).toString("hex"),
      expires_at: sql`now() + interval '12 hours'`,
    })
    .execute();
  await db
    .insertInto("instruction_answers")
    .values({
      ...firm,
      answer: "declined",
      reason: "other",
      note: `About ${transaction_id}`,
      answered_by: "Sol Ashby",
    })
    .execute();
  const task = await db
    .insertInto("tasks")
    .values({
      transaction_id,
      title: `Phone about ${transaction_id}`,
      due_on: "2026-06-01",
      created_by: staff_id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return task.id;
}

/** Inserts a declined memorandum of sale from the estate agent. Returns its id. */
async function insertMemorandum(db: Db, transaction_id: string) {
  const { estate_agent_id } = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const office = estate_agent_id ?? "";
  const document = await addDocument(db, {
    transaction_id,
    estate_agent_id: office,
    file: storedFile({ file_name: `${transaction_id}.pdf` }),
    purchase_intent_id: null,
    request_id: null,
    uploaded_by: null,
  });
  const memorandum = await db
    .insertInto("memoranda")
    .values({
      transaction_id,
      estate_agent_id: office,
      document_id: document.id,
      first_name: "Cora",
      last_name: "Byron",
      email: "cora.memorandum@example.test",
      phone_number: "+447400123456",
      agreed_price_pounds: 450_000,
      sent_by: "Ned North",
      sent_email: "ned@north.example",
      status: "declined",
      reason: `About ${transaction_id}`,
      decided_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return memorandum.id;
}

/** Inserts an agreed sale, and an action on the active purchase. Returns the action’s id. */
async function insertAction(
  db: Db,
  transaction_id: string,
  of: { purchase: string; staff: string },
) {
  const { buyer_id } = await db
    .selectFrom("purchase_intents")
    .select("buyer_id")
    .where("id", "=", of.purchase)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sale_agreements")
    .values({
      transaction_id,
      buyer_id,
      agreed_price_pounds: 450_000,
      co_buyer_first_name: "Cora",
      co_buyer_last_name: "Byron",
      co_buyer_email: "cora.agreed@example.test",
      co_buyer_phone_number: "+447400123456",
      ended_at: new Date(),
    })
    .execute();
  const action = await db
    .insertInto("matter_actions")
    .values({
      transaction_id,
      purchase_intent_id: of.purchase,
      kind: "change_agreed_price",
      before: JSON.stringify({ agreed_price_pounds: 450_000 }),
      after: JSON.stringify({ agreed_price_pounds: 440_000 }),
      done_by: of.staff,
      sends_at: sql`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return action.id;
}

/** Inserts a note, and the rows that jobs and calendars store. Returns the note’s id. */
async function insertStages(
  db: Db,
  transaction_id: string,
  by: { author_id: string; user_id: string },
) {
  const { author_id, user_id } = by;
  const of = { transaction_id, user_id, side: "seller" } as const;
  const days = { began_on: "2026-05-01", ended_on: "2026-05-08", working_days: 4 };
  await db
    .insertInto("stage_durations")
    .values({ transaction_id, stage: "identity", ...days })
    .execute();
  await db
    .insertInto("calendar_dates")
    .values({ ...of, kind: "exchange", day: "2026-06-01" })
    .execute();
  await db
    .insertInto("pending_notifications")
    .values({ ...of, event_names: ["exchanged"] })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .insertInto("stage_notes")
    .values({ transaction_id, stage: "identity", reader: "both", note: transaction_id, author_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function aSale(db: Db) {
  const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  const property = {
    ...newSale().property,
    address: { ...homeAddress, line_1: `${crypto.randomUUID()} Arch Street`, uprn: null },
  };
  const sale = await createSale(db, seller.id, newSale({ property, additional_sellers: [bea] }));
  const ids = { transaction_id: sale.id, seller_id: seller.id };
  await acceptTerms(db, ids);
  await recordPayment(db, await intentFor(db, ids, { amount_received_pence: 20_000 }));
  await insertSecondSale(db, sale.id);
  await db
    .insertInto("invitations")
    .values({
      role: "sell",
      user_id: seller.id,
      invited_by: seller.id,
      new_user: true,
      status: "clicked",
      transaction_id: sale.id,
      property_id: sale.property_id,
    })
    .execute();
  return { id: sale.id, property_id: sale.property_id, seller };
}

async function insertSecondSale(db: Db, transaction_id: string) {
  const other = await createSale(db, (await signIn(db)).id, newSale());
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("payment_reviews")
    .values({ order_id: order.id, other_transaction_id: other.id, reason: "home_with_us" })
    .execute();
}

/** Inserts a refund of the matter’s order, and an invoice to the owner of a code. */
async function insertMoney(db: Db, transaction_id: string, staff_id: string) {
  const order = await db
    .selectFrom("orders")
    .select(["id", "stripe_transaction_id"])
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("refunds")
    .values({
      order_id: order.id,
      stripe_payment_id: order.stripe_transaction_id ?? "pi_none",
      amount_pence: 5_000,
      reason: "A slow reply",
      status: "succeeded",
      stripe_refund_id: `re_${order.id}`,
      requested_by: staff_id,
      answered_at: new Date(),
    })
    .execute();
  const code = `FULL${randomBytes(4).toString("hex")}`;
  await insertCode(db, code);
  const invoice = await db
    .insertInto("invoices")
    .values({
      number: code,
      referral_code: code,
      month: "2026-05-01",
      total_pence: 24_000,
      issued_on: "2026-05-20",
      due_on: "2026-06-03",
      created_by: staff_id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("invoice_items")
    .values({ order_id: order.id, invoice_id: invoice.id, amount_pence: 24_000 })
    .execute();
}

async function assignAgent(db: Db, id: string) {
  const checks = {
    ...NO_CHECKS,
    requests_seller_thirdfort_checks: true,
    requests_buyer_thirdfort_checks: true,
    thirdfort_requester_emails: ["asked@north.example"],
  };
  const estate_agent_id = await insertAgent(db, { negotiators: [negotiator("Ned")], checks });
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned", tags: ["Full"] })
    .where("id", "=", id)
    .execute();
  // The database clears the fee when the agent changes, so the fee comes second.
  await db
    .updateTable("transactions")
    .set({ agent_fee_basis_points: 125, agent_fee_includes_vat: false })
    .set({ seller_lender: "Halifax", referral_fee_paid: true, referral_fee: "Harbour Homes, £150" })
    .where("id", "=", id)
    .execute();
}

type People = {
  seller: { email: string };
  buyer: { id: string; email: string };
};

async function insertChecks(db: Db, transaction_id: string, { seller, buyer }: People) {
  const check = { transaction_id, phone_number: "+447400123456", last_name: "Byron" };
  const thirdfort_id = () => crypto.randomUUID();
  await db
    .insertInto("identity_checks")
    .values([
      {
        ...check,
        person_type: "seller",
        first_name: "Ada",
        email: seller.email,
        status: "pending",
        thirdfort_id: thirdfort_id(),
      },
      {
        ...check,
        purchase_intent_id: buyer.id,
        person_type: "buyer",
        first_name: "Bea",
        email: buyer.email,
        status: "failed",
        thirdfort_id: thirdfort_id(),
      },
    ])
    .execute();
}

async function insertSearches(db: Db, transaction_id: string, admin_id: string) {
  const { id: search_order_id } = await insertSearchOrder(db, transaction_id);
  await addSearch(db, transaction_id);
  await db
    .insertInto("additional_requests")
    .values([
      { transaction_id, search_order_id, type: "title_plan", status: "pending" },
      { transaction_id, type: "sewer_bill", status: "sent", sent_at: new Date() },
    ])
    .execute();
  await insertProblem(db, transaction_id);
  await insertDocumentRequest(db, transaction_id, admin_id);
  await insertReport(db, transaction_id);
  await db
    .insertInto("intelligence")
    .values({
      transaction_id,
      summary: `It is with ${transaction_id}.`,
      next_step: "Wait.",
      model: "rules",
    })
    .execute();
}

/** Inserts a conversation of each side, with a message of each kind that people write. */
async function insertConversations(
  db: Db,
  transaction_id: string,
  people: { seller_id: string; admin_id: string; purchase_intent_id: string },
) {
  const { seller_id, admin_id, purchase_intent_id } = people;
  const actor = { id: admin_id, request_id: "" };
  for (const purchase of [null, purchase_intent_id]) {
    await inTransaction(db, async (trx) => {
      const place = { transaction_id, purchase_intent_id: purchase };
      const conversation_id = await openConversation(trx, place);
      const written = { conversation_id, text: `About ${transaction_id}` };
      await addMessage(trx, { ...written, kind: "page_message", author_id: seller_id });
      await addMessage(trx, { conversation_id, kind: "update_request", author_id: seller_id });
      await addInternalNote(
        trx,
        { conversation_id, form_key: `note ${conversation_id}`, note: written.text, mentions: [] },
        { actor },
      );
      await addPhoneNote(
        trx,
        {
          ...{ conversation_id, form_key: `call ${conversation_id}`, spoke_with: "Grace" },
          ...{ call_minutes: 6, call: written.text, answered: false },
        },
        { actor },
      );
    });
  }
  await db
    .insertInto("matched_senders")
    .values({ email: `${transaction_id}@example.com`, transaction_id, matched_by: admin_id })
    .execute();
}

async function insertDocumentRequest(db: Db, transaction_id: string, shared_by: string) {
  const days = { requested_on: "2026-05-01", due_on: "2026-05-15" };
  const { id } = await db
    .insertInto("document_requests")
    .values({ transaction_id, kind: "other", source: "staff", title: transaction_id, ...days })
    .returning("id")
    .executeTakeFirstOrThrow();
  const file_name = `Lease of ${transaction_id}.pdf`;
  const { key: s3_document_key, ...file } = storedFile({ file_name });
  const document = await db
    .insertInto("documents")
    .values({
      ...{ ...file, s3_document_key, transaction_id, request_id: id },
      conversion: "none",
      scan: "not_scanned",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    insert into document_shares (document_id, lawyer_group_id, shared_by, outbox_key)
    select ${document.id}, seller_lawyer_group_id, ${shared_by}, ${crypto.randomUUID()}
    from transactions where id = ${transaction_id}`.execute(db);
}

async function insertProblem(db: Db, transaction_id: string) {
  const message = await db
    .insertInto("search_messages")
    .values({
      sha256: randomBytes(32).toString("hex"),
      s3_document_key: `test/search-messages/${transaction_id}.xml`,
      size_bytes: 100,
      transaction_id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("search_message_errors")
    .values({
      transaction_id,
      message_id: message.id,
      position: 0,
      reason: "No date",
      sent: `Of ${transaction_id}`,
    })
    .execute();
}

async function tellByEmail(db: Db, transaction_id: string, from_email: string) {
  const received_at = new Date();
  const email = await db
    .insertInto("inbound_emails")
    .values({
      message_id: crypto.randomUUID(),
      from_email,
      subject: `About ${transaction_id}`,
      received_at,
      transaction_id,
      match_type: "participant",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const suggested = await db
    .insertInto("inbound_emails")
    .values({
      message_id: crypto.randomUUID(),
      from_email: `${crypto.randomUUID()}@example.com`,
      subject: "Keys",
      received_at,
      suggested_transaction_id: transaction_id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await inTransaction(db, (trx) => fileReceivedEmails(trx, [email.id, suggested.id]));
  await db
    .insertInto("inbound_attachments")
    .values({
      email_id: email.id,
      position: 1,
      file_name: `Bill of ${transaction_id}.pdf`,
      file_type: "pdf",
      size_bytes: 100,
      s3_document_key: `test/emails/${email.id}.pdf`,
      sha256: randomBytes(32).toString("hex"),
    })
    .execute();
  await db
    .insertInto("email_log")
    .values({
      name: "sewer_bill_request",
      recipient: from_email,
      props: JSON.stringify({ transaction_id }),
      transaction_id,
      status: "failed",
      last_error: "Refused",
    })
    .execute();
}
