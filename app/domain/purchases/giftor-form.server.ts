import { z } from "zod";
import { giftorAmount } from "#app/domain/fields/prices.server.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { RELATIONSHIPS } from "#app/domain/people/relationships.ts";

/** Somebody who gives money towards a purchase: a person, an amount and a relationship (X-005, D-045 to D-050). */
export const giftorForm = additionalPersonForm.and(
  z.object({
    amount_pounds: giftorAmount(),
    relationship: z.enum(RELATIONSHIPS, { error: "Required field" }),
  }),
);

/** The names of its questions: draft and form are typed by them. */
export type GiftorQuestion = keyof z.input<typeof giftorForm>;
