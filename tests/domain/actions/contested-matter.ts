import type { ActionChoice } from "#app/domain/actions/action.ts";
import type { ActionKind } from "#app/domain/actions/notified.ts";
import { planAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { undoAction } from "#app/domain/actions/undo-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { staffReader } from "#tests/support/readers.ts";

/**
 * Creates a matter with an active buyer, two others who have accepted the terms, and both
 * solicitors.
 */
export async function createContestedMatter(db: Db) {
  const matter = await createMatter(db);
  const waiting = await createPurchaseAtStage(db, matter, { first_name: "Wen" });
  const bidder = await createPurchaseAtStage(db, matter, { first_name: "Bo" });
  const active = await createPurchaseAtStage(
    db,
    matter,
    { first_name: "Bea", active: true },
    fullPurchasePeople,
  );
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  return { ...matter, active, waiting, bidder };
}

/** Returns functions that plan, take and undo actions as one member of staff. */
export function actionsOf(db: Db, staff_id: string) {
  const actor = staffReader({ id: staff_id });
  const plan = (transaction_id: string, kind: ActionKind, choice: ActionChoice = { note: null }) =>
    planAction(db, actor, { transaction_id, kind, staff_id }, choice);
  return {
    plan,
    async take(transaction_id: string, kind: ActionKind, choice: ActionChoice = { note: null }) {
      const confirmed = hashPlan(await plan(transaction_id, kind, choice));
      return inTransaction(db, (trx) =>
        takeAction(trx, { transaction_id, kind }, { choice, confirmed, actor }),
      );
    },
    undo: (transaction_id: string, action_id: string) =>
      inTransaction(db, (trx) => undoAction(trx, { transaction_id, action_id }, { actor })),
  };
}
