import { z } from "zod";
import { type Answer, ANSWERS } from "#app/domain/shared/answers.ts";
import { answer } from "#app/domain/shared/form-rules.server.ts";
import { optionalFreeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { tooManyCharacters } from "#app/domain/shared/messages.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { defineAction, refuseIfEnded } from "./action.ts";

const MAX_LENGTH = 200;

type SellerMortgage = { has_mortgage: Answer; seller_lender: string | null };

/** Corrects whether there is a mortgage on the property, and the lender who must be repaid. */
export const correctSellerLender = defineAction({
  kind: "correct_seller_lender",
  title: "Correct the seller’s mortgage",
  event: "seller_lender_corrected",
  form: z
    .object({
      has_mortgage: answer(),
      seller_lender: optionalFreeText(tooManyCharacters(MAX_LENGTH), {
        max: MAX_LENGTH,
        read: staffTextLine,
      }),
    })
    .transform(({ has_mortgage, seller_lender }) => ({
      has_mortgage,
      seller_lender: has_mortgage === "yes" ? seller_lender : null,
    })),
  stored: z.object({ has_mortgage: z.enum(ANSWERS), seller_lender: z.string().nullable() }),
  read: (db, { transaction_id }) =>
    db
      .selectFrom("transactions")
      .select(["has_mortgage", "seller_lender"])
      .where("id", "=", transaction_id)
      .executeTakeFirstOrThrow(transactionNotFound),
  write: (trx, { transaction_id }, values) =>
    trx.updateTable("transactions").set(values).where("id", "=", transaction_id).execute(),
  show: (mortgage) => [
    {
      label: "Lender",
      text: lenderText(mortgage),
      phrase: "The lender of the mortgage on the property",
    },
  ],
  refusal: refuseIfEnded,
  letters: () => ["seller"],
});

function lenderText({ has_mortgage, seller_lender }: SellerMortgage): string {
  if (has_mortgage === "no") return "none (no mortgage)";
  if (has_mortgage === "not_sure") return "not known (the seller isn’t sure about a mortgage)";
  return seller_lender ?? "not known";
}
