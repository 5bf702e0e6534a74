import { sql } from "kysely";
import { z } from "zod";
import {
  erasureKey,
  getDocument,
  listErasures,
  putDocument,
} from "#app/clients/documents.server.ts";
import { deleteCustomer } from "#app/clients/stripe.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { recordEnd } from "#app/domain/audit/audit.server.ts";
import { ADDRESS_LINES } from "#app/domain/fields/address.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { sellsSql } from "#app/domain/people/on-matter.server.ts";
import { listPurchases } from "#app/domain/purchases/purchases.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { service } from "#app/domain/readers/service.ts";
import { saleIsCompleteSql, saleIsOpen } from "#app/domain/sales/open-sales.server.ts";
import { sha256 } from "#app/secrets.server.ts";
import { signatures } from "#app/signature.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { eraseHeld, type Erased } from "./erase-held.server.ts";
import { LIVES } from "./lives.server.ts";
import { lifeOfMatter } from "./matter-ends.server.ts";

/** Erasing a person: what has to stay, what goes, and how a restored backup is told. */

/** What stays of a person, until which day, and why, as they are told. */
type Kept = { what: string; until: string; why: string };

type ErasurePlan = {
  /** The homes of sales and purchases that are under way: while there are any, nothing can be erased. */
  under_way: string[];
  /** Empty when the account is made anonymous altogether. */
  keeps: Kept[];
};

/** Reads what would become of a person's data. */
export async function planErasure(db: Db, user_id: ReaderId): Promise<ErasurePlan> {
  const [sales, purchases, days] = await Promise.all([
    listSalesUnderWay(db, user_id),
    listPurchases(db, user_id),
    readLastDays(db, user_id),
  ]);
  const under_way = [
    ...sales,
    ...purchases.filter(({ complete, is_over }) => complete && !is_over),
  ];
  return {
    under_way: under_way.map((matter) => addressLine(matter)),
    keeps: days
      ? [
          {
            what: "Sales and purchases with accepted terms, including the people involved, their contact details, letters, emails, searches and payments",
            until: days.matter,
            why: "we may need them to answer questions or legal claims, and the law requires us to keep payment records",
          },
          {
            what: "ID checks",
            until: days.check,
            why: "the Money Laundering Regulations 2017 require it",
          },
        ]
      : [],
  };
}

/** More than a page tells of: one is enough. */
const MAX_TOLD = 20;

/** Sales that are paid for or that a buyer is in, and those with money that is on its way or looked at. */
function listSalesUnderWay(db: Db, seller_id: string) {
  return db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .innerJoin("addresses", "addresses.id", "properties.address_id")
    .select(ADDRESS_LINES)
    .where(sellsSql(seller_id))
    .where(
      sql<boolean>`(
        ${saleIsOpen()} and (${saleIsCompleteSql()}
          or exists (select from purchase_intents where transaction_id = transactions.id))
        or exists (select from orders where transaction_id = transactions.id and paid_at is null
          and (stripe_transaction_status = 'processing' or review is not null)))`,
    )
    .orderBy("transactions.id", "desc")
    .limit(MAX_TOLD)
    .execute();
}

/**
 * The days on which what stays of their last matter has to go; of one that is under way, counted from today. It stays once
 * its terms are accepted, or it is paid for.
 *
 * @returns null where there is none
 */
async function readLastDays(db: Db, user_id: string) {
  const { rows } = await sql<{ matter: string; check: string }>`
    select to_char(max(coalesce(ended, current_date) + ${lifeOfMatter()}), 'YYYY-MM-DD') as matter,
      to_char(max(coalesce(ended, current_date)
        + least(${LIVES.check.after}::interval, ${lifeOfMatter()})), 'YYYY-MM-DD') as check
    from matter_ends
    where transaction_id in (
      select id from transactions where seller_id = ${user_id}
        and (terms_accepted_at is not null or ${saleIsCompleteSql()})
      union select transaction_id from purchase_intents
      where buyer_id = ${user_id} and terms_accepted_at is not null)
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

const Tombstone = z.object({
  erased_at: z.iso.datetime(),
  /** Whether they had asked for it; false where their time was over. */
  by_address: z.boolean().default(true),
  keeps: z.array(z.object({ what: z.string(), until: z.string(), why: z.string() })),
});

/**
 * Erases whom a request that staff have confirmed is about: at Stripe first, while we know the customer, then here. It may
 * run twice. Not within a transaction: it waits for Stripe and the store.
 *
 * @throws VendorError, and the store's own errors; the job tries again
 */
export async function erasePerson(db: Db, request_id: string): Promise<void> {
  const request = await db
    .selectFrom("privacy_requests")
    .innerJoin("users", "users.id", "privacy_requests.user_id")
    .select(["users.id", "email", "first_name", "last_name", "stripe_customer_id", "decided_at"])
    .where("privacy_requests.id", "=", request_id)
    .where("privacy_requests.status", "=", "erasing")
    .executeTakeFirst();
  if (!request) return;
  const { keeps } = await planErasure(db, service.of(request.id));
  const erased_at = request.decided_at ?? new Date();
  await erase(db, request, { keeps, erased_at, by_address: true }, async (trx) => {
    await trx
      .updateTable("privacy_requests")
      .set({ status: "erased" })
      .where("id", "=", request_id)
      .execute();
  });
}

/**
 * Makes an account anonymous whose time is over and that has no matter any more. What is known by its address alone has a
 * time of its own. Not within a transaction: it waits for Stripe and the store.
 *
 * @throws VendorError, and the store's own errors
 */
export async function endAccount(
  db: Db,
  person: Erased & { stripe_customer_id: string | null },
): Promise<void> {
  const ended = { keeps: [], erased_at: new Date(), by_address: false };
  await erase(db, person, ended, (trx) =>
    recordEnd(trx, "account_ended", { type: "user", id: person.id }),
  );
}

async function erase(
  db: Db,
  person: Erased & { stripe_customer_id: string | null },
  { keeps, erased_at, by_address }: { keeps: Kept[]; erased_at: Date; by_address: boolean },
  also: (trx: Db) => Promise<void>,
) {
  if (person.stripe_customer_id && keeps.length === 0) {
    await unlessGone(deleteCustomer(person.stripe_customer_id));
  }
  const key = personKeys(person.id)[0] ?? "";
  const tombstone = { erased_at: erased_at.toISOString(), keeps, by_address };
  // Before the rows go: a try that is cut off between the two is tried again, and a backup is told either way.
  await putDocument(key, new TextEncoder().encode(JSON.stringify(tombstone)));
  await inTransaction(db, async (trx) => {
    await eraseHeld(trx, person, { keepsMatters: keeps.length > 0, by_address });
    await keepTombstone(trx, key, tombstone);
    await also(trx);
  });
}

async function unlessGone(deleted: Promise<void>) {
  await deleted.catch((error: unknown) => {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
  });
}

async function keepTombstone(
  trx: Db,
  key: string,
  { erased_at, keeps }: z.infer<typeof Tombstone>,
) {
  await trx
    .insertInto("erasures")
    .values({ s3_document_key: key, erased_at, keeps: JSON.stringify(keeps) })
    .onConflict((conflict) => conflict.column("s3_document_key").doNothing())
    .execute();
}

/** The keys under which a person may be, one for each of our secrets, since theirs may have been the newest then. */
function personKeys(user_id: string): string[] {
  return signatures("erasure", user_id).map((signature) => erasureKey(sha256(signature)));
}

const USERS_AT_ONCE = 5_000;

/**
 * Erases again whom the store's tombstones name and a restored database does not: a backup has brought them back. Not
 * within a transaction: it reads the store.
 *
 * @returns how many people
 * @throws the store's own errors
 */
export async function eraseAgain(db: Db): Promise<number> {
  const known = await db.selectFrom("erasures").select("s3_document_key as key").execute();
  const missing = new Set(await listErasures());
  for (const { key } of known) missing.delete(key);
  let erased = 0;
  for (let after = ""; missing.size > erased;) {
    const people = await db
      .selectFrom("users")
      .select(["id", "email", "first_name", "last_name"])
      .where(sql<boolean>`id::text > ${after}`)
      .orderBy(sql`id::text`)
      .limit(USERS_AT_ONCE)
      .execute();
    for (const person of people) {
      const key = personKeys(person.id).find((one) => missing.has(one));
      if (key && (await eraseByTombstone(db, key, person))) erased += 1;
    }
    if (people.length < USERS_AT_ONCE) break;
    after = people.at(-1)?.id ?? after;
  }
  return erased;
}

async function eraseByTombstone(db: Db, key: string, person: Erased): Promise<boolean> {
  const bytes = await getDocument(key);
  if (!bytes) return false;
  const tombstone = Tombstone.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const plan = await planErasure(db, service.of(person.id));
  // What the backup takes for under way has ended since, and stays as it would have.
  const keepsMatters = [...tombstone.keeps, ...plan.keeps, ...plan.under_way].length > 0;
  await inTransaction(db, async (trx) => {
    await eraseHeld(trx, person, { keepsMatters, by_address: tombstone.by_address });
    await keepTombstone(trx, key, tombstone);
    // A request that the backup has as open was decided after it; by whom it does not know.
    const own = trx.deleteFrom("privacy_requests").where("user_id", "=", person.id);
    await own.where("status", "in", ["open", "erasing"]).execute();
  });
  return true;
}
