import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { readOwnDocuments } from "#app/domain/documents/own-requests.server.ts";
import { queueDocumentReminders } from "#app/domain/documents/request-emails.server.ts";
import {
  countRequestsToReview,
  listRequestsToReview,
} from "#app/domain/documents/review-lists.server.ts";
import { REVIEW_LISTS } from "#app/domain/documents/request-states.ts";
import { readMatterDocuments } from "#app/domain/documents/staff-requests.server.ts";
import { listTransactions } from "#app/domain/transactions/list-transactions.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";

/**
 * Lists of documents, and of matters that are ready for a buyer, at size: each matter is a copy of
 * one sale, with five requests and ten documents. `npm run prove -- documents-at-size` makes
 * 100,000 matters and 1,000,000 documents.
 */

const { db, url } = useTestDatabase();
const MATTERS = sampleSize(2_000, 100_000);
/** Maximum number of rows that a query of a list may read from one table. */
const MAX_ROWS = 200;
const PAGE = 50;

let sale: Awaited<ReturnType<typeof createPaidSale>>;

beforeAll(async () => {
  sale = await createPaidSale(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const made of [TRANSACTIONS, LISTED, REQUESTS, DOCUMENTS, "analyze"])
      await client.query(made.replaceAll("$sale", sale.id));
  } finally {
    await client.end();
  }
}, 900_000);

const COPIES = `generate_series(1, ${MATTERS}) as n`;
const ID = "lpad(to_hex(n), 24, '0')";

const TRANSACTIONS = `
  insert into transactions (id, property_id, seller_id, customer_type, asking_price_pounds,
    has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral)
  select ${ID}, property_id, seller_id, customer_type, asking_price_pounds,
    has_mortgage, onward_purchase, is_using_foreign_currency, requires_mortgage_referral
  from transactions, ${COPIES} where id = '$sale'`;

/** One matter in ten is ready for a buyer. */
const LISTED = `
  insert into listed_transactions
  select (jsonb_populate_record(listed, jsonb_build_object(
    'id', ${ID},
    'stage', case n % 10 when 0 then 'ready_for_buyer' else 'contract_pack' end,
    'created_at', timestamptz '2026-01-01' + n * interval '1 minute'))).*
  from listed_transactions as listed, ${COPIES} where id = '$sale'`;

/** One request in five is to review, one is overdue, and the others are done. */
const REQUESTS = `
  insert into document_requests (transaction_id, kind, source, purpose, status,
    requested_on, due_on, answered_at)
  select ${ID}, kind, source, purpose,
    case kind when 'lease' then 'received' when 'management_pack' then 'requested'
      else 'accepted' end,
    date '2026-10-01' + n % 28, date '2026-10-15' + n % 28,
    case kind when 'lease' then timestamptz '2026-10-02' + n * interval '1 second' end
  from document_requests, ${COPIES} where transaction_id = '$sale'`;

const DOCUMENTS = `
  insert into documents (transaction_id, request_id, file_name, file_type, size_bytes, sha256,
    s3_document_key, conversion, scan)
  select transaction_id, id, 'file.pdf', 'pdf', 1000, md5(id || copy) || md5(copy || id),
    'test/' || id || copy || '.pdf', 'none', 'clean'
  from document_requests, generate_series(1, 2) as copy`;

describe.each(REVIEW_LISTS)("the list of documents %s", (list) => {
  test("a page reads at most 200 rows of each table, also deep in the list", async () => {
    const first = await listRequestsToReview(db, staffReader(), list, { limit: PAGE });
    expect(first.items).toHaveLength(PAGE);
    const middle = await db
      .selectFrom("document_requests")
      .select("id")
      .where("status", "=", list === "to_review" ? "received" : "requested")
      .where("transaction_id", "=", (MATTERS / 2).toString(16).padStart(24, "0"))
      .executeTakeFirstOrThrow();
    for (const after of [undefined, first.next ?? undefined, middle.id]) {
      await expectFew(
        (watched) => listRequestsToReview(watched, staffReader(), list, { limit: PAGE, after }),
        `documents ${list}${after ? ", deep" : ""}`,
      );
    }
  });

  test("the count reads at most 200 rows", async () => {
    expect(await countRequestsToReview(db, list)).toEqual({ total: 150, more: true });
    await expectFew((watched) => countRequestsToReview(watched, list), `count of ${list}`);
  });
});

test("a page of the matters that are ready for a buyer reads at most 200 rows, also deep in the list", async () => {
  const ready = { stage: "ready_for_buyer" };
  const first = await listTransactions(db, staffReader(), ready, { limit: PAGE });
  expect(first.items).toHaveLength(PAGE);
  const middle = (Math.floor(MATTERS / 20) * 10).toString(16).padStart(24, "0");
  for (const after of [undefined, first.next ?? undefined, middle]) {
    await expectFew(
      (watched) => listTransactions(watched, staffReader(), ready, { limit: PAGE, after }),
      `matters ready for a buyer${after ? ", deep" : ""}`,
    );
  }
});

test("the page of a customer and the tab of a matter read only the rows of the matter", async () => {
  await expectFew((watched) => readOwnDocuments(watched, sale.own), "a customer’s page");
  await expectFew(
    (watched) => readMatterDocuments(watched, staffReader(), sale.id),
    "a matter’s tab",
  );
});

test("reminders read only the requests of their day", async () => {
  const scans = await readTableScans((watched) =>
    queueDocumentReminders(watched, new Date("2026-12-02T09:00:00Z")),
  );
  expect(scans.filter(({ table }) => table === "document_requests").length).toBeGreaterThan(0);
  expect(scans.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
});

async function expectFew(read: Parameters<typeof readTableScans>[0], what: string) {
  const scans = await readTableScans(read);
  const most = Math.max(...scans.map(({ rows }) => rows));
  recordFigure(`${what} of ${MATTERS} matters: at most ${most} rows of a table`);
  expect(scans.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
  // No document here was emailed to a solicitor, so PostgreSQL reads the empty table as a whole.
  const whole = scans.filter(
    ({ table, index }) => index === null && ["documents", "document_requests"].includes(table),
  );
  expect(whole).toEqual([]);
}
