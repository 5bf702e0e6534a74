import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { findPurchaseOf } from "#app/domain/conversations/conversations.server.ts";
import {
  listConversations,
  readConversation,
  readStream,
} from "#app/domain/conversations/stream.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";
import { withReplicationRole } from "#tests/support/replica.ts";

const { db } = useTestDatabase();

const MAX_ROWS = 200;
const CONVERSATIONS = sampleSize(4_000, 100_000);
/** Emails in each conversation. */
const EMAILS = sampleSize(5, 10);
const LONG = "0".repeat(23) + "1";

const id = (kind: string) => sql`(${kind} || lpad(to_hex(n), 23, '0'))`;

const TOTAL = CONVERSATIONS * EMAILS + 2_000;
/** Rows that one statement inserts. */
const BATCH = 5_000;

/** Inserts conversations with some emails each, and one with 2,000 more. */
beforeAll(async () => {
  await withReplicationRole(db, async (trx) => {
    for (let from = 1; from <= TOTAL; from += BATCH) await insertBatch(trx, from);
  });
  await sql`analyze`.execute(db);
}, 900_000);

async function insertBatch(trx: typeof db, from: number) {
  const batch = (most: number) =>
    sql`generate_series(${sql.lit(from)}, ${sql.lit(Math.min(from + BATCH - 1, most))}) n`;
  await sql`
    insert into conversations (id, transaction_id, side, state, unanswered_since, last_message_at)
    select lpad(to_hex(n), 24, '0'), ${id("a")}, 'seller', 'open', now(), now()
    from ${batch(CONVERSATIONS)}`.execute(trx);
  await sql`
    insert into inbound_emails (id, message_id, from_email, received_at, text_body, transaction_id, match_type)
    select lpad(to_hex(n), 24, '0'), n::text, 'p' || n % ${sql.lit(CONVERSATIONS)} || '@example.com', now(),
      repeat('x', 200), ${id("a")}, 'participant'
    from ${batch(TOTAL)}`.execute(trx);
  await sql`
    insert into messages (conversation_id, kind, at, inbound_email_id)
    select case when n > ${sql.lit(CONVERSATIONS * EMAILS)} then ${LONG}
      else lpad(to_hex(1 + n % ${sql.lit(CONVERSATIONS)}), 24, '0') end,
      'email_received', now() - make_interval(mins => n), lpad(to_hex(n), 24, '0')
    from ${batch(TOTAL)}`.execute(trx);
}

const READS: Record<string, (watched: typeof db) => Promise<unknown>> = {
  "the first page of a stream": (watched) =>
    readStream(watched, staffReader(), LONG, { limit: 25 }),
  "a later page of a stream": async (watched) => {
    const { next } = await readStream(db, staffReader(), LONG, { limit: 25 });
    return readStream(watched, staffReader(), LONG, { limit: 25, after: next ?? "" });
  },
  "the state of a conversation": (watched) => readConversation(watched, staffReader(), LONG),
  "the conversations of a matter": (watched) =>
    listConversations(watched, staffReader(), `a${"0".repeat(22)}1`),
  "the side of a sender": (watched) =>
    findPurchaseOf(watched, {
      transaction_id: `a${"0".repeat(22)}1`,
      address: "p1@example.com",
    }),
};

describe("the queries of conversations at size", () => {
  test.each(Object.entries(READS))("%s reads at most 200 rows, by indexes", async (name, read) => {
    const scans = await readTableScans(read);
    const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
    recordFigure(`${name} among ${CONVERSATIONS * EMAILS} emails: ${rows} rows`);
    const large = scans.filter(({ table }) =>
      ["conversations", "messages", "inbound_emails"].includes(table),
    );
    expect(rows).toBeLessThanOrEqual(MAX_ROWS);
    expect(large.filter(({ index }) => index === null)).toEqual([]);
  });
});
