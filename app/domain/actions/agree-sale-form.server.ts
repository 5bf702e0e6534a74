import { z } from "zod";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import { chosenId, crossFieldRule, housePrice } from "#app/domain/shared/form-rules.server.ts";
import { emailAddress, staffEnteredCustomerNames } from "#app/domain/shared/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { NEW_BUYER } from "./buyer-words.ts";

const person = { email: emailAddress(), ...phoneFields };
const { first_name, last_name } = staffEnteredCustomerNames;
const Buyer = mobilePhone(z.object({ ...person, ...staffEnteredCustomerNames }));
const CoBuyer = mobilePhone(z.object({ ...person, first_name, last_name }));

const text = z.string().trim().optional();

const Typed = z.object({
  purchase_intent_id: chosenId("Choose the buyer", NEW_BUYER),
  agreed_price_pounds: housePrice("The agreed price"),
  memorandum_on: dateInput().transform(toDateParts),
  first_name: text,
  middle_name: text,
  last_name: text,
  email: text,
  phone_number: text,
  phone_country: text,
  co_first_name: text,
  co_last_name: text,
  co_email: text,
  co_phone_number: text,
  co_phone_country: text,
});

/**
 * Form of a memorandum of sale: a purchase of the matter, or a buyer whose details staff type, with
 * a co-buyer if there is one. The output has no phone country.
 */
export const AgreeSaleForm = Typed.superRefine((typed, context) => {
  for (const [prefix, schema, answers] of typedPeople(typed)) {
    for (const { path, message } of schema.safeParse(answers).error?.issues ?? []) {
      context.addIssue({ code: "custom", message, path: [`${prefix}${String(path[0])}`] });
    }
  }
}, crossFieldRule).transform(
  ({ purchase_intent_id, agreed_price_pounds, memorandum_on, ...typed }) => {
    const choice = { purchase_intent_id, agreed_price_pounds, memorandum_on };
    const [buyer, co_buyer] = typedPeople({ ...choice, ...typed });
    return {
      ...choice,
      ...(buyer ? Buyer.parse(buyer[2]) : null),
      ...(co_buyer ? withPrefix(CoBuyer.parse(co_buyer[2])) : null),
    };
  },
);

type Answers = z.output<typeof Typed>;

/** Returns the people whose details must be complete, each with the prefix of their fields. */
function typedPeople(typed: Answers) {
  if (typed.purchase_intent_id !== NEW_BUYER) return [];
  const { first_name: first, middle_name, last_name: last, email, phone_number } = typed;
  const buyer = { first_name: first, middle_name, last_name: last, email, phone_number };
  const co_buyer = {
    first_name: typed.co_first_name ?? "",
    last_name: typed.co_last_name ?? "",
    email: typed.co_email ?? "",
    phone_number: typed.co_phone_number ?? "",
  };
  const has_co_buyer = Object.values(co_buyer).some((answer) => answer !== "");
  return [
    ["", Buyer, { ...blank(buyer), phone_country: typed.phone_country }] as const,
    ...(has_co_buyer
      ? [["co_", CoBuyer, { ...co_buyer, phone_country: typed.co_phone_country }] as const]
      : []),
  ];
}

/** Gives fields that were not posted an empty answer, so that each has its own error. */
const blank = (answers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer ?? ""]));

const withPrefix = (answers: z.output<typeof CoBuyer>) => ({
  co_first_name: answers.first_name,
  co_last_name: answers.last_name,
  co_email: answers.email,
  co_phone_number: answers.phone_number,
});

/** Choice of the form, as `plan` reads it. */
export const AgreeSaleChoice = z.object({
  purchase_intent_id: z.string(),
  agreed_price_pounds: z.number(),
  memorandum_on: z.record(z.string(), z.string()),
  first_name: z.string().optional(),
  middle_name: z.string().nullish(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  phone_number: z.string().optional(),
  co_first_name: z.string().optional(),
  co_last_name: z.string().optional(),
  co_email: z.string().optional(),
  co_phone_number: z.string().optional(),
});
export type AgreeSaleChoice = z.output<typeof AgreeSaleChoice>;

/** Details of the buyer and co-buyer whom staff typed. */
export const AgreedBuyer = z.object({
  email: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  phone_number: z.string(),
  co_buyer: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone_number: z.string(),
    })
    .nullable(),
});
export type AgreedBuyer = z.output<typeof AgreedBuyer>;

/** Returns the buyer whom staff typed; null if they chose a purchase. */
export function agreedBuyerOf(choice: AgreeSaleChoice): AgreedBuyer | null {
  if (choice.purchase_intent_id !== NEW_BUYER) return null;
  const { email = "", first_name: first = "", middle_name = null, last_name: last = "" } = choice;
  return {
    ...{ email, first_name: first, middle_name, last_name: last },
    phone_number: choice.phone_number ?? "",
    co_buyer: choice.co_email
      ? {
          first_name: choice.co_first_name ?? "",
          last_name: choice.co_last_name ?? "",
          email: choice.co_email,
          phone_number: choice.co_phone_number ?? "",
        }
      : null,
  };
}
