import { assignSolicitors } from "#app/domain/assignments/assign-solicitors.server.ts";
import { planSolicitors } from "#app/domain/assignments/plan-solicitors.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { SolicitorsChoice } from "#app/domain/assignments/solicitors-choice.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { staffReader } from "#tests/support/readers.ts";

const email = () => `${crypto.randomUUID()}@example.test`;

export async function aSale(db: Db) {
  const seller = await insertPerson(db, email());
  return { ...(await insertSale(db, seller.id)), seller: seller.email, seller_id: seller.id };
}

export async function withBuyer(db: Db, is_active = true) {
  const sale = await aSale(db);
  const buyer = await insertPerson(db, email());
  const purchase = await insertPurchase(db, sale, buyer.id, is_active);
  return { ...sale, buyer: buyer.email, purchase_intent_id: purchase.id };
}

export const markOf = async (db: Db, id: string, chosen: SolicitorsChoice) =>
  hashPlan(await planSolicitors(db, staffReader(), id, chosen));

type Actor = { id: string; request_id: string };

export async function assign(db: Db, id: string, chosen: SolicitorsChoice, actor: Actor) {
  const confirmed = await markOf(db, id, chosen);
  await assignSolicitors(db, id, { choice: chosen, confirmed, actor });
}

export const emailsOf = (db: Db, id: string) =>
  db
    .selectFrom("email_log")
    .select(["name", "recipient", "props", "status"])
    .where("transaction_id", "=", id)
    .orderBy("name")
    .execute();
