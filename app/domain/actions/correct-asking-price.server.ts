import { z } from "zod";
import { housePrice } from "#app/domain/shared/form-rules.server.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { defineAction, refuseIfEnded } from "./action.ts";

/** Corrects the asking price of a sale. */
export const correctAskingPrice = defineAction({
  kind: "correct_asking_price",
  title: "Correct the asking price",
  event: "asking_price_corrected",
  form: z.object({ asking_price_pounds: housePrice("The asking price") }),
  stored: z.object({ asking_price_pounds: z.number() }),
  read: (db, { transaction_id }) =>
    db
      .selectFrom("transactions")
      .select("asking_price_pounds")
      .where("id", "=", transaction_id)
      .executeTakeFirstOrThrow(transactionNotFound),
  write: (trx, { transaction_id }, values) =>
    trx.updateTable("transactions").set(values).where("id", "=", transaction_id).execute(),
  show: ({ asking_price_pounds }) => [
    { label: "Asking price", text: formatPounds(asking_price_pounds) },
  ],
  refusal: refuseIfEnded,
  // Once there is a buyer, the letter has the agreed price instead.
  letters: ({ purchase_intent_id }) => (purchase_intent_id === null ? ["seller"] : []),
});
