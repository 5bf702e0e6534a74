import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import {
  listEmailsOfMatter,
  receiveEmail,
} from "#app/domain/inbound-emails/received-emails.server.ts";
import { matchEmails } from "#app/domain/inbound-emails/match-emails.server.ts";
import {
  readRematches,
  runRematchBatch,
  startRematch,
} from "#app/domain/inbound-emails/rematch.server.ts";
import { rematchEmails } from "#app/jobs/jobs.server.ts";
import type { RematchKind } from "#app/domain/inbound-emails/labels.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { withReplicationRole } from "#tests/support/replica.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { staffReader } from "#tests/support/readers.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const age = (id: string, seconds: number) =>
  db
    .updateTable("email_rematches")
    .set({ started_at: sql`now() - make_interval(secs => ${seconds})` })
    .where("id", "=", id)
    .execute();

describe("the emails of a matter's participants (AMB-T01)", () => {
  test("emails from sellers, buyers, giftors, a solicitor and the estate agent's office are matched to their matter", async () => {
    const seller = await insertPerson(db, "seller@example.com");
    const sale = await insertSale(db, seller.id);
    const buyer = await insertPerson(db, "buyer@example.com");
    const purchase = await insertPurchase(db, sale, buyer.id, true);
    const names = { first_name: "Pat", last_name: "Party", phone_number: "+447400123456" };
    await db
      .insertInto("parties")
      .values([
        { ...names, kind: "seller", transaction_id: sale.id, email: "other.seller@example.com" },
        { ...names, kind: "buyer", purchase_intent_id: purchase.id, email: "joint@example.com" },
        {
          ...names,
          kind: "giftor",
          purchase_intent_id: purchase.id,
          email: "giftor@example.com",
          amount_pounds: 5_000,
          relationship: "Parent",
        },
      ])
      .execute();
    const office = await db
      .insertInto("estate_agents")
      .values({ office_name: "York" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const agent = { estate_agent_id: office.id, first_name: "Val", last_name: "Uer" };
    await db
      .insertInto("valuers")
      .values({ ...agent, email: "val@example.com" })
      .execute();
    await db
      .insertInto("negotiators")
      .values({ ...agent, email: "neg@example.com", phone_number: "01904 1" })
      .execute();
    await db
      .updateTable("transactions")
      .set({
        estate_agent_status: "assigned",
        estate_agent_id: office.id,
        buyer_lawyer_group_id: await insertLawyerGroup(db),
      })
      .execute();
    const found = ["Seller", "other.seller", "buyer", "joint", "giftor", "val", "neg"];
    for (const from_email of [...found.map((name) => `${name}@example.com`), "sol@ashby.example"]) {
      expect([from_email, await receive({ from_email })]).toMatchObject([
        from_email,
        { transaction_id: sale.id, match_type: "participant" },
      ]);
    }
    expect(await receive()).toMatchObject({ transaction_id: null, match_type: null });
    await insertSale(db, seller.id);
    expect(await receive({ from_email: "seller@example.com" })).toMatchObject({
      transaction_id: null,
    });
  });

  test("a matter counts as completed for matching only once its active purchase has completed", async () => {
    const seller = await insertPerson(db, "seller@example.com");
    const [over, open] = [await insertSale(db, seller.id), await insertSale(db, seller.id)];
    const buyer = await insertPerson(db, "buyer@example.com");
    const left = await insertPurchase(db, over, buyer.id, false);
    const bought = await insertPurchase(db, over, buyer.id, true);
    await insertPurchase(db, open, buyer.id, true);
    const complete = (id: string) =>
      db
        .updateTable("purchase_intents")
        .set({ completed: "2026-05-01" })
        .where("id", "=", id)
        .execute();
    const from = { from_email: "seller@example.com" };
    expect(await receive(from)).toMatchObject({ transaction_id: null });
    await complete(left.id);
    expect(await receive(from)).toMatchObject({ transaction_id: null });
    await complete(bought.id);
    expect(await receive(from)).toMatchObject({ transaction_id: open.id });
  });

  test("emails are matched by reply address, by the email they answer, by the id in the subject, or by postcode with first line", async () => {
    const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
    const message = crypto.randomUUID();
    await db
      .insertInto("email_log")
      .values({
        name: "payment_received",
        recipient: "seller@example.com",
        transaction_id: id,
        status: "sent",
        postmark_message_id: message,
      })
      .execute();
    await db.updateTable("addresses").set({ postcode: "BA1 1AA" }).execute();
    const clues: [string, Parameters<typeof receive>[0]][] = [
      ["mailbox_hash", { mailbox_hashes: [id] }],
      ["in_reply_to", { in_reply_to: [message] }],
      ["reference", { subject: `Your ref ${id}` }],
      ["address", { text_body: "1 Arch Street\nBath BA11AA" }],
    ];
    for (const [match_type, clue] of clues) {
      expect(await receive(clue)).toMatchObject({ transaction_id: id, match_type });
    }
    const { items } = await listEmailsOfMatter(db, staffReader(), { transaction_id: id, limit: 3 });
    expect(items.map(({ match_type }) => match_type)).toEqual([
      "address",
      "reference",
      "in_reply_to",
    ]);
  });
});

describe("a rematch of emails (T-005 to T-008)", () => {
  test("a rematch matches only unmatched emails and counts its results (T-006, WF-20.1)", async () => {
    const early = await receive({ from_email: "seller@example.com" });
    await receive({ subject: "1 Arch Street, BA1 1AA" });
    await receive();
    const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
    await db.updateTable("addresses").set({ postcode: "BA1 1AA" }).execute();
    await receive({ mailbox_hashes: [id] });
    await receive({ mailbox_hashes: [id] });

    expect(await rematch("unmatched")).toMatchObject({
      status: "done",
      total: 3,
      checked: 3,
      new_matches: 2,
      still_unmatched: 1,
      changed_matches: 0,
      unchanged_matches: 0,
      match_types: [
        ["participant", 1],
        ["address", 1],
      ],
    });
    const { items } = await listEmailsOfMatter(db, staffReader(), {
      transaction_id: id,
      limit: 10,
    });
    expect(items.map((email) => email.id)).toContain(early.id);
    expect(await rematch("unmatched")).toMatchObject({ total: 1, new_matches: 0 });
  });

  test("a rematch counts changed and unchanged matches of all emails (T-007, WF-20.2)", async () => {
    const sold = await insertSale(db, (await insertPerson(db, "a@example.com")).id);
    const other = await insertPerson(db, "b@example.com");
    await receive({ from_email: "a@example.com" });
    await receive({ mailbox_hashes: [sold.id] });
    await receive();
    await db.updateTable("transactions").set({ seller_id: other.id }).execute();
    await insertSale(
      db,
      (
        await db
          .selectFrom("users")
          .select("id")
          .where("email", "=", "a@example.com")
          .executeTakeFirstOrThrow()
      ).id,
    );
    await receive({ from_email: "b@example.com" });
    expect(await rematch("all")).toMatchObject({
      total: 4,
      new_matches: 0,
      still_unmatched: 1,
      changed_matches: 1,
      unchanged_matches: 2,
      match_types: [
        ["mailbox_hash", 1],
        ["participant", 2],
      ],
    });
    expect(await rematch("all")).toMatchObject({ changed_matches: 0, unchanged_matches: 3 });
  });

  test("a rematch continues in batches from where the previous worker stopped", async () => {
    for (let i = 0; i < 5; i++) await receive();
    const id = await start("all");
    expect(await runRematchBatch(db, id, 2)).toBe(true);
    expect((await readRematches(db))[0]).toMatchObject({ status: "running", checked: 2, total: 5 });
    expect(await runRematchBatch(db, id, 2)).toBe(true);
    expect(await runRematchBatch(db, id, 2)).toBe(false);
    expect(await runRematchBatch(db, id, 2)).toBe(false);
    expect((await readRematches(db))[0]).toMatchObject({ status: "done", checked: 5, total: 5 });
  });

  test("a rematch stops after a minute and keeps the matches it has made (T-008, AMB-T02)", async () => {
    for (let i = 0; i < 3; i++) await receive();
    const id = await start("all");
    await runRematchBatch(db, id, 2);
    await age(id, 61);
    expect((await readRematches(db))[0]).toMatchObject({ status: "failed", checked: 2 });
    await rematchEmails.handle({ email_rematch_id: id }, { number: 1, isLast: false });
    const row = await db.selectFrom("email_rematches").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "failed", checked: 2, finished_at: expect.any(Date) });
  });

  test("a rematch is refused while another one runs, until that one is a minute old (AMB-T02)", async () => {
    const first = await start("all");
    await age(first, 59);
    await expect(start("unmatched")).rejects.toThrow("A rematch is already running");
    await age(first, 61);
    const second = await start("unmatched");
    expect(await runRematchBatch(db, first)).toBe(false);
    expect(await runRematchBatch(db, second)).toBe(false);
    const runs = await readRematches(db);
    expect(runs.map(({ kind, status }) => [kind, status])).toEqual([
      ["unmatched", "done"],
      ["all", "failed"],
    ]);
  });

  test("a rematch runs once for several concurrent requests (AMB-T02)", async () => {
    const asked = await Promise.allSettled([start("all"), start("all"), start("unmatched")]);
    expect(asked.filter(({ status }) => status === "fulfilled")).not.toEqual([]);
    const { rows } = await sql`select from graphile_worker.jobs`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await db.selectFrom("email_rematches").select("id").execute()).toHaveLength(1);
  });

  test("a rematch fails immediately if it cannot write, and its job throws an error", async () => {
    await receive();
    await insertSale(db, (await insertPerson(db, "stranger@example.com")).id);
    const email_rematch_id = await start("unmatched");
    const mend = await breakWrites(db, "inbound_emails");
    const job = rematchEmails.handle({ email_rematch_id }, { number: 1, isLast: false });
    await expect(job).rejects.toThrow();
    await mend();
    expect((await readRematches(db))[0]).toMatchObject({ status: "failed" });
  });

  test("a rematch is recorded in the audit log with the person who requested it (I-038)", async () => {
    const id = await start("all");
    const entry = await db
      .selectFrom("audit_log")
      .select(["action", "actor_kind"])
      .where("subject_type", "=", "email_rematch")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: "rematch_all_emails", actor_kind: "admin" });
  });
});

test("the count of unmatched emails uses an index in a large table", async () => {
  await withReplicationRole(db, async (trx) => {
    await sql`
      insert into inbound_emails (message_id, from_email, received_at, transaction_id, match_type)
      select n::text, n || '@example.com', now(),
        case when n % 1000 > 0 then 'aaaaaaaaaaaaaaaaaaaaaaaa' end,
        case when n % 1000 > 0 then 'participant' end
      from generate_series(1, 20000) n`.execute(trx);
  });
  await sql`analyze inbound_emails`.execute(db);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain select count(*) from inbound_emails where transaction_id is null`.execute(db);
  expect(JSON.stringify(rows)).toContain("inbound_emails_unmatched");
});

test("concurrent matches of one email run one after the other, and the second sees the result of the first (AMB-T01)", async () => {
  const { id: transaction_id } = await insertSale(
    db,
    (await insertPerson(db, "seller@example.com")).id,
  );
  const email = await receive();
  let second: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("inbound_emails")
      .set({ transaction_id, match_type: "participant" })
      .where("id", "=", email.id)
      .execute();
    second = db.transaction().execute((other) => matchEmails(other, [email.id]));
    await waitForLockWaiters(db);
  });
  expect(await second).toMatchObject([{ before: transaction_id, after: null }]);
});

async function receive(change: Parameters<typeof receivedEmail>[0] = {}) {
  const email = receivedEmail(change);
  await receiveEmail(db, email);
  const row = await db
    .selectFrom("inbound_emails")
    .select(["id", "transaction_id", "match_type"])
    .where("message_id", "=", email.message_id)
    .executeTakeFirstOrThrow();
  return row;
}

async function start(kind: RematchKind) {
  const { id } = await insertPerson(db, `${crypto.randomUUID()}@fanlight.example`);
  await startRematch(db, kind, { actor: { id, request_id: "r" } });
  const run = await db
    .selectFrom("email_rematches")
    .select("id")
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  return run.id;
}

async function rematch(kind: RematchKind) {
  const email_rematch_id = await start(kind);
  await rematchEmails.handle({ email_rematch_id }, { number: 1, isLast: false });
  const runs = await readRematches(db);
  return runs.find((run) => run.kind === kind)!;
}
