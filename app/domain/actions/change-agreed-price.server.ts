import { z } from "zod";
import { purchaseNotFound } from "#app/domain/purchases/purchases.server.ts";
import { housePrice } from "#app/domain/shared/form-rules.server.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { defineAction, refuseIfEnded } from "./action.ts";

/** Changes the agreed price of the purchase, until contracts are exchanged. */
export const changeAgreedPrice = defineAction({
  kind: "change_agreed_price",
  title: "Change the agreed price",
  event: "agreed_price_changed",
  form: z.object({ agreed_price_pounds: housePrice("The agreed price") }),
  stored: z.object({ agreed_price_pounds: z.number() }),
  read: (db, { transaction_id, purchase_intent_id }) =>
    db
      .selectFrom("purchase_intents")
      .select("agreed_price_pounds")
      .where("id", "=", purchase_intent_id)
      .where("transaction_id", "=", transaction_id)
      .executeTakeFirstOrThrow(purchaseNotFound),
  write: (trx, { transaction_id, purchase_intent_id }, values) =>
    trx
      .updateTable("purchase_intents")
      .set(values)
      .where("id", "=", purchase_intent_id)
      .where("transaction_id", "=", transaction_id)
      .execute(),
  show: ({ agreed_price_pounds }) => [
    { label: "Agreed price", text: formatPounds(agreed_price_pounds) },
  ],
  refusal(facts) {
    if (!facts.has_purchase) return "This matter has no buyer yet, so no price has been agreed.";
    if (facts.end === "exchanged") return "Contracts have been exchanged at the agreed price.";
    return refuseIfEnded(facts);
  },
  letters: () => ["seller", "buyer"],
});
