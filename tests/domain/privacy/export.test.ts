import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { unzipSync } from "fflate";
import { encode } from "html-entities";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteDocument, putDocument } from "#app/clients/documents.server.ts";
import { saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { givenColumns, NAMING_COLUMNS, writeExport } from "#app/domain/privacy/export.server.ts";
import { listOmissions } from "#app/domain/privacy/export-page.server.ts";
import type { DataSubject } from "#app/domain/privacy/find-person.server.ts";
import {
  PERSONAL_DATA,
  PERSONAL_TABLES,
  personalColumns,
} from "#app/domain/privacy/personal-data.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { insertDocument } from "#tests/support/stored-documents.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { gail, jo } from "#tests/support/purchases.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();
useDoubles();

test("every personal column is in the data copy or listed with the reason for leaving it out", () => {
  for (const table of PERSONAL_TABLES) {
    const data = PERSONAL_DATA[table];
    if ("withheld" in data) {
      expect(listOmissions().join("\n")).toContain(data.withheld);
      continue;
    }
    const unsaid = personalColumns(table).filter(
      (column) => !givenColumns(table).includes(column) && !(column in (data.omitted ?? {})),
    );
    expect(unsaid, table).toEqual([]);
    for (const reason of Object.values(data.omitted ?? {})) {
      expect(listOmissions().join("\n")).toContain(reason);
    }
  }
});

test("the data copy lists in whole sentences what is not in it", () => {
  const opens = "this could give someone with this copy access to your account or calendar.";
  const asked = "Ask us if you’d like to go through them.";
  expect(listOmissions()).toEqual([
    "Other people’s details: anyone selling or buying with you, the other side, giftors and the names of our team. This includes what you told us about them.",
    "Comments from our team on a sale or purchase, where they may be about someone else.",
    `Sign-ins to the pages of law firms and estate agents (token hash, requested by, id hash): ${opens}`,
    "Reviews of staff access (staff): this is about other members of staff.",
    `Passkeys (credential ID, public key, counter): ${opens}`,
    `Authenticator app (sealed key): ${opens}`,
    `Recovery codes (code hash): ${opens}`,
    `Sign-in links we emailed (token hash, requested by, used by): ${opens}`,
    `Invitations (token hash): ${opens}`,
    "Record of submitted forms: stored under a random code, so we can’t tell whose they are.",
    `Private calendar link (token hash): ${opens}`,
    `Links that share how ready a sale is (token hash): ${opens}`,
    "Counts of recent requests, such as for sign-in links: stored under a code, so we can’t tell whose they are.",
    "Activity in a sale or purchase (handler ID): this is taken from other data in this copy.",
    "Sale summaries in staff lists: this is taken from other data in this copy.",
    "Details from an estate agent about an owner and their property (valuer ID): this names the valuer.",
    "Referral codes: this is about a firm or an office, not a person.",
    "Solicitors’ teams (Thirdfort recipient emails): these name colleagues.",
    `Letters to solicitors: each one includes other people’s details. Your own are in your answers. ${asked}`,
    "Estate agent offices: this is about a firm or an office, not a person.",
    `Progress summaries drafted for our team: each one includes other people’s details. ${asked}`,
    "Emails we sent (copied to): this names other people.",
    `Questions to firms about a step (token hash): ${opens}`,
    "Work that waits for our team (facts): this is taken from other data in this copy.",
    "Search index for our team: this is taken from other data in this copy.",
    "Messages from our search provider: the seller’s copy has the documents that came with them.",
    "Record of deletions: stored under a code, after a person’s data was deleted.",
    "Earlier copies of your data: a copy doesn’t include other copies.",
  ]);
});

test("the user’s id is replaced in every exported column that refers to a user", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass`.execute(db);
  const given = rows.filter(({ table, column }) =>
    PERSONAL_TABLES.some((known) => known === table && givenColumns(known).includes(column)),
  );
  expect(given.length).toBeGreaterThan(15);
  expect(given.filter(({ column }) => !NAMING_COLUMNS.has(column))).toEqual([]);
});

test("the data copy of a developer’s representative contains refunds and reviews of their group’s payment, and no other group’s", async () => {
  const [own, other] = [await insertGroup(db), await insertGroup(db)];
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", own.units[0] ?? "")
    .executeTakeFirstOrThrow();
  const staff = await signIn(db, { type: "admin" });
  for (const { id: group_id } of [own, other]) {
    const refunded = { group_id, stripe_payment_id: `pi_${group_id}`, amount_pence: 5_000 };
    const stripe_transaction_id = `re_${group_id}`;
    await db
      .insertInto("refunds")
      .values({ ...refunded, reason: `Reason ${group_id}`, requested_by: staff.id })
      .execute();
    await db
      .insertInto("payment_reviews")
      .values({ ...refunded, reason: "refunded", stripe_transaction_id })
      .execute();
  }
  const { rows } = await copyFor(await subject(seller_id));
  expect(rows("refunds")).toMatchObject([{ reason: `Reason ${own.id}` }]);
  expect(rows("payment_reviews")).toMatchObject([{ stripe_payment_id: `pi_${own.id}` }]);
});

describe("the data copy of a seller", () => {
  let seller: DataSubject;
  let other: Awaited<ReturnType<typeof fullMatter>>;
  let copy: Awaited<ReturnType<typeof copyFor>>;
  beforeAll(async () => {
    const matter = await fullMatter(db);
    other = await fullMatter(db);
    seller = await subject(matter.seller.id);
    await saveDraft(db, seller.id, "sell/about-the-property", {
      answers: { tenure_details: "A lease of 99 years" },
      sellers: [{ first_name: "Drafted", phone_number: "+447400999999" }],
    });
    await insertWritten(seller.email);
    const email = { name: "payment_received", transaction_id: matter.id, subject: "A payment" };
    await db
      .insertInto("email_log")
      .values([
        {
          ...email,
          recipient: seller.email,
          body_text: "Thank you",
          copied_to: ["bea@example.com"],
        },
        { ...email, recipient: "team@example.com", user_id: seller.id, body_text: "For us alone" },
      ])
      .execute();
    const sent = await db.selectFrom("inbound_attachments").select("s3_document_key").execute();
    for (const { s3_document_key } of sent) await putDocument(s3_document_key!, pdfOf("A bill"));
    const { id: transaction_id, purchase_intent_id } = matter;
    await insertDocument(db, { transaction_id, file_name: "lease.pdf", uploaded_by: seller.id });
    await insertDocument(db, { transaction_id, file_name: "bad.pdf", scan: "infected" });
    await insertDocument(db, { transaction_id, purchase_intent_id, file_name: "mortgage.pdf" });
    copy = await copyFor(seller);
  });

  test("a seller's data copy contains the files that were uploaded for the sale, but not the buyers' or infected ones", () => {
    const names = copy.rows("documents").map(({ file_name }) => file_name);
    expect(names.filter(Boolean)).toEqual([
      expect.stringMatching(/^Lease of [0-9a-f]{24}\.pdf$/),
      "lease.pdf",
      "bad.pdf",
    ]);
    expect(copy.rows("documents")).toContainEqual(expect.objectContaining({ uploaded_by: "you" }));
    const lease = Object.entries(copy.files).find(([name]) => name.endsWith("lease.pdf"));
    expect(Buffer.from(lease?.[1] ?? []).toString()).toBe("the original");
    expect(copy.all).not.toContain("mortgage.pdf");
    expect(Object.keys(copy.files).join()).not.toContain("bad.pdf");
  });

  test("a seller's data copy contains the text of emails sent to them, but not of emails sent to others", () => {
    const emails = copy.rows("email_log");
    expect(emails.filter(({ body_text }) => body_text === "Thank you")).toHaveLength(1);
    expect(emails.filter(({ recipient }) => recipient === "team@example.com")).toHaveLength(1);
    expect(JSON.stringify(emails)).not.toContain("For us alone");
    expect(JSON.stringify(emails)).not.toContain("bea@example.com");
  });

  test("a seller's data copy contains what they entered and did, as JSON and as a page", () => {
    expect(copy.rows("users")).toMatchObject([{ id: seller.id, email: seller.email }]);
    expect(copy.rows("transactions")).toMatchObject([{ seller_id: "you", tags: ["Full"] }]);
    expect(copy.rows("drafts")).toMatchObject([
      { data: { answers: { tenure_details: "A lease of 99 years" } } },
    ]);
    for (const table of [
      "orders",
      "events",
      "identity_checks",
      "searches",
      "email_log",
      "addresses",
    ]) {
      expect(copy.rows(table).length, table).toBeGreaterThan(0);
      for (const column of givenColumns(PERSONAL_TABLES.find((known) => known === table)!)) {
        expect(
          copy.rows(table).some((row) => column in row),
          `${table}.${column}`,
        ).toBe(true);
      }
    }
    expect(copy.page).toContain("A lease of 99 years");
    expect(copy.page).toContain("<summary>Sales (1)</summary>");
    expect(copy.page).toContain(`for the account ${seller.email}`);
  });

  test("a seller's data copy starts with the person's details, matters, recipients and retention periods (CU-18)", () => {
    const [first = ""] = copy.page.split("<h2>Everything we hold</h2>");
    expect(first).toContain(`<dt>Email address</dt><dd>${seller.email}</dd>`);
    expect(first).toMatch(/<li>Seller: [0-9a-f-]{36} Arch Street, York, YO1 7HZ, since /);
    const [shared = ""] = first.split("Who we share your data with").slice(1);
    for (const recipient of [
      "law firm)",
      "estate agent)",
      "Stripe takes card payments.",
      "Thirdfort",
    ])
      expect(shared).toContain(recipient);
    expect(first).toContain(
      "10 years after completion, or after the sale or purchase falls through",
    );
    expect(first).not.toContain(seller.id);
  });

  test("a seller's data copy shows plain labels, amounts in pounds and times in London, with references last (CU-18)", () => {
    const everything = copy.page.split("<h2>Everything we hold</h2>")[1] ?? "";
    expect(everything).not.toMatch(/<h2>Sales|<dt>[a-z]|_pence|_pounds|T\d\d:\d\d:\d\d/);
    expect(everything).not.toMatch(/<dt>[^<]*_[^<]*<\/dt>/);
    expect(everything).toContain("<dt>Asking price</dt><dd>£");
    expect(everything).toMatch(/<dt>Total amount<\/dt><dd>£240\.00<\/dd>/);
    expect(everything).toContain("(London time)");
    for (const row of everything.split("<dl>").slice(1)) {
      expect(row.split('<p class="references">')[0]).not.toMatch(/<dt>Reference<\/dt>/);
    }
    for (const name of Object.keys(copy.files).filter((each) => each.startsWith("data/"))) {
      const count = (JSON.parse(Buffer.from(copy.files[name]!).toString()) as unknown[]).length;
      expect(everything).toContain(`(${count})</summary>`);
    }
  });

  test("a seller's data copy contains the documents of their sale and the files that they sent us", () => {
    const documents = Object.keys(copy.files).filter((name) => name.startsWith("documents/"));
    expect(documents.map((name) => name.slice(15)).sort()).toEqual([
      expect.stringMatching(/^Bill of [0-9a-f]{24}\.pdf$/),
      "bill of water.pdf",
      "lease.pdf",
      "result.pdf",
    ]);
    for (const name of documents.filter((each) => !each.endsWith("lease.pdf"))) {
      expect(copy.page).toContain(encodeURIComponent(name.slice(10)));
      expect(Buffer.from(copy.files[name]!).toString("latin1")).toMatch(/^%PDF/);
    }
  });

  test("a seller's data copy contains nothing about co-sellers, the other side, staff or other matters", () => {
    const strangers = [
      bea.email,
      bea.phone_number,
      jo.email,
      gail.email,
      "Drafted",
      "+447400999999",
    ];
    for (const known of strangers) expect(copy.all).not.toContain(known);
    for (const id of [other.id, other.seller.id, other.seller.email, other.purchase_intent_id]) {
      expect(copy.all).not.toContain(id);
    }
    expect(copy.rows("purchase_intents")).toEqual([]);
    expect(copy.all).not.toContain("token_hash");
  });

  test("a seller's data copy lists what is left out", () => {
    expect(copy.page).toContain("Other people’s details: anyone selling or buying with you");
    for (const line of listOmissions()) expect(copy.page).toContain(encode(line));
  });
});

test("the data copy of a buyer has the purchase and the address, but not the seller's answers", async () => {
  const matter = await fullMatter(db);
  const { buyer_id } = await db
    .selectFrom("purchase_intents")
    .select("buyer_id")
    .where("id", "=", matter.purchase_intent_id)
    .executeTakeFirstOrThrow();
  const copy = await copyFor(await subject(buyer_id));
  expect(copy.rows("purchase_intents")).toMatchObject([{ buyer_id: "you" }]);
  expect(copy.rows("transactions")).toMatchObject([{ buyer_comments: null }]);
  expect(Object.keys(copy.rows("transactions")[0]!)).not.toContain("asking_price_pounds");
  expect(copy.rows("addresses").length).toBeGreaterThan(0);
  expect(Object.keys(copy.files).filter((name) => name.startsWith("documents/"))).toEqual([]);
  expect(copy.all).not.toContain(matter.seller.email);
});

test("the data copy of a person who shares an email address contains only rows with the person's own name", async () => {
  const ada = await signIn(db, {
    email: "The.Byrons@example.test",
    first_name: "Ada",
    last_name: "Byron",
  });
  const estate_agent_id = await insertAgent(db);
  const lead = {
    estate_agent_id,
    property_address: "1 Shared Street",
    initial_asking_price_pounds: 1,
    seller_1_name: "Annabella Byron",
    seller_1_email: "the.byrons@example.test",
    seller_1_phone: "+447400000001",
    seller_2_name: "ada byron",
    seller_2_email: "THE.byrons@example.test",
    seller_2_phone: "+447400000002",
  };
  await db.insertInto("leads").values(lead).execute();
  const matter = await fullMatter(db);
  const party = {
    kind: "seller",
    transaction_id: matter.id,
    email: "THE.BYRONS@example.test",
    last_name: "Byron",
  } as const;
  await db
    .insertInto("parties")
    .values([
      { ...party, position: 7, first_name: "ADA", phone_number: "+447400000003" },
      { ...party, position: 8, first_name: "Annabella", phone_number: "+447400000004" },
    ])
    .execute();

  const copy = await copyFor(await subject(ada.id));
  expect(copy.rows("leads")).toMatchObject([{ seller_2_phone: "+447400000002" }]);
  expect(copy.rows("parties")).toMatchObject([{ phone_number: "+447400000003" }]);
  expect(copy.all).not.toMatch(/Annabella|\+44740000000[14]/);
});

test("a data copy names a document missing from the store and contains the rest", async () => {
  const grace = await signIn(db);
  const { key } = await insertWritten(grace.email);
  await deleteDocument(key);
  const copy = await copyFor(await subject(grace.id));
  expect(copy.missing).toBe(1);
  expect(copy.page).toContain("bill of water: no longer available");
  expect(copy.rows("inbound_emails")).toHaveLength(1);
});

async function insertWritten(from_email: string) {
  const message_id = crypto.randomUUID();
  const { id: email_id } = await db
    .insertInto("inbound_emails")
    .values({ message_id, from_email: from_email.toUpperCase(), received_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = `test/emails/${sha256(message_id)}/${sha256("a")}.pdf`;
  await putDocument(key, pdfOf("A bill"));
  await db
    .insertInto("inbound_attachments")
    .values({
      email_id,
      position: 1,
      file_name: "bill of water",
      file_type: "pdf",
      size_bytes: 10,
      sha256: sha256("a"),
      s3_document_key: key,
    })
    .execute();
  return { key };
}

async function subject(id: string): Promise<DataSubject> {
  return db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function copyFor(person: DataSubject) {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  const { missing } = await writeExport(sink, person);
  const files = unzipSync(Buffer.concat(chunks));
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  const rows = (table: string) =>
    files[`data/${table}.json`] ? (JSON.parse(text(`data/${table}.json`)) as Row[]) : [];
  const all = Object.keys(files).map(text).join("\n");
  return { missing, files, rows, page: text("Read me first.html"), all };
}

type Row = Record<string, unknown>;
