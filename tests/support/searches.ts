import type { Db } from "#db/connection.ts";
import { env } from "#app/platform/env.server.ts";
import { writePush } from "#mocks/one-search/push.ts";

export const REFERENCE = "OS10000001";

const sender = { username: env.ONESEARCH_PUSH_USERNAME, password: env.ONESEARCH_PUSH_PASSWORD };

export const push = (name: string, content: Record<string, unknown>, reference = REFERENCE) =>
  writePush(sender, name, { reference, ...content });

let orders = 0;

/** Inserts a search order that OneSearch has accepted, with searches in progress. */
export async function insertSearchOrder(
  db: Db,
  transaction_id: string,
  { reference = `OS2${String(++orders).padStart(7, "0")}`, days_ago = 3 } = {},
) {
  const at = new Date(Date.now() - days_ago * 24 * 60 * 60 * 1_000);
  const { id } = await db
    .insertInto("search_orders")
    .values({
      transaction_id,
      reference,
      answer: "accepted",
      is_reorder: false,
      building_number: "12",
      ordered_on: at.toISOString().slice(0, 10),
      created_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("searches")
    .values(
      ["LLC1CON29", "ONESEARCHDW", "ENVRES", "LANDREGPLAN"].map((product_id) => ({
        transaction_id,
        search_order_id: id,
        product_id,
        reference,
        estimated_completion: "2026-12-02",
        created_at: at,
      })),
    )
    .execute();
  return { id, reference };
}

export async function readState(db: Db, transaction_id: string) {
  const searches = await db
    .selectFrom("searches")
    .select(["product_id", "status", "estimated_completion", "completion_date", "s3_document_key"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("product_id")
    .execute();
  const documents = await db
    .selectFrom("search_documents")
    .innerJoin("searches", "searches.id", "search_id")
    .select(["product_id", "sha256", "dated", "file_name"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("sha256")
    .execute();
  const requests = await db
    .selectFrom("additional_requests")
    .select(["type", "status"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("type")
    .execute();
  const events = await db
    .selectFrom("events")
    .select(["event_name", "author", "comments"])
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "in", ["search_completed", "additional_request_created"])
    .orderBy("event_name")
    .orderBy("comments")
    .execute();
  return { searches, documents, requests, events };
}
