import { sql } from "kysely";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { countUpToMax, keysetAfter, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import { purchaseNumber } from "./matter-parts.server.ts";

export type HistoryEntry = Awaited<ReturnType<typeof listHistory>>["items"][number];

/**
 * Lists who viewed or changed a matter and its purchases, newest first. The values that were
 * changed come from the events. However far back the page is, at most one page of entries is read
 * for the matter and for each purchase. Only staff may use this function: it does not check whose
 * matter it is.
 */
export async function listHistory(
  db: Db,
  reader: StaffReader,
  transaction_id: string,
  { limit, after }: KeysetQuery,
) {
  const rows = await db
    .selectFrom(parts(db, transaction_id).as("part"))
    .innerJoinLateral(
      (eb) => {
        const entries = eb
          .selectFrom("audit_log")
          .whereRef("subject_type", "=", "part.type")
          .whereRef("subject_id", "=", "part.id")
          .select(["id", "at", "actor_id", "actor_kind", "action", "fields", "request_id"])
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .limit(limit + 1);
        return (
          after === undefined ? entries : entries.where(keysetAfter("audit_log", "at", after))
        ).as("entry");
      },
      (join) => join.onTrue(),
    )
    .leftJoin("users", "users.id", "entry.actor_id")
    .select(sql<string>`entry.id::text`.as("id"))
    .select(["entry.at", "entry.actor_kind", "entry.action", "entry.fields", "entry.request_id"])
    .select(["users.first_name", "users.middle_name", "users.last_name"])
    .select(["part.id as part_id", "part.number as purchase_number"])
    .orderBy("entry.at", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit + 1)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const page = keysetPage(rows, limit);
  const values = await readValues(db, transaction_id, page.items);
  return { ...page, items: page.items.map((entry) => ({ ...entry, values: values(entry) })) };
}

type Entry = { request_id: string | null; part_id: string };

async function readValues(db: Db, transaction_id: string, entries: readonly Entry[]) {
  const requests = entries.flatMap(({ request_id }) => request_id ?? []);
  if (requests.length === 0) return () => [];
  const events = await db
    .selectFrom("events")
    .select(["request_id", "event_name", "comments"])
    .select((eb) => eb.fn.coalesce("purchase_intent_id", "transaction_id").as("part_id"))
    .where("transaction_id", "=", transaction_id)
    .where("request_id", "in", requests)
    .orderBy("date_time")
    .orderBy("id")
    .execute();
  return ({ request_id, part_id }: Entry) =>
    events
      .filter((event) => event.request_id === request_id && event.part_id === part_id)
      .flatMap(({ event_name, comments }) => {
        if (comments === null) return [];
        // The comment of an event about a planned date already contains the name of the date.
        return event_name.startsWith("date_") ? comments : `${eventLabel(event_name)}: ${comments}`;
      });
}

/**
 * Counts the entries in a matter’s history.
 * @returns `more` is true if there are more entries than were counted
 */
export function countHistory(db: Db, _reader: StaffReader, transaction_id: string) {
  const found = db
    .selectFrom(parts(db, transaction_id).as("part"))
    .innerJoin("audit_log", (join) =>
      join
        .onRef("audit_log.subject_type", "=", "part.type")
        .onRef("audit_log.subject_id", "=", "part.id"),
    )
    .select("audit_log.id")
    .limit(MAX_COUNTED + 1);
  return countUpToMax(db, found.as("found"));
}

/**
 * Selects a matter and its purchases, with the numbers by which staff know the purchases (AMB-K09).
 */
function parts(db: Db, transaction_id: string) {
  return db
    .selectFrom("transactions")
    .where("id", "=", transaction_id)
    .select([
      "id",
      sql<string>`'transaction'`.as("type"),
      sql<number | null>`null::int`.as("number"),
    ])
    .unionAll(
      db
        .selectFrom("purchase_intents")
        .where("transaction_id", "=", transaction_id)
        .select(["id", sql<string>`'purchase_intent'`.as("type"), purchaseNumber().as("number")]),
    );
}
