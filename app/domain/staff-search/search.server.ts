import { sql } from "kysely";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import { parseMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { selectListed, toListed } from "#app/domain/transactions/listed-transactions.server.ts";
import { MATTER_STAGE_LABELS, currentStepOf } from "#app/domain/stages/current-step.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import { preparedStatement } from "#db/prepared-statements.ts";

export const KINDS = [
  "transaction",
  "user",
  "law_firm",
  "lawyer_group",
  "estate_agent",
  "group",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * A fact about a record that matches the search. Names and addresses are not in this list, because
 * results always show them.
 */
export type Matched = { what: string; shown: string };

export type Found = {
  type: Kind;
  id: string;
  text: string;
  detail: string | null;
  stage: string | null;
  matched: Matched[];
};

/**
 * Results of one kind of record. If `more` is true, there may be more than `total`, because a word
 * of the search is very common.
 */
export type FoundOfKind = { kind: Kind; total: number; more: boolean; found: Found[] };

/** Maximum number of results of each kind in the search box (AMB-I04). */
const MAX_FOUND = 10;

/**
 * Maximum number of rows that are read for the rarest word, newest first. A search for a rare
 * combination of common words may therefore miss records.
 */
const MAX_LOOKED_AT = 1_000;

/**
 * Finds records that contain, for each typed word, a word that starts with it; the closest records
 * come first (I-071, AMB-I04). A matter is found by its address, id, number, title number,
 * company or people, and a person also by email and phone number. `part` is a page of one kind of
 * record; without it, the search returns the first ten of each kind.
 */
export async function search(
  db: Db,
  reader: StaffReader,
  typed: string,
  part?: { kind: Kind; page: number; size: number },
  now = new Date(),
): Promise<FoundOfKind[]> {
  const typedTerms = await readTerms(db, typed);
  const terms = await withoutTypos(db, typedTerms);
  const number = parseMatterNumber(typed);
  const { page, size } = part ?? { page: 1, size: MAX_FOUND };
  const counts = terms.length > 0 ? await countWords(db, terms) : [];
  const kinds = KINDS.filter((kind) => !part || part.kind === kind);
  const found = await Promise.all(
    kinds.map(async (kind): Promise<FoundOfKind> => {
      if (kind === "transaction" && isObjectId(typed)) {
        const rows = await readFound(db, kind, [typed], terms, now);
        return { kind, total: rows.length, more: false, found: rows };
      }
      if (kind === "transaction") {
        const byNumber = number === null ? [] : await findByNumber(db, number);
        const ids = byNumber.length > 0 ? byNumber : await findBySearchNumber(db, typed);
        if (ids.length > 0) {
          const rows = await readFound(db, kind, ids, terms, now);
          return { kind, total: rows.length, more: false, found: rows };
        }
      }
      const rarest = counts.filter((count) => count.kind === kind);
      const ending = await findByEnding(db, kind, terms);
      if (ending.length > 0 && rarest.every(({ count }) => count === 0)) {
        const rows = await readFound(db, kind, ending, terms, now);
        return { kind, total: rows.length, more: false, found: rows };
      }
      const more = rarest[0]?.count === MAX_LOOKED_AT;
      const { ids, total } = await findIds(db, kind, rarest, {
        page,
        size,
        isCounted: !more || !!part,
      });
      return { kind, total, more, found: await readFound(db, kind, ids, terms, now) };
    }),
  );
  await reader.recordView({ list: "everything", typed });
  return found.filter(({ total }) => total > 0);
}

async function findByNumber(db: Db, number: number): Promise<string[]> {
  const rows = await db
    .selectFrom("transactions")
    .select("id")
    .where("number", "=", number)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the words to search for. A phone number counts as one word, whatever its spaces and
 * country code.
 */
async function readTerms(db: Db, typed: string): Promise<string[]> {
  const isPhone = /^[+(]?\d[\d\s()-]+$/.test(typed);
  const digits = typed.replace("(0)", "").replaceAll(/[\s()-]/g, "");
  const text = isPhone ? digits.replace(/^(?:\+|00)44/, "0") : typed;
  const { rows } = await sql<{ terms: string[] }>`select search_terms(${text}) as terms`.execute(
    db,
  );
  return rows[0]?.terms ?? [];
}

/** Shortest end of a number, such as a title number or a phone number, that is searched for. */
const MIN_ENDING = 4;

/**
 * Finds the records of which a word ends with the typed digits, such as the last digits of a title
 * number or a phone number, newest first.
 */
async function findByEnding(db: Db, kind: Kind, terms: readonly string[]): Promise<string[]> {
  const [term] = terms;
  if (terms.length !== 1 || !term || term.length < MIN_ENDING || !/^\d+$/.test(term)) return [];
  const backwards = Array.from(term).toReversed().join("");
  const { rows } = await sql<{ record_id: string }>`
    select distinct record_id from (
      select record_id from search_words
      where kind = ${kind} and word ~ '[0-9]{4}$'
        and reverse(word) >= ${backwards} and reverse(word) < ${backwards + LAST_CHARACTER}
      order by reverse(word), record_id desc limit ${MAX_FOUND}
    ) as ending order by record_id desc`.execute(db);
  return rows.map(({ record_id }) => record_id);
}

/** Finds the matter of a search order, by the number that the search provider gave it. */
async function findBySearchNumber(db: Db, typed: string): Promise<string[]> {
  if (!/\d{4}/.test(typed)) return [];
  const rows = await db
    .selectFrom("search_orders")
    .select("transaction_id")
    .distinct()
    .where("reference", "=", typed.trim())
    .limit(MAX_FOUND)
    .execute();
  return rows.map(({ transaction_id }) => transaction_id);
}

/** Shortest and longest word in which a typing error is corrected. */
const TYPO_LENGTHS = { min: 5, max: 20 };

/**
 * Corrects one typing error in each word that no record has: a letter that is missing, additional
 * or wrong, or two letters in the wrong order. The possible words are looked up one by one in the
 * index, so the work is linear in the length of the word.
 */
async function withoutTypos(db: Db, terms: readonly string[]): Promise<string[]> {
  const corrected: string[] = [];
  for (const term of terms) {
    const isWord = /^\p{Letter}+$/u.test(term);
    const { min, max } = TYPO_LENGTHS;
    const isChecked = isWord && term.length >= min && term.length <= max;
    corrected.push((isChecked && (await findCorrection(db, term))) || term);
  }
  return corrected;
}

async function findCorrection(db: Db, term: string): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    select possible.word
    from unnest(${[term, ...wordsWithOneEdit(term)]}::text[]) with ordinality as possible (word, place)
    where exists (
      select from unnest(${[...KINDS]}::text[]) as kinds (kind), lateral (
        select from search_words
        where search_words.kind = kinds.kind
          and search_words.word >= possible.word
          -- Only the word that was typed may be the beginning of another.
          and search_words.word <= case possible.place
            when 1 then possible.word || ${LAST_CHARACTER} else possible.word end
        limit 1
      ) as found
    )
    order by place limit 1`.execute(db);
  return rows[0]?.word ?? null;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Lists the words that differ from a word by one edit after its first letter. Swapped letters come
 * first. People seldom mistype the first letter, and a word without it would match the middle of
 * others.
 */
function wordsWithOneEdit(word: string): string[] {
  const places = Array.from({ length: word.length }, (_, index) => ({
    before: word.slice(0, index + 1),
    after: word.slice(index + 1),
  }));
  const swapped = places.flatMap(({ before, after }) =>
    after.length > 1 ? [before + after.charAt(1) + after.charAt(0) + after.slice(2)] : [],
  );
  const removed = places.flatMap(({ before, after }) => (after ? [before + after.slice(1)] : []));
  const others = places.flatMap(({ before, after }) =>
    Array.from(LETTERS).flatMap((letter) => [
      ...(after ? [before + letter + after.slice(1)] : []),
      before + letter + after,
    ]),
  );
  return [...new Set([...swapped, ...others, ...removed])].filter((other) => other !== word);
}

type WordCount = { kind: Kind; term: string; count: number };

async function countWords(db: Db, terms: readonly string[]): Promise<WordCount[]> {
  const { rows } = await sql<WordCount>`
    select kind, term, (
      select count(*) from (
        select from search_words
        where search_words.kind = kinds.kind and word >= term and word < term || ${LAST_CHARACTER}
        limit ${MAX_LOOKED_AT}
      ) as looked_at
    )::integer as count
    from unnest(${[...KINDS]}::text[]) as kinds (kind), unnest(${[...terms]}::text[]) as terms (term)
    order by count`.execute(db);
  return rows;
}

async function findIds(
  db: Db,
  kind: Kind,
  rarest: readonly WordCount[],
  { page, size, isCounted }: { page: number; size: number; isCounted: boolean },
): Promise<{ ids: string[]; total: number }> {
  const [first, ...others] = rarest;
  // No record of this kind has a word that starts with the rarest term.
  if (!first || first.count === 0) return { ids: [], total: 0 };
  const candidates = db
    .selectFrom(
      beginningWith(db, kind, first.term).orderBy("word").orderBy("record_id", "desc").as("found"),
    )
    .select("record_id")
    .select((eb) => eb.fn.min("word").as("word"))
    .groupBy("record_id")
    .orderBy("word")
    .orderBy("record_id", "desc")
    // The rows are checked for the other terms in this order, until enough are found.
    .limit(MAX_LOOKED_AT);
  let matching = db.selectFrom(candidates.as("candidates")).select("record_id");
  for (const { term } of others) {
    // The condition does not contain the kind, because ids are unique across kinds. With the kind,
    // PostgreSQL could choose an index that makes it read every word with the prefix, for each
    // record.
    matching = matching.where(
      sql<boolean>`exists (select from search_words as other
        where other.record_id = candidates.record_id
        and other.word >= ${term} and other.word < ${term + LAST_CHARACTER} offset 0)`,
    );
  }
  const inOrder = matching.orderBy("word").orderBy("record_id", "desc");
  const idsOf = (rows: { record_id: string }[]) => rows.map(({ record_id }) => record_id);
  if (!isCounted) {
    const rows = await inOrder.limit(size + 1).execute();
    return { ids: idsOf(rows.slice(0, size)), total: rows.length };
  }
  const rows = await inOrder
    .select(({ fn }) => fn.countAll<string>().over().as("total"))
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { ids: idsOf(rows), total: Number(rows[0]?.total ?? 0) };
}

function beginningWith(db: Db, kind: Kind, term: string) {
  return db
    .selectFrom("search_words")
    .select(["word", "record_id"])
    .where("kind", "=", kind)
    .where("word", ">=", term)
    .where("word", "<", term + LAST_CHARACTER)
    .limit(MAX_LOOKED_AT);
}

/**
 * The last Unicode character. Appended to a prefix, it is the upper limit of the words with that
 * prefix.
 */
const LAST_CHARACTER = "\u{10FFFF}";

async function readFound(
  db: Db,
  kind: Kind,
  ids: readonly string[],
  terms: readonly string[],
  now: Date,
): Promise<Found[]> {
  if (ids.length === 0) return [];
  const [rows, matches] = await Promise.all([
    READERS[kind](db, ids, londonDay(now)),
    readMatches(db, kind, ids, terms),
  ]);
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return [];
    const matched = matches
      .filter(({ record_id, shown }) => record_id === id && !isShown(shown, row))
      .map(({ what, shown }) => ({ what, shown }));
    return [{ type: kind, stage: null, ...row, matched }];
  });
}

function isShown(shown: string, { text, detail }: Shown) {
  return [text, ...(detail?.split(", ") ?? [])].includes(shown);
}

/**
 * Reads the facts that match the search, except for addresses and names, which results always show.
 */
async function readMatches(db: Db, kind: Kind, ids: readonly string[], terms: readonly string[]) {
  const { rows } = await sql<
    Matched & { record_id: string }
  >`select ${preparedStatement} distinct record_id, what, shown from search_facts
    where kind = ${sql.lit(kind)} and record_id = any(${[...ids]}::text[])
      and what not in ('address', 'name') and shown is not null
      and exists (
        select from unnest(search_terms(concat_ws(' ', shown, also))) as word
        where word ^@ any(${[...terms]}::text[])
      )
    order by what, shown`.execute(db);
  return rows;
}

type Shown = Pick<Found, "id" | "text" | "detail"> & { stage?: string };

const READERS: Record<Kind, (db: Db, ids: readonly string[], today: string) => Promise<Shown[]>> = {
  async transaction(db, ids, today) {
    const listed = db.selectFrom("listed_transactions").selectAll().where("id", "in", ids);
    const rows = await selectListed(db, listed.as("listed_transactions")).execute();
    return rows.map(toListed).map((matter) => ({
      id: matter.id,
      text: addressLine(matter.address),
      detail: fullNames(matter.sellers),
      stage: MATTER_STAGE_LABELS[currentStepOf(matter.stage_facts, today).place],
    }));
  },
  async user(db, ids) {
    const rows = await db
      .selectFrom("users")
      .select(["id", "email", "first_name", "middle_name", "last_name"])
      .where("id", "in", ids)
      .execute();
    return rows.map((row) => ({ id: row.id, text: fullName(row), detail: row.email }));
  },
  law_firm: (db, ids) =>
    db
      .selectFrom("law_firms")
      .select(["id", "name as text", "email as detail"])
      .where("id", "in", ids)
      .execute(),
  lawyer_group: (db, ids) =>
    db
      .selectFrom("lawyer_groups")
      .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
      .select(["lawyer_groups.id", "lawyer_groups.name as text", "law_firms.name as detail"])
      .where("lawyer_groups.id", "in", ids)
      .execute(),
  estate_agent: (db, ids) =>
    db
      .selectFrom("estate_agents")
      .leftJoin("brands", "brands.id", "estate_agents.brand_id")
      .select(["estate_agents.id", "brand_name as detail"])
      .select((eb) => eb.fn.coalesce("office_name", "brand_name", eb.val("")).as("text"))
      .where("estate_agents.id", "in", ids)
      .execute(),
  group: (db, ids) =>
    db
      .selectFrom("transaction_groups")
      .select(["id", "name as text"])
      .select((eb) => eb.lit(null).as("detail"))
      .where("id", "in", ids)
      .execute(),
};
