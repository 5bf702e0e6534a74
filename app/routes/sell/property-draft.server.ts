import { z } from "zod";
import { draftText } from "#app/domain/drafts/drafts.server.ts";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { NOT_SURE_TENURE } from "#app/domain/properties/tenure.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import type { SellerQuestion } from "#app/domain/sales/seller-answers.server.ts";
import { addressFormValues } from "#app/forms/address-finder.server.ts";
import { paths } from "#app/paths.ts";
import { openStep } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people-list.server.ts";
import type { DraftedForm } from "../onboarding/property-draft.server.ts";
import { selling } from "./step.server.ts";

/** What is typed about the property and the people who sell it. */

const TypedAnswers = z.object({
  address: z.record(z.string(), z.string()).catch({}),
  tenure: draftText,
  tenure_details: draftText,
  asking_price_pounds: draftText,
  customer_type: draftText,
  another_seller: draftText,
  has_mortgage: draftText,
  onward_purchase: draftText,
  is_using_foreign_currency: draftText,
  requires_mortgage_referral: draftText,
  estate_agent: draftText,
} satisfies Record<Exclude<SellerQuestion, "title_number">, z.ZodType>);

const Draft = z.object({
  version: z.string().catch(""),
  answers: TypedAnswers,
  sellers: TypedPeople,
});
export type Draft = z.output<typeof Draft>;

export const SELLERS = {
  name: "sellers",
  here: paths.sell.sellers,
  page: paths.sell.seller,
  schema: additionalPersonForm,
  question: "another_seller",
  answer: "yes",
  asksAgain: false,
} as const;

export const sellerDraft: DraftedForm<Sale, Draft> = {
  ...selling,
  open: (request, named) => openStep(selling, request, "about-the-property", named),
  draft: Draft,
  lists: [SELLERS],
  toDraft,
  withTyped: (answers, typed) => TypedAnswers.parse({ ...answers, ...typed }),
};

function toDraft(sale: Sale | null): Draft {
  if (!sale) return { version: "", answers: TypedAnswers.parse({}), sellers: [] };
  const { property } = sale;
  const others = sale.sellers.slice(1);
  return {
    version: String(sale.version),
    answers: {
      address: addressFormValues(property.address, property.address_confirmed),
      tenure: property.tenure === "Other" ? NOT_SURE_TENURE : property.tenure,
      tenure_details: property.tenure_details ?? "",
      asking_price_pounds: String(sale.asking_price_pounds),
      customer_type: sale.customer_type,
      another_seller: others.length > 0 ? "yes" : "no",
      has_mortgage: sale.has_mortgage,
      onward_purchase: sale.onward_purchase,
      is_using_foreign_currency: sale.is_using_foreign_currency,
      requires_mortgage_referral: sale.requires_mortgage_referral,
      estate_agent: agentAnswer(sale),
    } satisfies Record<keyof Draft["answers"], unknown>,
    sellers: others.map(typedPerson),
  };
}

/** Pending is not an answer: the question is asked again. */
function agentAnswer({ estate_agent_status, estate_agent }: Sale): string | undefined {
  if (estate_agent) return estate_agent.id;
  return estate_agent_status === "pending" ? undefined : estate_agent_status;
}
