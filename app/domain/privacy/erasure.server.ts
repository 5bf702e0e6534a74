import { sql } from "kysely";
import { z } from "zod";
import {
  erasureKey,
  getDocument,
  listErasures,
  putDocument,
} from "#app/clients/documents.server.ts";
import { deleteCustomer } from "#app/clients/stripe/client.server.ts";
import { VendorError } from "#app/clients/vendor-error.ts";
import { recordEnd } from "#app/domain/audit/audit.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { signatures } from "#app/platform/signature.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { eraseHeld, type Erased } from "./erase-held.server.ts";
import { type Kept, type KeptAccount, planErasure } from "./erasure-plan.server.ts";

/** Erasing a person: what has to stay, what goes, and how a restored backup is told. */

/** In the order of how much stays. */
const ACCOUNTS = ["whole", "address", "nothing"] as const satisfies readonly KeptAccount[];

const Tombstone = z.object({
  erased_at: z.iso.datetime(),
  /** Whether they had asked for it; false where their time was over. */
  by_address: z.boolean().default(true),
  keeps: z.array(z.object({ what: z.string(), until: z.string(), why: z.string() })),
  /** Left out by those of before, who kept either all or nothing of the account. */
  account: z.enum(ACCOUNTS).optional(),
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
  const { keeps, account } = await planErasure(db, service.of(request.id));
  const erased_at = request.decided_at ?? new Date();
  await erase(db, request, { keeps, account, erased_at, by_address: true }, async (trx) => {
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
  const ended = {
    keeps: [],
    account: "nothing",
    erased_at: new Date(),
    by_address: false,
  } as const;
  await erase(db, person, ended, (trx) =>
    recordEnd(trx, "account_ended", { type: "user", id: person.id }),
  );
}

async function erase(
  db: Db,
  person: Erased & { stripe_customer_id: string | null },
  {
    keeps,
    account,
    erased_at,
    by_address,
  }: { keeps: readonly Kept[]; account: KeptAccount; erased_at: Date; by_address: boolean },
  also: (trx: Db) => Promise<void>,
) {
  if (person.stripe_customer_id && account !== "whole") {
    await unlessGone(deleteCustomer(person.stripe_customer_id));
  }
  const key = personKeys(person.id)[0] ?? "";
  const tombstone = { erased_at: erased_at.toISOString(), keeps: [...keeps], account, by_address };
  // Before the rows go: a try that is cut off between the two is tried again, and a backup is told either way.
  await putDocument(key, new TextEncoder().encode(JSON.stringify(tombstone)));
  await inTransaction(db, async (trx) => {
    await eraseHeld(trx, person, { account, by_address });
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
  const kept = tombstone.account ?? (tombstone.keeps.length > 0 ? "whole" : "nothing");
  // What the backup takes for under way has ended since, and stays as it would have.
  const account = ACCOUNTS.find((each) => each === kept || each === plan.account) ?? "whole";
  await inTransaction(db, async (trx) => {
    await eraseHeld(trx, person, { account, by_address: tombstone.by_address });
    await keepTombstone(trx, key, tombstone);
    // A request that the backup has as open was decided after it; by whom it does not know.
    const own = trx.deleteFrom("privacy_requests").where("user_id", "=", person.id);
    await own.where("status", "in", ["open", "erasing"]).execute();
  });
  return true;
}
