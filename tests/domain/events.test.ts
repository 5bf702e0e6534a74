import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { catalogue, eventLabel } from "#app/domain/events/catalogue.ts";
import { listEvents, recordEvent } from "#app/domain/events/events.server.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";

const { db } = useTestDatabase();

async function aSale(email: string) {
  const seller = await insertPerson(db, email);
  return { seller, sale: await insertSale(db, seller.id) };
}

describe("recording events", () => {
  test.each(["transaction_created", "payment_successful", "referral_code_applied"] as const)(
    "the event %s is recorded once, even for ten concurrent calls (E-037, E-038, X-053)",
    async (event_name) => {
      const { sale } = await aSale(`${event_name}@example.com`);
      const recorded = await Promise.all(
        Array.from({ length: 10 }, () =>
          recordEvent(db, { transaction_id: sale.id, event_name, author: "system" }),
        ),
      );
      expect(recorded.filter(Boolean)).toHaveLength(1);
      expect((await listEvents(db, staffReader(), sale.id, { limit: 10 })).items).toHaveLength(1);
    },
  );

  test("the event about the success email is recorded once per purchase (E-040)", async () => {
    const { sale, seller } = await aSale("purchases@example.com");
    const event_name = "purchase_intent_success_email_sent";
    const record = (purchase_intent_id: string) =>
      recordEvent(db, {
        transaction_id: sale.id,
        purchase_intent_id,
        event_name,
        author: "system",
      });
    const first = await insertPurchase(db, sale, seller.id, false);
    const second = await insertPurchase(db, sale, seller.id, false);
    expect(await record(first.id)).toBe(true);
    expect(await record(first.id)).toBe(false);
    expect(await record(second.id)).toBe(true);
  });

  test("events of other kinds are recorded every time, with type and milestone from the catalogue (X-053)", async () => {
    const { sale, seller } = await aSale("each-time@example.com");
    const terms = {
      transaction_id: sale.id,
      event_name: "seller_terms_accepted",
      author: "seller",
      author_id: seller.id,
    } as const;
    expect(await recordEvent(db, terms)).toBe(true);
    expect(await recordEvent(db, terms)).toBe(true);
    await recordEvent(db, {
      transaction_id: sale.id,
      event_name: "thirdfort_check_completed",
      type: "buyer",
      author: "provider",
      comments: "Passed",
    });
    const { items: events } = await listEvents(db, staffReader(), sale.id, { limit: 10 });
    expect(events).toMatchObject([
      {
        event_name: "thirdfort_check_completed",
        type: "buyer",
        milestone: true,
        author: "provider",
        author_name: null,
        comments: "Passed",
      },
      {
        event_name: "seller_terms_accepted",
        type: "seller",
        milestone: false,
        author_name: "Ada Byron",
      },
      { event_name: "seller_terms_accepted" },
    ]);
    expect(events[0]?.date_time).toBeInstanceOf(Date);
  });

  test("an event is not recorded if its database transaction is rolled back (X-053)", async () => {
    const { sale } = await aSale("rolled-back@example.com");
    const event = {
      transaction_id: sale.id,
      event_name: "payment_successful",
      author: "system",
    } as const;
    const work = db.transaction().execute(async (trx) => {
      await recordEvent(trx, event);
      throw new Error("changed our mind");
    });
    await expect(work).rejects.toThrow("changed our mind");
    expect(await recordEvent(db, event)).toBe(true);
  });

  test("an event whose recording waited for the matter's lock is listed as the later one (K-097)", async () => {
    const { sale } = await aSale("waited@example.com");
    const by = { transaction_id: sale.id, author: "seller" } as const;
    const waiting = await db.transaction().execute(async (trx) => {
      const matter = trx.selectFrom("transactions").select("id").where("id", "=", sale.id);
      await matter.forUpdate().execute();
      const second = recordEvent(db, { ...by, event_name: "payment_successful" });
      await waitForLockWaiters(db);
      await recordEvent(trx, { ...by, event_name: "seller_terms_accepted" });
      return { second };
    });
    await waiting.second;
    const { items } = await listEvents(db, staffReader(), sale.id, { limit: 10 });
    expect(items.map(({ event_name }) => event_name)).toEqual([
      "payment_successful",
      "seller_terms_accepted",
    ]);
  });
});

describe("reading events", () => {
  test("a timeline is listed newest first and paged without gaps or repeats (F-046, F-047, F-048, K-097)", async () => {
    const { sale } = await aSale("timeline@example.com");
    const { sale: other } = await aSale("other@example.com");
    await recordEvent(db, {
      transaction_id: other.id,
      event_name: "searches_ordered",
      author: "admin",
    });
    // All events are within one millisecond, so paging must not rely on the precision of a
    // JavaScript date.
    await sql`
      insert into events (transaction_id, event_name, type, author, comments, date_time)
      select ${sale.id}, 'search_completed', 'seller', 'provider', n::text,
        timestamptz '2026-03-01 09:00:00.000Z' + n * interval '1 microsecond'
      from generate_series(1, 12) n`.execute(db);

    const read: (string | null)[] = [];
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const page = await listEvents(db, staffReader(), sale.id, { limit: 5, after });
      read.push(...page.items.map((event) => event.comments));
      sizes.push(page.items.length);
      after = page.next ?? undefined;
    } while (after);
    expect(sizes).toEqual([5, 5, 2]);
    expect(read).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"]);
  });

  test("another matter's page cursor is ignored (F-047)", async () => {
    const { sale } = await aSale("mine@example.com");
    const { sale: other } = await aSale("theirs@example.com");
    for (const transaction_id of [sale.id, other.id])
      await recordEvent(db, {
        transaction_id,
        event_name: "transaction_created",
        author: "system",
      });
    const { items: theirs } = await listEvents(db, staffReader(), other.id, { limit: 1 });
    const mine = await listEvents(db, staffReader(), sale.id, { limit: 5 });
    expect(mine.items).toHaveLength(1);
    expect(
      await listEvents(db, staffReader(), sale.id, { limit: 5, after: theirs[0]?.id }),
    ).toEqual(mine);
  });
});

test.each([
  ["payment_successful", "Payment Successful"],
  ["something_of_a_later_version", "Something Of A Later Version"],
])("the event %s has the label %s (J-040)", (name, label) => {
  expect(eventLabel(name)).toBe(label);
});

test("the catalogue's milestones match the specification (K-089, K-090)", () => {
  const milestones = Object.entries(catalogue).filter(([, kind]) => kind.milestone);
  expect(milestones.map(([name, kind]) => `${name} ${kind.type}`)).toEqual([
    "transaction_created seller",
    "payment_successful seller",
    "referral_code_applied seller",
    "purchase_intent_created buyer",
    "purchase_intent_success_email_sent buyer",
    "purchase_intent_activated buyer",
    "seller_solicitors_assigned seller",
    "buyer_solicitors_assigned buyer",
    "sale_agreed buyer",
    "exchanged buyer",
    "completed buyer",
    "aborted buyer",
    "thirdfort_check_completed either",
    "searches_ordered seller",
    "searches_reordered seller",
    "sale_ended seller",
    "sale_resumed seller",
  ]);
});
