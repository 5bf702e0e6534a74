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
import { recordErasure } from "#app/domain/audit/audit.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { signatures } from "#app/platform/signature.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import { erasePersonRows, type Erased } from "./erase-rows.server.ts";
import { type KeptData, type KeptAccount, planErasure } from "./erasure-plan.server.ts";

/** Parts of the account that an erasure can keep, from the most to the least. */
const ACCOUNTS = ["whole", "address", "nothing"] as const satisfies readonly KeptAccount[];

const Tombstone = z.object({
  erased_at: z.iso.datetime(),
  /**
   * True if the person requested the erasure; false if their account reached the end of its
   * retention.
   */
  by_address: z.boolean().default(true),
  keeps: z.array(z.object({ what: z.string(), until: z.string(), why: z.string() })),
  /**
   * Part of the account that was kept. Missing in old tombstones: those erasures kept either the
   * whole account or nothing.
   */
  account: z.enum(ACCOUNTS).optional(),
});

/**
 * Erases the person who made a confirmed erasure request, at Stripe and in our database.
 * Idempotent. Waits for Stripe and the document store, so it must not be called within a database
 * transaction.
 * @throws VendorError; errors from the document store
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
 * Anonymises an account past its retention period. Must not be called within a database
 * transaction.
 * @throws VendorError; errors from the document store
 */
export async function anonymiseAccount(
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
    recordErasure(trx, "account_ended", { type: "user", id: person.id }),
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
  }: { keeps: readonly KeptData[]; account: KeptAccount; erased_at: Date; by_address: boolean },
  also: (trx: Db) => Promise<void>,
) {
  if (person.stripe_customer_id && account !== "whole") {
    await ignoreNotFound(deleteCustomer(person.stripe_customer_id));
  }
  const key = personKeys(person.id)[0] ?? "";
  const tombstone = { erased_at: erased_at.toISOString(), keeps: [...keeps], account, by_address };
  // Store the tombstone before the rows are deleted, so that a retry or a restored backup finds it.
  await putDocument(key, new TextEncoder().encode(JSON.stringify(tombstone)));
  await inTransaction(db, async (trx) => {
    await erasePersonRows(trx, person, { account, by_address });
    await storeTombstone(trx, key, tombstone);
    await also(trx);
  });
}

async function ignoreNotFound(deleted: Promise<void>) {
  await deleted.catch((error: unknown) => {
    if (!(error instanceof VendorError) || error.kind !== "4xx") throw error;
  });
}

async function storeTombstone(
  trx: Db,
  key: string,
  { erased_at, keeps }: z.infer<typeof Tombstone>,
) {
  await trx
    .insertInto("erased_people")
    .values({ s3_document_key: key, erased_at, keeps: JSON.stringify(keeps) })
    .onConflict((conflict) => conflict.column("s3_document_key").doNothing())
    .execute();
}

/**
 * Returns the keys that a person’s tombstone may be stored under: one per secret, because secrets
 * rotate.
 */
function personKeys(user_id: string): string[] {
  return signatures("erasure", user_id).map((signature) => erasureKey(sha256(signature)));
}

const USERS_AT_ONCE = 5_000;

/**
 * Erases people again if a restored backup contained their data: their tombstone is in the store
 * but not in the database. Returns the number of people erased. Must not be called within a
 * database transaction.
 * @throws errors from the document store
 */
export async function reapplyErasures(db: Db): Promise<number> {
  const known = await db.selectFrom("erased_people").select("s3_document_key as key").execute();
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
  const remaining = tombstone.account ?? (tombstone.keeps.length > 0 ? "whole" : "nothing");
  // Matters that are in progress in the backup had ended before the erasure, so the tombstone
  // decides which part of the account is kept.
  const account = ACCOUNTS.find((each) => each === remaining || each === plan.account) ?? "whole";
  await inTransaction(db, async (trx) => {
    await erasePersonRows(trx, person, { account, by_address: tombstone.by_address });
    await storeTombstone(trx, key, tombstone);
    // The request that is open in the backup was decided after the backup was made, by a member of
    // staff who may not be in it.
    const own = trx.deleteFrom("privacy_requests").where("user_id", "=", person.id);
    await own.where("status", "in", ["open", "erasing"]).execute();
  });
  return true;
}
