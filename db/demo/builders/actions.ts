import type { SeedRows } from "../seed-builder.ts";
import { id } from "../deterministic.ts";
import { userId } from "../person.ts";

/** Adds a memorandum of sale, a change of the agreed price, and one that was undone. */
export function addActions({ rows, calendar }: SeedRows) {
  const purchase = rows.purchase_intents.find(({ is_active }) => is_active);
  if (!purchase) return;
  const agreed = purchase.agreed_price_pounds;
  const values = (pounds: number) => JSON.stringify({ agreed_price_pounds: pounds });
  const staff = userId("Bronwen Pugh");
  const action = {
    transaction_id: purchase.transaction_id,
    purchase_intent_id: purchase.id,
    kind: "change_agreed_price",
    done_by: staff,
  };
  rows.sale_agreements.push({
    id: id("agreement", "memorandum"),
    transaction_id: purchase.transaction_id,
    buyer_id: purchase.buyer_id,
    agreed_price_pounds: agreed + 5_000,
    created_at: calendar.at(7, 60),
    ended_at: calendar.at(4, 60),
  });
  rows.matter_actions.push(
    {
      ...action,
      id: id("action", "price"),
      before: values(agreed + 5_000),
      after: values(agreed),
      done_at: calendar.at(3, 60),
      sends_at: calendar.at(3, 70),
    },
    {
      ...action,
      id: id("action", "undone price"),
      before: values(agreed),
      after: values(agreed - 5_000),
      done_at: calendar.at(2, 60),
      sends_at: calendar.at(2, 70),
      undone_at: calendar.at(2, 65),
      undone_by: staff,
    },
  );
}
