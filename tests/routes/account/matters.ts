import { recordEvent } from "#app/domain/events/events.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import type { NewSale } from "#app/domain/sales/save-sale.server.ts";
import type { Db } from "#db/connection.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { newSale } from "#tests/support/sales.ts";
import { createSale } from "#tests/support/create-matter.ts";

type Stage = { terms?: boolean; complete?: boolean; line_1?: string; change?: Partial<NewSale> };

let made = 0;

export async function insertSaleAtStage(
  db: Db,
  seller_id: string,
  stage: Stage = {},
): Promise<string> {
  const sale = newSale(stage.change);
  if (stage.line_1) sale.property.address.line_1 = stage.line_1;
  const { id } = await createSale(db, seller_id, sale);
  if (stage.terms) await acceptTerms(db, { transaction_id: id, seller_id });
  if (stage.complete) {
    const event_name = "referral_code_applied";
    await recordEvent(db, { transaction_id: id, event_name, author: "seller" });
    await db
      .insertInto("orders")
      .values({
        ...{ transaction_id: id, payment_type: "stripe_direct", total_amount_pence: 0 },
        stripe_transaction_status: "succeeded",
      })
      .execute();
  }
  await db
    .updateTable("transactions")
    .set({ created_at: new Date(Date.UTC(2026, 0, 1) + ++made * 60_000) })
    .where("id", "=", id)
    .execute();
  return id;
}

export async function insertPurchaseAtStage(
  db: Db,
  buyer_id: string,
  stage: Stage & { at?: Date } = {},
) {
  const owner = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  const sale = await insertSale(db, owner.id);
  const intent = await insertPurchase(db, sale, buyer_id, stage.complete ?? false);
  await db
    .updateTable("purchase_intents")
    .set({
      created_at: stage.at ?? new Date(Date.UTC(2026, 0, 1) + ++made * 60_000),
      ...(stage.terms === false && { terms_accepted_at: null, terms_version: null }),
    })
    .where("id", "=", intent.id)
    .execute();
  return intent;
}

/** Assigns the same lawyer group to both sides, with comments that only staff may read. */
export async function assignSolicitor(db: Db, transaction_id: string) {
  const firm = await db
    .insertInto("law_firms")
    .values({ name: "Able Law" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto("lawyer_groups")
    .values({ name: "Able Solicitors", law_firm_id: firm.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const member = { lawyer_group_id: group.id, phone_number: "+447400123458", last_name: "Nair" };
  await db
    .insertInto("lawyer_group_members")
    .values([
      { ...member, kind: "legal_assistant", first_name: "Asha", email: "asha@able.example" },
      { ...member, kind: "solicitor", first_name: "Priya", email: "priya@able.example" },
    ])
    .execute();
  await db
    .updateTable("transactions")
    .set({
      seller_lawyer_group_id: group.id,
      buyer_lawyer_group_id: group.id,
      seller_comments: "for staff only",
      buyer_comments: "for staff only",
    })
    .where("id", "=", transaction_id)
    .execute();
}
