import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { draftName, REDIRECT_KEY } from "#app/domain/drafts/drafts.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { objectId } from "#app/domain/shared/form-rules.server.ts";
import { draftText } from "#app/domain/shared/questions.server.ts";
import { lockPerson } from "#app/domain/people/users.server.ts";
import { purchaseIsCompleteSql } from "#app/domain/transactions/complete-purchase.server.ts";
import { hasComeSql } from "#app/domain/transactions/customer-parts.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { saleIsCompleteSql, saleIsOpen } from "#app/domain/sales/open-sales.server.ts";
import type { Role } from "#app/paths.ts";
import { type Db, inTransaction } from "#db/connection.ts";

/**
 * Sales and purchases that customers have not finished setting up (AMB-A07). A draft and its later
 * record have the same id.
 */

type MatterName = { role: Role; id: string };

/** Returns an id for a new sale or purchase. Nothing is stored under it yet. */
export function newMatterId(): string {
  return randomBytes(12).toString("hex");
}

/**
 * Form of the button on the welcome page. The button "Sell a property" on /welcome-back submits no
 * id.
 */
export const startForm = z.object({ id: objectId().optional() });

const MAX_UNFINISHED = 10;

export class TooManyUnfinishedError extends ConflictError {
  constructor() {
    super(
      `You have ${MAX_UNFINISHED} unfinished sales and purchases. That’s the maximum. To start another, go to your properties, and finish one or select Start over to delete it`,
    );
  }
}

/**
 * Stores the draft of a new sale or purchase under its id. Does nothing if the customer already has
 * a draft or record with this id.
 * @throws NotFoundError if the id belongs to another customer (AMB-A10); TooManyUnfinishedError
 */
export async function startMatter(
  db: Db,
  { role, id, user_id }: MatterName & { user_id: ReaderId },
  data: object,
): Promise<void> {
  const notFound = () => new NotFoundError("Page not found");
  await inTransaction(db, async (trx) => {
    await lockPerson(trx, user_id);
    const owner = await ownerOfMatter(trx, { role, id });
    if (owner === user_id) return;
    if (owner !== null) throw notFound();
    const drafts = [
      await listUnfinishedDrafts(trx, "sell", user_id),
      await listUnfinishedDrafts(trx, "buy", user_id),
    ].flat();
    if (drafts.length >= MAX_UNFINISHED) throw new TooManyUnfinishedError();
    await trx
      .insertInto("drafts")
      .values({ user_id, form: draftName(role, id), data: JSON.stringify(data) })
      // A unique index prevents two people from having a draft with the same name.
      .onConflict((conflict) => conflict.doNothing())
      .returning("form")
      .executeTakeFirstOrThrow(notFound);
  });
}

/** Returns the id of the person whose draft or record has this id; null if none has it. */
export async function ownerOfMatter(db: Db, { role, id }: MatterName): Promise<string | null> {
  const record =
    role === "sell"
      ? sql`select seller_id from transactions where id = ${id}`
      : sql`select buyer_id from purchase_intents where id = ${id}`;
  const { rows } = await sql<{ owner: string }>`
    select user_id as owner from drafts where form = ${draftName(role, id)}
    union ${record}`.execute(db);
  return rows[0]?.owner ?? null;
}

type Unfinished = {
  id: string;
  /** The known parts of the property’s address on one line, or "". */
  address: string;
  updated_at: Date;
};

/** Lists a customer’s sales or purchases that exist only as drafts, last changed first. */
export async function listUnfinishedDrafts(
  db: Db,
  role: Role,
  user_id: ReaderId,
): Promise<Unfinished[]> {
  const prefix = draftName(role, "");
  const id = sql<string>`substr(drafts.form, ${sql.lit(prefix.length + 1)})`;
  const record = sql.table(role === "sell" ? "transactions" : "purchase_intents");
  const drafts = await db
    .selectFrom("drafts")
    .select(["data", "updated_at", id.as("id")])
    .where("user_id", "=", user_id)
    .where(sql<boolean>`starts_with(form, ${prefix})`)
    .where(sql<boolean>`not jsonb_exists(data, ${REDIRECT_KEY})`)
    .where(sql<boolean>`not exists (select from ${record} record where record.id = ${id})`)
    .orderBy("updated_at", "desc")
    .orderBy("form")
    .limit(MAX_UNFINISHED)
    .execute();
  return drafts.map(({ data, ...draft }) => ({ ...draft, address: homeOf(data) }));
}

/**
 * Returns a customer’s last changed unfinished sale or purchase, or the one with `id` if that is
 * set; null if there is none.
 */
export async function findUnfinished(
  db: Db,
  { role, user_id, id }: { role: Role; user_id: ReaderId; id?: string },
): Promise<Unfinished | null> {
  const drafts = await listUnfinishedDrafts(db, role, user_id);
  const draft = drafts.find((one) => id === undefined || one.id === id);
  const record = await (role === "sell" ? unfinishedSale : unfinishedPurchase)(db, user_id, id);
  if (!record || (draft && draft.updated_at >= record.updated_at)) return draft ?? null;
  const { address } = await db
    .selectFrom("properties")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("id", "=", record.property_id)
    .executeTakeFirstOrThrow();
  return { ...record, address: addressLine(address) };
}

/**
 * Returns true if the customer has a sale or purchase on record, or the one with `id` if that is
 * set.
 */
export async function hasRecords(
  db: Db,
  { role, user_id, id = null }: { role: Role; user_id: ReaderId; id?: string | null },
): Promise<boolean> {
  const records =
    role === "sell"
      ? sql`select from transactions where seller_id = ${user_id}`
      : sql`select from purchase_intents where buyer_id = ${user_id}`;
  const { rows } = await sql<{ found: boolean }>`
    select exists (${records} and (${id}::text is null or id = ${id})) as found`.execute(db);
  return rows[0]?.found ?? false;
}

function unfinishedSale(db: Db, seller_id: ReaderId, id: string | undefined) {
  return db
    .selectFrom("transactions")
    .select(["id", "property_id", "updated_at"])
    .where("seller_id", "=", seller_id)
    .where("company_seller_id", "is", null)
    .where((eb) => eb.not(saleIsCompleteSql()))
    .where(saleIsOpen())
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? null))
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function unfinishedPurchase(db: Db, buyer_id: ReaderId, id: string | undefined) {
  return db
    .selectFrom("purchase_intents")
    .select(["id", "property_id", "updated_at"])
    .where("buyer_id", "=", buyer_id)
    .where("aborted", "is", null)
    .where(hasComeSql("aborted"), "=", false)
    .where("completed", "is", null)
    .where((eb) => eb.not(purchaseIsCompleteSql()))
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? null))
    .orderBy("updated_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

const Typed = z.object({
  answers: z.looseObject({
    address: z
      .object({
        line_1: draftText,
        line_2: draftText,
        line_3: draftText,
        post_town: draftText,
        postcode: draftText,
      })
      .catch({}),
    postcode: draftText,
    chosen_address: draftText,
  }),
});

function homeOf(data: unknown): string {
  const { answers } = Typed.safeParse(data).data ?? {};
  if (!answers) return "";
  return answers.chosen_address ?? addressLine({ postcode: answers.postcode, ...answers.address });
}
