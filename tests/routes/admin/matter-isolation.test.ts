import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { ACTION_KINDS, slugOf } from "#app/domain/actions/notified.ts";
import { CHASED_FIRMS } from "#app/domain/chases/chase-words.ts";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { isQueuedEmailName, type QueuedEmailName, queuedEmails } from "#app/emails/index.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { staffReader } from "#tests/support/readers.ts";
import { open, patterns } from "./pages.ts";
import { visibleText } from "#tests/ui/render.tsx";

const { db } = useTestDatabase();
useDoubles();
let ada: Visitor;
let one: Awaited<ReturnType<typeof fullMatter>>;
let copy_id = "";
let readingsAlone: Readings;
let readingsWithOthers: Readings;

type Readings = Record<string, unknown>;

beforeAll(async () => {
  expectError(/There was an error fetching the thirdfort checks/);
  ada = await signIn(db, { type: "admin" });
  one = await fullMatter(db, ada);
  const copy = await db
    .insertInto("data_copies")
    .values({ transaction_id: one.id, asked_by: ada.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  copy_id = copy.id;
  // Opening the matter adds a row to its history, which the pages then show.
  await open(`/admin/transactions/${one.id}`, ada);
  readingsAlone = await readAll();
});
beforeAll(async () => {
  const from = await clock();
  await fullMatter(db, ada);
  await makeOlder(from);
  await fullMatter(db, ada);
  readingsWithOthers = await readAll();
});

describe("a matter among other matters", () => {
  test("the test’s matter has a row in every table that references matters or incoming emails", async () => {
    const { rows: tables } = await sql<{ name: string; key: string }>`
      select conrelid::regclass::text as name, attname as key from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and cardinality(conkey) = 1
        and confrelid in ('transactions'::regclass, 'inbound_emails'::regclass)
      order by 1, 2`.execute(db);
    const without: string[] = [];
    for (const { name, key } of tables) {
      const { rows } =
        await sql`select from ${sql.table(name)} where ${sql.ref(key)} is not null`.execute(db);
      if (rows.length === 0) without.push(`${name}.${key}`);
    }
    expect(without).toEqual([]);
  });

  test("every page of the matter opens without an error, and the emails about the matter can be read", () => {
    const pages = Object.entries(readingsAlone).filter(([name]) => name.startsWith("/"));
    expect(pages.length).toBeGreaterThan(20);
    expect(Object.keys(readingsAlone)).toEqual(
      expect.arrayContaining(["buyer_found", "payment_review"]),
    );
    for (const [, page] of pages) expect(page).not.toMatchObject({ status: 500 });
  });

  test("every page and email of a matter reads the same with and without other matters", () => {
    for (const [name, reading] of Object.entries(readingsAlone)) {
      expect({ [name]: readingsWithOthers[name] }).toEqual({ [name]: reading });
    }
  });
});

async function clock() {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

async function makeOlder(from: Date) {
  await sql`
    do $$ declare each record; begin
      set local session_replication_role = replica;
      for each in
        select attrelid::regclass as name, attname from pg_attribute
        join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and atttypid = 'timestamptz'::regtype and attname not in ('expires_at', 'answer_by')
          and attgenerated = ''
      loop
        execute format('update %1$s set %2$I = %2$I - interval ''60 days'' where %2$I >= %3$L',
          each.name, each.attname, ${sql.lit(from.toISOString())}::timestamptz);
      end loop;
    end $$`.execute(db);
}

const OTHER_MATTERS =
  /<details class="card folding-card"[^>]*><summary[^>]*><svg(?:(?!<\/svg>).)*<\/svg>Other matters of these people<\/summary>.*?<\/details>/s;

/** Id that a refund will have, which is new on each load of its form. */
const NEW_REFUND = /<input type="hidden" name="refund_id"[^>]*>/;

async function readAll(): Promise<Readings> {
  const readings: Readings = { facts: await readFacts(db, staffReader(), one.id) };
  for (const path of pathsOf(one)) {
    const { status, ...page } = await open(path, ada);
    // The matters have people with the same addresses, so each matter’s pages link to the other
    // matters (ST-20).
    const html = page.html.replace(OTHER_MATTERS, "").replace(NEW_REFUND, "");
    const text = visibleText(html);
    const links = [...html.matchAll(/ (?:href|value)="([^"]{24,})"/g)].map(([, link = ""]) => link);
    // Form keys and signed form owners are new on each load.
    const shown = links.filter(
      (link) => !/\.[\w-]{22}\./.test(link) && !/^[0-9a-f]{24}\.\w+\.[\w-]{43}$/.test(link),
    );
    readings[path.replace(one.id, "…")] = { status, text, shown };
  }
  const { valuer_id, payment_review_id } = await besideIt();
  const ids = {
    transaction_id: one.id,
    transaction_ids: [one.id],
    purchase_intent_id: one.purchase_intent_id,
    valuer_id,
    payment_review_id,
    letter_id: one.letters[1],
    has_changed: false,
  };
  for (const [name, email] of Object.entries(queuedEmails)) {
    if (isQueuedEmailName(name) && email.ids.safeParse(ids).success)
      readings[name] = withoutNewLinks(await readForSomeone(name, ids));
  }
  return readings;
}

/** Replaces links that are created each time an email’s contents are read. */
function withoutNewLinks(contents: unknown): unknown {
  return JSON.parse(JSON.stringify(contents).replaceAll(/\/ready\/[^"]+/g, "/ready/…"));
}

/** Returns an email’s contents for the seller or the buyer, whichever the email is for. */
async function readForSomeone(name: QueuedEmailName, ids: Parameters<typeof readContents>[2]) {
  const people = await db
    .selectFrom("users")
    .select("email")
    .where((eb) =>
      eb.or([
        eb("id", "in", eb.selectFrom("transactions").select("seller_id").where("id", "=", one.id)),
        eb(
          "id",
          "in",
          eb
            .selectFrom("purchase_intents")
            .select("buyer_id")
            .where("id", "=", one.purchase_intent_id),
        ),
      ]),
    )
    .orderBy("email")
    .execute();
  for (const { email } of people) {
    try {
      return await readContents(db, name, ids, email);
    } catch (error) {
      if (!(error instanceof EmailNotNeededError)) throw error;
    }
  }
  throw new Error(`${name} concerns neither the seller nor the buyer`);
}

async function besideIt() {
  const { rows } = await sql<{ valuer_id: string; payment_review_id: string }>`
    select valuers.id as valuer_id, payment_reviews.id as payment_review_id
    from transactions
    join valuers using (estate_agent_id)
    join orders on orders.transaction_id = transactions.id
    join payment_reviews on payment_reviews.order_id = orders.id
    where transactions.id = ${one.id} order by payment_reviews.created_at`.execute(db);
  return rows[0]!;
}

/**
 * Returns the paths of a matter’s pages, except those that offer firms and agents of all matters.
 */
function pathsOf(matter: typeof one): string[] {
  const { id, purchase_intent_id, seller, letters, notes } = matter;
  const places: Record<string, string[]> = {
    ":id": [id],
    ":purchaseId": [purchase_intent_id],
    ":side": ["seller", "buyer"],
    ":letterId": letters,
    ":noteId": notes,
    ":requestId": [matter.request_id],
    ":decision": ["send_back", "not_needed"],
    ":attachmentId": [matter.attachment_id],
    ":taskId": [matter.task_id],
    ":memorandumId": [matter.memorandum_id],
    ":action": ACTION_KINDS.map(slugOf),
    ":actionId": [matter.action_id],
    ":firm": [...CHASED_FIRMS],
    ":copyId": [copy_id],
    ":recipient": ["buyer_solicitor", "estate_agent"],
    ":format": ["pdf", "json"],
    ":personType": ["seller"],
    ":personId": [seller.id],
    ":verb": ["order", "abort", "reorder"],
  };
  const fill = (pattern: string): string[] => {
    const [name] = /:\w+/.exec(pattern) ?? [];
    return name ? places[name]!.flatMap((value) => fill(pattern.replace(name, value))) : [pattern];
  };
  return patterns
    .filter((pattern) => pattern.startsWith("admin/transactions/:id"))
    .filter((pattern) => !pattern.includes("/put-right"))
    .flatMap((pattern) => fill(`/${pattern}`));
}
