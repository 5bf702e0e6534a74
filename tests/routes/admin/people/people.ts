import type { Db } from "#db/connection.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { newPurchase } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { fillIn, open, postAndReadFlash } from "../pages.ts";
import { createPaidMatter } from "../transaction-tabs/matter.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

type Staff = { cookie: string };

export const FORM = "add-person";

export const mailbox = (name: string) => `${name}.${crypto.randomUUID()}@example.test`;
export const sellers = (id: string) => `/admin/transactions/${id}/sellers`;
export const buyers = (id: string) => `/admin/transactions/${id}/buyers`;
export const removal = (tab: string, person_id: string) => `${tab}/people/${person_id}/remove`;

export const newPersonFields = (change: Record<string, string> = {}) => ({
  first_name: "Huw",
  last_name: "Hale",
  email: mailbox("huw"),
  phone_number: "07400 123457",
  "correspondence_address.line_1": "2 Coney Street",
  "correspondence_address.post_town": "York",
  "correspondence_address.postcode": "YO1 9NA",
  "correspondence_address.country_code": "GB",
  ...change,
});

export const add = (staff: Staff, path: string, typed: Record<string, string>) =>
  fillIn(staff, path, FORM, typed);

export async function remove(staff: Staff, path: string) {
  return postAndReadFlash(path, staff, confirmFields((await open(path, staff)).html));
}

export const partiesOf = (db: Db, column: "transaction_id" | "purchase_intent_id", id: string) =>
  db.selectFrom("parties").selectAll().where(column, "=", id).orderBy("position").execute();

/**
 * Returns a recipient’s emails about a matter that are still queued, and the names of those that
 * were withdrawn.
 */
export async function listEmailsTo(db: Db, transaction_id: string, recipient: string) {
  const rows = await db
    .selectFrom("email_log")
    .select(["name", "props", "status"])
    .where("transaction_id", "=", transaction_id)
    .where("recipient", "=", recipient)
    .orderBy("created_at")
    .execute();
  return {
    waiting: rows.filter(({ status }) => status === "queued"),
    withdrawn: rows.filter(({ status }) => status === "failed").map(({ name }) => name),
  };
}

export const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

export function sellerOf(db: Db, id: string) {
  return db
    .selectFrom("users")
    .innerJoin("transactions", "transactions.seller_id", "users.id")
    .select(["users.id", "users.email", "users.first_name", "users.last_name"])
    .where("transactions.id", "=", id)
    .executeTakeFirstOrThrow();
}

export async function createConfirmedPurchase(
  db: Db,
  change: Parameters<typeof newPurchase>[1] = {},
) {
  const matter = await createPaidMatter(db);
  const buyer = await signIn(db, { first_name: "Cy", last_name: "Byer" });
  const { id } = await createPurchase(db, buyer.id, newPurchase(matter.property_id, change));
  await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id: buyer.id });
  await confirmPurchase(db, { id, buyer_id: buyer.id });
  return { ...matter, buyer, purchase: id };
}

export const insertCheck = (
  db: Db,
  transaction_id: string,
  person: { first_name: string; last_name: string; email: string },
  change: object = {},
) =>
  db
    .insertInto("identity_checks")
    .values({
      transaction_id,
      status: "complete",
      result: "clear",
      person_type: "seller",
      phone_number: "+447400123456",
      thirdfort_id: crypto.randomUUID(),
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      ...change,
    })
    .execute();

export const readStage = (db: Db, id: string) =>
  db
    .selectFrom("listed_transactions")
    .select(["stage", "holder"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
