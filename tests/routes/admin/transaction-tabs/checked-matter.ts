import type { Db } from "#db/connection.ts";
import { endTransaction, type Result, type Status } from "#mocks/thirdfort/transactions.ts";
import type { State } from "#mocks/state.ts";
import { createMatter, assignSolicitors, createPurchaseAtStage } from "./matter.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";

export type CheckedPerson = {
  id: string;
  person_type: "seller" | "buyer" | "giftor";
  person_id: string;
};

export async function createMatterWithPeople(db: Db) {
  const matter = await createMatter(db);
  const purchase = await createPurchaseAtStage(db, matter, { active: true }, fullPurchasePeople);
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  const { seller_id } = await db
    .updateTable("transactions")
    .set({ created_at: new Date() })
    .where("id", "=", matter.id)
    .returning("seller_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("users")
    .set({ phone_number: "07400 123456" })
    .where("id", "=", seller_id)
    .execute();
  const seller: CheckedPerson = { id: matter.id, person_type: "seller", person_id: seller_id };
  return { ...matter, purchase, seller };
}

export function listChecks(db: Db, transaction_id: string) {
  return db
    .selectFrom("identity_checks")
    .selectAll()
    .where("transaction_id", "=", transaction_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function endCheck(
  state: State,
  thirdfort_id: string | null | undefined,
  status: Status,
  result: Result = "clear",
) {
  const double = { state, webhookUrl: null, webhookHeader: "", webhookSecret: "" };
  await endTransaction(double, thirdfort_id ?? "", status, result);
}
