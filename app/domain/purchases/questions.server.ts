import { z } from "zod";
import { crossFieldRule, sortErrorsByPage, oneOf } from "#app/domain/shared/form-rules.server.ts";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { schemasOf } from "#app/domain/shared/questions.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  FUNDING_SOURCES,
  type FundingSource,
  OWNERSHIP_TYPES,
} from "#app/domain/shared/funding.ts";
import { isLender } from "#app/domain/shared/lenders.ts";
import { missingPropertyError } from "#app/domain/shared/address.ts";
import { PROPERTY_NOT_LISTED, propertyNotListed, PURCHASE_QUESTIONS } from "./questions.ts";
import { SELECT_AN_OPTION, tooLong } from "#app/domain/shared/messages.ts";

const isFundingSource = (name: unknown): name is FundingSource =>
  FUNDING_SOURCES.some((source) => source.name === name);

/** Ticked funding sources, of which at least one is required (D-025, AMB-D04). */
const funding = z.array(z.unknown(), { error: SELECT_AN_OPTION }).transform((ticked, context) => {
  if (ticked.length > 0 && ticked.every(isFundingSource)) return ticked;
  context.addIssue({ code: "custom", message: SELECT_AN_OPTION });
  return z.NEVER;
});

/**
 * Text of a field that the cross-field rules validate. A value that is not text counts as empty.
 */
const text = z.string().trim().catch("");

const otherFunding = freeText("Please provide details", tooLong("Details"));

const questions = z.object(
  schemasOf(PURCHASE_QUESTIONS, {
    postcode: text,
    searched: text,
    property_id: text,
    ownership_type: oneOf(OWNERSHIP_TYPES),
    mortgage_provider: text,
    funding,
    other_funding_comments: text,
  }),
);

type Typed = Partial<z.output<typeof questions>>;

type PurchaseFacts = {
  /**
   * Number of co-buyers that the buyer has added. Co-buyers and giftors are stored separately from
   * the form.
   */
  additionalBuyers: number;
  giftors: number;
  /**
   * The stored mortgage provider. It stays valid even if it has been removed from the list
   * (AMB-D08).
   */
  storedProvider?: string | null | undefined;
};

/**
 * Builds the schema of the buyer’s form about the property and the purchase (D-008, D-009, D-013,
 * D-018 to D-036, D-042, D-043).
 */
export function buyerAnswersForm(facts: PurchaseFacts) {
  return questions
    .superRefine((typed, context) => {
      for (const [field, message] of problems(typed, facts)) {
        context.addIssue({ code: "custom", path: [field], message });
      }
    }, crossFieldRule)
    .check(sortErrorsByPage(questions))
    .transform(({ postcode: _, searched: __, funding, ...answers }) => ({
      ...answers,
      mortgage_provider: needsProvider(answers) ? answers.mortgage_provider : null,
      ...fundingFlags(funding),
      other_funding_comments: funding.includes("other_funding")
        ? otherFunding.parse(answers.other_funding_comments)
        : null,
    }));
}

export type BuyerAnswers = z.output<ReturnType<typeof buyerAnswersForm>>;

function* problems(
  typed: Typed,
  { additionalBuyers, giftors, storedProvider }: PurchaseFacts,
): Generator<[keyof Typed, string]> {
  const property = propertyProblem(typed);
  if (property) yield property;
  if (typed.ownership_type === "Joint" && additionalBuyers === 0) {
    yield ["ownership_type", "Please add at least one buyer if you are a joint owner"];
  }
  const { mortgage_provider = "" } = typed;
  const offered = isLender(mortgage_provider) || mortgage_provider === (storedProvider || null);
  if (needsProvider(typed) && !offered) yield ["mortgage_provider", SELECT_AN_OPTION];
  if (Array.isArray(typed.funding) && typed.funding.includes("other_funding")) {
    const { error } = otherFunding.safeParse(typed.other_funding_comments);
    for (const { message } of error?.issues ?? []) yield ["other_funding_comments", message];
  }
  if (typed.gifts === "yes" && giftors === 0) {
    yield ["gifts", "Please add at least one giftor"];
  }
}

/**
 * Returns the field and the error if no property is chosen, or null (D-008, D-009, D-013). An id
 * has 24 characters, so it is within the limits of 2 to 255.
 */
function propertyProblem({ searched, property_id = "" }: Typed): [keyof Typed, string] | null {
  if (isObjectId(property_id)) return null;
  if (property_id === PROPERTY_NOT_LISTED) {
    return ["property_id", propertyNotListed(env.SUPPORT_EMAIL)];
  }
  const { field, message } = missingPropertyError(Boolean(searched) || property_id !== "");
  return [field, message];
}

/**
 * Returns true if the buyer needs a mortgage (D-030). The answers “no” and “not sure” clear the
 * mortgage provider (D-042, D-043).
 */
export function needsProvider({
  mortgage_required_for_purchase,
}: Pick<Typed, "mortgage_required_for_purchase">): boolean {
  return mortgage_required_for_purchase === "yes";
}

function fundingFlags(ticked: readonly FundingSource[]) {
  const is = (source: FundingSource) => ticked.includes(source);
  return {
    savings_from_employment: is("savings_from_employment"),
    investment_portfolio: is("investment_portfolio"),
    inheritance: is("inheritance"),
    divorce_settlement: is("divorce_settlement"),
    pension_lump_sum_withdrawal: is("pension_lump_sum_withdrawal"),
    sale_of_shares: is("sale_of_shares"),
    directors_loans_dividends: is("directors_loans_dividends"),
    other_funding: is("other_funding"),
  } satisfies Record<FundingSource, boolean>;
}
