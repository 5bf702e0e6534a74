import type { Updateable } from "kysely";
import { expect } from "vitest";
import type { DESK_KINDS } from "#app/domain/desk/desk-items.ts";
import { addDocument } from "#app/domain/documents/store-document.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { storedFile } from "#tests/support/documents.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

type Kind = (typeof DESK_KINDS)[number];

/** Ids of the matter, its people and its handler, of the test that runs. */
type Place = Record<"sale_id" | "seller_id" | "handler_id" | "colleague_id", string>;

/** Creates changes of a matter through each table that the desk reads. */
export function deskChanges(db: Db, at: () => Place) {
  const change = (values: Updateable<DB["transactions"]>) =>
    db.updateTable("transactions").set(values).where("id", "=", at().sale_id).execute();

  const readItems = () =>
    db
      .selectFrom("desk_items")
      .select(["kind", "source_id", "handler_id"])
      .where("transaction_id", "=", at().sale_id)
      .orderBy("kind")
      .execute();

  const kinds = async () => (await readItems()).map(({ kind }) => kind);

  async function openConversation() {
    return db
      .insertInto("conversations")
      .values({
        ...{ transaction_id: at().sale_id, side: "seller", state: "open" },
        ...{ unanswered_since: new Date(), last_message_at: new Date(), unanswered: 1 },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
  }

  async function mention() {
    const { id: conversation_id } = await db
      .insertInto("conversations")
      .values({
        ...{ transaction_id: at().sale_id, side: "seller", state: "answered" },
        last_message_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: message_id } = await db
      .insertInto("messages")
      .values({ conversation_id, kind: "internal_note", author_id: at().handler_id, text: "Look" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("message_mentions")
      .values({ message_id, user_id: at().colleague_id })
      .execute();
  }

  async function sendMemorandum() {
    // A sale with a buyer needs no memorandum.
    await db
      .updateTable("purchase_intents")
      .set({ is_active: false })
      .where("transaction_id", "=", at().sale_id)
      .execute();
    const estate_agent_id = await insertAgent(db);
    const place = { transaction_id: at().sale_id, estate_agent_id };
    const document = await addDocument(db, {
      ...{ ...place, file: storedFile() },
      ...{ purchase_intent_id: null, request_id: null, uploaded_by: null },
    });
    await db
      .insertInto("memoranda")
      .values({
        ...{ ...place, document_id: document.id, agreed_price_pounds: 450_000 },
        ...{ first_name: "Bea", last_name: "Byron", email: "bea@buyer.example" },
        ...{
          phone_number: "+447400123456",
          sent_by: "Val Ridley",
          sent_email: "val@agent.example",
        },
      })
      .execute();
  }

  async function decline() {
    await replaceSolicitor();
    const { seller_lawyer_group_id } = await db
      .selectFrom("transactions")
      .select("seller_lawyer_group_id")
      .where("id", "=", at().sale_id)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("instruction_answers")
      .values({
        ...{ transaction_id: at().sale_id, side: "seller", answer: "declined", reason: "conflict" },
        ...{ lawyer_group_id: seller_lawyer_group_id ?? "", answered_by: "Sol Ashby" },
      })
      .execute();
  }

  const replaceSolicitor = async () =>
    db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: await insertLawyerGroup(db) })
      .where("id", "=", at().sale_id)
      .execute();

  const addTask = () =>
    db
      .insertInto("tasks")
      .values({ transaction_id: at().sale_id, title: "Phone the agent", due_on: "2026-12-01" })
      .execute();

  async function insertOrder() {
    return db
      .insertInto("orders")
      .values({
        ...{
          transaction_id: at().sale_id,
          payment_type: "stripe_direct",
          total_amount_pence: 20_000,
        },
        ...{ stripe_transaction_status: "succeeded", paid_at: new Date() },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
  }

  const addCheck = () =>
    db
      .insertInto("identity_checks")
      .values({
        ...{ transaction_id: at().sale_id, person_type: "seller", email: "ada@example.test" },
        ...{ first_name: "Ada", last_name: "Byron", phone_number: "+447400123458" },
        status: "pending",
      })
      .execute();

  async function completeSearch() {
    const transaction_id = at().sale_id;
    await inTransaction(db, async (trx) => {
      await trx
        .insertInto("searches")
        .values({ transaction_id, product_id: "P0", reference: "OS1", status: "complete" })
        .execute();
      await recordEvent(trx, {
        transaction_id,
        event_name: "search_completed",
        author: "provider",
      });
    });
  }

  const addReport = () =>
    db
      .insertInto("reports")
      .values({
        ...{
          transaction_id: at().sale_id,
          content: "{}",
          critical_issues_count: 0,
          model: "rules",
        },
        ...{ overall_risk_rating: "low", reference: "R1", significant_issues_count: 0 },
      })
      .execute();

  /** A report that the buyer cannot see yet still waits. */
  async function shareReport() {
    await addReport();
    expect(await kinds()).toContain("search_results");
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable("reports")
        .set({ shared_at: new Date(), shared_by: at().handler_id })
        .execute();
      const shared = { event_name: "property_report_shared", author: "system" } as const;
      await recordEvent(trx, { transaction_id: at().sale_id, ...shared });
    });
  }

  const addRequest = () =>
    db
      .insertInto("document_requests")
      .values({
        ...{ transaction_id: at().sale_id, kind: "other", title: "Deed", source: "staff" },
        ...{ requested_on: "2026-11-20", due_on: "2026-11-27" },
      })
      .execute();

  async function addReview() {
    const { id } = await insertOrder();
    await db
      .insertInto("payment_reviews")
      .values({ order_id: id, reason: "disputed", stripe_transaction_id: "pi_1" })
      .execute();
  }

  async function failEmail() {
    const { id } = await db
      .insertInto("email_log")
      .values({ name: "matter_news", recipient: "ada@example.test", status: "sent" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("email_outcomes")
      .values({
        ...{ email_log_id: id, recipient: "ada@example.test", transaction_ids: [at().sale_id] },
        ...{ failed_at: new Date("2026-11-20"), failure: "no_mailbox" },
      })
      .execute();
  }

  async function deliverAnother() {
    const { id } = await db
      .insertInto("email_log")
      .values({ name: "matter_news", recipient: "ada@example.test", status: "sent" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("email_outcomes")
      .values({
        ...{ email_log_id: id, recipient: "ada@example.test", transaction_ids: [] },
        delivered_at: new Date("2026-11-21"),
      })
      .execute();
  }

  /** Changes that begin and end each item, each through the table of its fact. */
  const walks: [Kind, begin: () => Promise<unknown>, end: () => Promise<unknown>][] = [
    [
      "message",
      openConversation,
      () =>
        db
          .updateTable("conversations")
          .set({ state: "answered", unanswered_since: null, unanswered: 0 })
          .execute(),
    ],
    ["message", openConversation, () => db.deleteFrom("conversations").execute()],
    [
      "mention",
      mention,
      () => db.updateTable("message_mentions").set({ read_at: new Date() }).execute(),
    ],
    ["task", addTask, () => db.updateTable("tasks").set({ done_at: new Date() }).execute()],
    ["task", addTask, () => db.deleteFrom("tasks").execute()],
    [
      "late_stage",
      async () => {
        await insertOrder();
        await db
          .updateTable("transactions")
          .set({ seller_lawyer_group_id: await insertLawyerGroup(db) })
          .where("id", "=", at().sale_id)
          .execute();
      },
      () => db.updateTable("purchase_intents").set({ aborted: "2026-11-20" }).execute(),
    ],
    [
      "identity_check",
      async () => {
        await addCheck();
        await db
          .updateTable("identity_checks")
          .set({ status: "complete", result: "consider" })
          .execute();
      },
      () => db.updateTable("identity_checks").set({ result: "clear" }).execute(),
    ],
    ["search_results", completeSearch, shareReport],
    [
      "document",
      async () => {
        await addRequest();
        await db
          .updateTable("document_requests")
          .set({ status: "received", answered_at: new Date() })
          .execute();
      },
      () => db.updateTable("document_requests").set({ status: "accepted" }).execute(),
    ],
    [
      "document",
      async () => {
        await addRequest();
        await db
          .updateTable("document_requests")
          .set({ missing_reason: "Lost", answered_at: new Date() })
          .execute();
      },
      () => db.updateTable("document_requests").set({ missing_reason: null }).execute(),
    ],
    [
      "payment_review",
      addReview,
      () =>
        db
          .updateTable("payment_reviews")
          .set({ dealt_with_at: new Date(), dealt_with_by: at().handler_id, note: "Refunded" })
          .execute(),
    ],
    [
      "payment_review",
      addReview,
      () => db.updateTable("payment_reviews").set({ closed_at: new Date() }).execute(),
    ],
    ["undelivered", failEmail, deliverAnother],
    [
      "undelivered",
      failEmail,
      () =>
        db
          .updateTable("users")
          .set({ email: "new@example.test" })
          .where("id", "=", at().seller_id)
          .execute(),
    ],
    [
      "declined_instruction",
      decline,
      () =>
        db
          .updateTable("instruction_answers")
          .set({ answer: "accepted", fee_earner: "Sol Ashby", reason: null })
          .execute(),
    ],
    ["declined_instruction", decline, replaceSolicitor],
    [
      "sale_agreed",
      sendMemorandum,
      () =>
        db
          .updateTable("memoranda")
          .set({ status: "declined", reason: "No offer", decided_at: new Date() })
          .where("transaction_id", "=", at().sale_id)
          .execute(),
    ],
    [
      "no_handler",
      async () => {
        await insertOrder();
        await change({ handler_id: null });
      },
      () => change({ handler_id: at().handler_id }),
    ],
    [
      "paused",
      () => change({ paused_on: "2026-11-02", paused_until: "2026-11-30" }),
      () => change({ paused_on: null, paused_until: null }),
    ],
  ];

  return { change, readItems, kinds, openConversation, mention, addTask, walks };
}
