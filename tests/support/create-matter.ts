import { draftName } from "#app/domain/drafts/drafts.server.ts";
import { newMatterId } from "#app/domain/onboarding/unfinished-matters.server.ts";
import {
  createPurchase as makePurchase,
  type NewPurchase,
} from "#app/domain/purchases/save-purchase.server.ts";
import { createSale as makeSale, type NewSale } from "#app/domain/sales/save-sale.server.ts";
import type { Role } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";

export async function startDraft(db: Db, role: Role, user_id: string): Promise<string> {
  const id = newMatterId();
  await db
    .insertInto("drafts")
    .values({ user_id, form: draftName(role, id), data: "{}" })
    .execute();
  return id;
}

export async function createSale(db: Db, seller_id: string, sale: NewSale) {
  return makeSale(db, { id: await startDraft(db, "sell", seller_id), seller_id }, sale);
}

export async function createPurchase(db: Db, buyer_id: string, purchase: NewPurchase) {
  return makePurchase(db, { id: await startDraft(db, "buy", buyer_id), buyer_id }, purchase);
}
