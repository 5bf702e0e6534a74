import { sql } from "kysely";
import { addressLine } from "#app/domain/fields/address.ts";
import { isObjectId } from "#app/domain/fields/answers.ts";
import { londonDay } from "#app/domain/fields/dates.ts";
import { fullName, fullNames } from "#app/domain/fields/names.ts";
import { selectListed, toListed } from "#app/domain/transactions/listed-transactions.server.ts";
import { PLACES, whereaboutsOf } from "#app/domain/stages/whereabouts.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { Db } from "#db/connection.ts";
import { plannedOnce } from "#db/prepared.ts";

/** What is found, in the order of the page. */
export const KINDS = [
  "transaction",
  "user",
  "law_firm",
  "lawyer_group",
  "estate_agent",
  "group",
] as const;
export type Kind = (typeof KINDS)[number];

/** A fact that has one of the words typed, beside the name that is shown in any case. */
export type Matched = { what: string; shown: string };

export type Found = {
  type: Kind;
  id: string;
  /** An address, or a name. */
  text: string;
  /** Who sells, an email, whose it is. */
  detail: string | null;
  /** How far a transaction is, in words. */
  stage: string | null;
  matched: Matched[];
};

/** `more`: there may be more than were counted; of a word that very many have, one more than are shown is counted. */
export type FoundOfKind = { kind: Kind; total: number; more: boolean; found: Found[] };

/** How many of each are shown in the box (AMB-I04). */
const MAX_FOUND = 10;

/**
 * The rows looked at of the rarest word, the newest first: two common words that seldom meet may be missed beyond them.
 */
const MAX_LOOKED_AT = 1_000;

/**
 * What has a word that begins with each word typed, the closest first (I-071, AMB-I04): transactions by address, id,
 * title number, company, and the names, emails and telephones of everyone in them; users by name, email and telephone;
 * law firms, lawyer groups, estate agents and groups by name.
 *
 * @param typed at least MIN_SEARCH characters
 * @param part one kind only, from its `page` on; without it the first ten of each
 */
export async function search(
  db: Db,
  reader: StaffReader,
  typed: string,
  part?: { kind: Kind; page: number; size: number },
  now = new Date(),
): Promise<FoundOfKind[]> {
  const terms = await readTerms(db, typed);
  const { page, size } = part ?? { page: 1, size: MAX_FOUND };
  const counts = terms.length > 0 ? await countWords(db, terms) : [];
  const kinds = KINDS.filter((kind) => !part || part.kind === kind);
  const found = await Promise.all(
    kinds.map(async (kind): Promise<FoundOfKind> => {
      if (kind === "transaction" && isObjectId(typed)) {
        const rows = await readFound(db, kind, [typed], terms, now);
        return { kind, total: rows.length, more: false, found: rows };
      }
      const rarest = counts.filter((count) => count.kind === kind);
      const more = rarest[0]?.count === MAX_LOOKED_AT;
      const { ids, total } = await findIds(db, kind, rarest, {
        page,
        size,
        isCounted: !more || !!part,
      });
      return { kind, total, more, found: await readFound(db, kind, ids, terms, now) };
    }),
  );
  await reader.shown({ list: "everything", typed });
  return found.filter(({ total }) => total > 0);
}

/** A phone number is one word, however its digits are grouped and whether its country is named. */
async function readTerms(db: Db, typed: string): Promise<string[]> {
  const isPhone = /^[+(]?\d[\d\s()-]+$/.test(typed);
  const digits = typed.replace("(0)", "").replaceAll(/[\s()-]/g, "");
  const said = isPhone ? digits.replace(/^(?:\+|00)44/, "0") : typed;
  const { rows } = await sql<{ terms: string[] }>`select search_terms(${said}) as terms`.execute(
    db,
  );
  return rows[0]?.terms ?? [];
}

type WordCount = { kind: Kind; term: string; count: number };

/** How many words of each kind begin so, counted only so far as it matters, the rarest first. */
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

/** @param isCounted whether it matters how many there are; else they are counted to one more than are shown */
async function findIds(
  db: Db,
  kind: Kind,
  rarest: readonly WordCount[],
  { page, size, isCounted }: { page: number; size: number; isCounted: boolean },
): Promise<{ ids: string[]; total: number }> {
  const [first, ...others] = rarest;
  // A word that no record has is the rarest.
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
    // In this order they are asked for their other words, and no more of them once there are enough.
    .limit(MAX_LOOKED_AT);
  let matching = db.selectFrom(candidates.as("candidates")).select("record_id");
  for (const { term } of others) {
    // An id is of one kind, and to name the kind too would offer PostgreSQL an index in which it has to read every word
    // that begins so, for each record.
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

/** Sorts after every word that begins so, behind what was typed: the last character there is. */
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

/** The facts that have one of the words; an address and a name are shown in any case. */
async function readMatches(db: Db, kind: Kind, ids: readonly string[], terms: readonly string[]) {
  const { rows } = await sql<
    Matched & { record_id: string }
  >`select ${plannedOnce} distinct record_id, what, shown from search_facts
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
    const kept = db.selectFrom("listed_transactions").selectAll().where("id", "in", ids);
    const rows = await selectListed(db, kept.as("listed_transactions")).execute();
    return rows.map(toListed).map((matter) => ({
      id: matter.id,
      text: addressLine(matter.address),
      detail: fullNames(matter.sellers),
      stage: PLACES[whereaboutsOf(matter.stage_facts, today).place],
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
