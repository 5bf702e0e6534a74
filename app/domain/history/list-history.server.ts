import { sql } from "kysely";
import { eventLabel } from "#app/domain/events/catalogue.ts";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { countUpToMax, keysetAfter, MAX_COUNTED } from "#app/domain/paging/paging.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import { changeText, listChanges } from "./changes.server.ts";
import { purchaseNumber } from "#app/domain/transactions/matter-parts.server.ts";

export type HistoryEntry = Awaited<ReturnType<typeof listHistory>>["items"][number];

/**
 * Lists who viewed or changed a matter and its purchases, and who corrected its people, newest
 * first, with the old and new values. However far back the page is, at most one page of entries is
 * read for the matter, each purchase and each person. Only staff may use this function: it does not
 * check whose matter it is.
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
          .where(isOfMatter("audit_log"))
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
    .select(["part.id as part_id", "part.number as purchase_number", "part.person"])
    .select(sql<string>`entry.at::text`.as("moment"))
    .orderBy("entry.at", "desc")
    .orderBy("entry.id", "desc")
    .limit(limit + 1)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  const page = keysetPage(rows, limit);
  const changes = await readChanges(db, reader, { transaction_id, entries: page.items });
  const comments = await readComments(db, transaction_id, page.items);
  return {
    ...page,
    items: page.items.map((entry) => ({
      ...entry,
      values: changes.get(entry.id) ?? comments(entry),
    })),
  };
}

type Entry = {
  id: string;
  part_id: string;
  request_id: string | null;
  moment: string;
  fields: readonly string[];
};

/**
 * Returns the texts of the changes that were made at the time of each entry, by the entry’s id. A
 * change belongs to the entry of its person, purchase or matter or, without one, to the first entry
 * with fields.
 */
async function readChanges(
  db: Db,
  reader: StaffReader,
  { transaction_id, entries }: { transaction_id: string; entries: readonly Entry[] },
) {
  const moments = [...new Set(entries.map(({ moment }) => moment))];
  const texts = new Map<string, string[]>();
  for (const change of await listChanges(db, reader, transaction_id, moments)) {
    const then = entries.filter(({ moment }) => moment === change.moment);
    const part_id = change.person_id ?? change.purchase_intent_id ?? transaction_id;
    const own = then.find((entry) => entry.part_id === part_id);
    const entry = own ?? then.find(({ fields }) => fields.length > 0) ?? then[0];
    if (!entry) continue;
    const about = own || change.person === null ? "" : `${change.person}, `;
    texts.set(entry.id, [...(texts.get(entry.id) ?? []), about + changeText(change)]);
  }
  return texts;
}

/** Entries from before values were stored have them only in the comments of their events. */
async function readComments(db: Db, transaction_id: string, entries: readonly Entry[]) {
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
    .where(isOfMatter("audit_log"))
    .select("audit_log.id")
    .limit(MAX_COUNTED + 1);
  return countUpToMax(db, found.as("found"));
}

/** SQL condition on entries: of those about a person, only changes belong to the matter. */
const isOfMatter = (log: string) =>
  sql<boolean>`(part.type in ('transaction', 'purchase_intent') or ${sql.ref(log)}.fields <> '{}')`;

/**
 * Selects a matter, its purchases with the numbers by which staff know them (AMB-K09), and its
 * people with their names.
 */
function parts(db: Db, transaction_id: string) {
  const name = (alias: string) => fullNameSql(alias).as("person");
  const isHere = sql<boolean>`(parties.transaction_id = ${transaction_id}
    or purchase_intent_id in (
      select id from purchase_intents where transaction_id = ${transaction_id}))`;
  const isCustomer = sql<boolean>`users.id in (
    select seller_id from transactions where id = ${transaction_id}
    union select buyer_id from purchase_intents where transaction_id = ${transaction_id})`;
  const none = sql<number | null>`null::int`.as("number");
  return db
    .selectFrom("transactions")
    .where("id", "=", transaction_id)
    .select(["id", sql<string>`'transaction'`.as("type"), none])
    .select(sql<string | null>`null`.as("person"))
    .unionAll(
      db
        .selectFrom("purchase_intents")
        .where("transaction_id", "=", transaction_id)
        .select(["id", sql<string>`'purchase_intent'`.as("type"), purchaseNumber().as("number")])
        .select(sql<string | null>`null`.as("person")),
    )
    .unionAll(
      db
        .selectFrom("users")
        .where(isCustomer)
        .select(["id", sql<string>`'user'`.as("type"), none, name("users")]),
    )
    .unionAll(
      db
        .selectFrom("parties")
        .where(isHere)
        .select(["id", sql<string>`'party'`.as("type"), none, name("parties")]),
    );
}
