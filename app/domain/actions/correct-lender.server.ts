import { z } from "zod";
import { purchaseNotFound } from "#app/domain/purchases/purchases.server.ts";
import { type Answer, ANSWERS } from "#app/domain/shared/answers.ts";
import { answer } from "#app/domain/shared/form-rules.server.ts";
import { optionalFreeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { isLender, NOT_SURE_YET } from "#app/domain/shared/lenders.ts";
import { SELECT_AN_OPTION, tooManyCharacters } from "#app/domain/shared/messages.ts";
import { defineAction, refuseIfEnded } from "./action.ts";

type Mortgage = {
  mortgage_required_for_purchase: Answer;
  mortgage_provider: string | null;
  mortgage_broker: string | null;
};

const MAX_LENGTH = 200;

/**
 * Corrects whether the buyers need a mortgage, its lender and its broker. Only a mortgage has a
 * lender, and buyers who need no mortgage have no broker.
 */
export const correctLender = defineAction({
  kind: "correct_lender",
  title: "Correct the buyer’s mortgage",
  event: "lender_corrected",
  form: z
    .object({
      mortgage_required_for_purchase: answer(),
      mortgage_provider: z.string().trim().catch(""),
      mortgage_broker: optionalFreeText(tooManyCharacters(MAX_LENGTH), {
        max: MAX_LENGTH,
        read: staffTextLine,
      }),
    })
    .transform((typed, context) => {
      const { mortgage_required_for_purchase, mortgage_provider } = typed;
      const mortgage_broker =
        mortgage_required_for_purchase === "no" ? null : typed.mortgage_broker;
      if (mortgage_required_for_purchase !== "yes") {
        return { mortgage_required_for_purchase, mortgage_provider: null, mortgage_broker };
      }
      if (isLender(mortgage_provider)) {
        return { mortgage_required_for_purchase, mortgage_provider, mortgage_broker };
      }
      const path = ["mortgage_provider"];
      context.addIssue({ code: "custom", path, message: SELECT_AN_OPTION });
      return z.NEVER;
    }),
  stored: z.object({
    mortgage_required_for_purchase: z.enum(ANSWERS),
    mortgage_provider: z.string().nullable(),
    // Actions of earlier versions have no broker.
    mortgage_broker: z.string().nullable().default(null),
  }),
  read: (db, { transaction_id, purchase_intent_id }) =>
    db
      .selectFrom("purchase_intents")
      .select(["mortgage_required_for_purchase", "mortgage_provider", "mortgage_broker"])
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
  show: (mortgage) => [
    { label: "Lender", text: lenderText(mortgage), phrase: "The lender for the purchase" },
    {
      label: "Broker",
      text: mortgage.mortgage_broker ?? "not on record",
      phrase: "The mortgage broker for the purchase",
    },
  ],
  refusal: (facts) =>
    facts.has_purchase
      ? refuseIfEnded(facts)
      : "This matter has no buyer yet, so there’s no mortgage.",
  letters: () => ["buyer"],
});

function lenderText({ mortgage_required_for_purchase, mortgage_provider }: Mortgage): string {
  if (mortgage_required_for_purchase === "no") return "none (no mortgage)";
  if (mortgage_required_for_purchase === "not_sure") return "not known (no decision on a mortgage)";
  return mortgage_provider === null || mortgage_provider === NOT_SURE_YET
    ? "not chosen yet"
    : mortgage_provider;
}
