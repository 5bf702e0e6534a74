import { sql } from "kysely";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { fullName } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";

export type Found =
  | { type: "transaction"; id: string; address: string }
  | { type: "user"; id: string; name: string; email: string };

type Kind = Found["type"];

/** How many of each are shown (AMB-I04). */
const MAX_FOUND = 10;

/** The rows looked at of the rarest word, the newest first: two common words that seldom meet may be missed beyond them. */
const MAX_LOOKED_AT = 1_000;

/**
 * The transactions and users with a word that begins with each word typed, the closest first (I-071, AMB-I04):
 * transactions by address, id, and the names of sellers and buyers, users by name, email and phone. For staff: no owner
 * narrows it.
 *
 * @param typed at least MIN_SEARCH characters
 */
export async function search(db: Db, typed: string): Promise<Found[]> {
  const terms = await readTerms(db, typed);
  const [transactions, users] = await Promise.all([
    isObjectId(typed) ? [typed] : findIds(db, "transaction", terms),
    findIds(db, "user", terms),
  ]);
  return [...(await readTransactions(db, transactions)), ...(await readUsers(db, users))];
}

/** A phone number is one word, however its digits are grouped. */
async function readTerms(db: Db, typed: string): Promise<string[]> {
  const isPhone = /^[+(]?\d[\d\s()-]+$/.test(typed);
  const said = isPhone ? typed.replaceAll(/[\s()-]/g, "") : typed;
  const { rows } = await sql<{ terms: string[] }>`select search_terms(${said}) as terms`.execute(
    db,
  );
  return rows[0]?.terms ?? [];
}

async function findIds(db: Db, kind: Kind, terms: readonly string[]): Promise<string[]> {
  const rarest = await rarestFirst(db, kind, terms);
  const [first, ...others] = rarest;
  if (first === undefined) return [];
  const candidates = db
    .selectFrom(
      beginningWith(db, kind, first).orderBy("word").orderBy("record_id", "desc").as("found"),
    )
    .select("record_id")
    .select((eb) => eb.fn.min("word").as("word"))
    .groupBy("record_id")
    .orderBy("word")
    .orderBy("record_id", "desc");
  // In their order already when they are asked for the other words: the asking ends with the last that is shown.
  let query = db
    .selectFrom(candidates.as("candidates"))
    .select("record_id")
    .orderBy("word")
    .orderBy("record_id", "desc")
    .limit(MAX_FOUND);
  for (const term of others) {
    // An id is of one kind, and to name the kind too would offer PostgreSQL an index in which it has to read every word
    // that begins so, for each record.
    query = query.where(
      sql<boolean>`exists (select from search_words as other
        where other.record_id = candidates.record_id
        and other.word >= ${term} and other.word < ${beyond(term)} offset 0)`,
    );
  }
  const rows = await query.execute();
  return rows.map(({ record_id }) => record_id);
}

/** The words of a search in the order of how many records have them, counted only so far as it matters. */
async function rarestFirst(db: Db, kind: Kind, terms: readonly string[]) {
  if (terms.length < 2) return terms;
  const counted = await Promise.all(
    terms.map(async (term) => {
      const { count } = await db
        .selectFrom(beginningWith(db, kind, term).as("found"))
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .executeTakeFirstOrThrow();
      return { term, count: Number(count) };
    }),
  );
  return counted.sort((one, other) => one.count - other.count).map(({ term }) => term);
}

function beginningWith(db: Db, kind: Kind, term: string) {
  return db
    .selectFrom("search_words")
    .select(["word", "record_id"])
    .where("kind", "=", kind)
    .where("word", ">=", term)
    .where("word", "<", beyond(term))
    .limit(MAX_LOOKED_AT);
}

/** Sorts after every word that begins so: the last character there is follows. */
function beyond(term: string) {
  return `${term}\u{10FFFF}`;
}

async function readTransactions(db: Db, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select("transactions.id")
    .select(ADDRESS_LINES)
    .where("transactions.id", "in", ids)
    .execute();
  return inOrder(
    ids,
    rows.map((row) => ({ type: "transaction", id: row.id, address: addressLine(row) })),
  );
}

async function readUsers(db: Db, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "first_name", "middle_name", "last_name"])
    .where("id", "in", ids)
    .execute();
  return inOrder(
    ids,
    rows.map((row) => ({ type: "user", id: row.id, name: fullName(row), email: row.email })),
  );
}

function inOrder(ids: readonly string[], found: readonly Found[]): Found[] {
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
}
