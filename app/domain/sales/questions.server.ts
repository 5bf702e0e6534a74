import { z } from "zod";
import { confirmableAddress } from "#app/domain/shared/address.server.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import {
  crossFieldRule,
  sortErrorsByPage,
  oneOf,
  yesNo,
} from "#app/domain/shared/form-rules.server.ts";
import { optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { schemasOf } from "#app/domain/shared/questions.server.ts";
import { NOT_SURE_TENURE, TENURE_CHOICES, toTenure } from "#app/domain/properties/tenure.ts";
import { COMPANY_OWNS, CUSTOMER_TYPES, SALE_QUESTIONS } from "./questions.ts";
import type { EstateAgentChoice } from "./estate-agent-choice.server.ts";
import { SELECT_AN_OPTION, tooLong } from "#app/domain/shared/messages.ts";

/**
 * Values that we receive instead of a title number if HM Land Registry has none for the property
 * (C-046, C-047).
 */
const NO_TITLE_NUMBER = ["not_listed", "not_exact_match"];

/**
 * Title number. The schema never fails: an invalid number becomes null (C-044 to C-047, AMB-C09).
 */
const titleNumber = z
  .string()
  .trim()
  .max(255)
  .transform((number) => (NO_TITLE_NUMBER.includes(number) ? null : number || null))
  .nullable()
  .catch(null);

/**
 * Answer about the estate agent: the id of an office, "not_listed" or "no_agent" (C-057 to C-059,
 * AMB-C13).
 */
const estateAgent = z
  .string({ error: SELECT_AN_OPTION })
  .transform((choice, context): EstateAgentChoice => {
    if (choice === "not_listed" || choice === "no_agent") return { status: choice };
    if (isObjectId(choice)) return { status: "assigned", estate_agent_id: choice };
    context.addIssue({ code: "custom", message: SELECT_AN_OPTION });
    return z.NEVER;
  });

/**
 * Role of the seller. A company cannot sign up and cannot have an ID check, so it must email us to
 * sell.
 */
const customerType = z
  .enum([...CUSTOMER_TYPES, COMPANY_OWNS], { error: SELECT_AN_OPTION })
  .refine((type) => type !== COMPANY_OWNS, "To sell a property owned by a company, please email us")
  .pipe(oneOf(CUSTOMER_TYPES));

const questions = z.object({
  ...schemasOf(SALE_QUESTIONS, {
    address: confirmableAddress,
    tenure: oneOf(TENURE_CHOICES),
    tenure_details: optionalFreeText(tooLong("Details")),
    customer_type: customerType,
    another_seller: yesNo(),
    estate_agent: estateAgent,
  }),
  title_number: titleNumber,
});

type Typed = Partial<z.output<typeof questions>>;

/**
 * Builds the schema of the seller’s form about the property and the sale (C-034 to C-053).
 * Co-sellers are stored separately from the form.
 */
export function sellerAnswersForm({ additionalSellers }: { additionalSellers: number }) {
  return questions
    .superRefine((typed, context) => {
      const refuse = (path: keyof Typed, message: string) => {
        context.addIssue({ code: "custom", path: [path], message });
      };
      if (lacksDetails(typed)) refuse("tenure_details", "Please provide details");
      const problem = sellersProblem(typed, additionalSellers);
      if (problem) refuse("another_seller", problem);
    }, crossFieldRule)
    .check(sortErrorsByPage(questions))
    .transform(({ address, tenure, tenure_details, ...answers }) => ({
      address: address.address,
      address_confirmed: address.confirmed,
      tenure: toTenure(tenure),
      tenure_details: tenure === NOT_SURE_TENURE ? tenure_details : null,
      ...answers,
    }));
}

export type SellerAnswers = z.output<ReturnType<typeof sellerAnswersForm>>;

/**
 * Returns true if the seller chose the tenure "Other / Not Sure" without giving details (C-048).
 */
function lacksDetails({ tenure, tenure_details }: Typed): boolean {
  return tenure === NOT_SURE_TENURE && !tenure_details;
}

/** Returns the error in the answer about co-sellers, or null (C-049, AMB-C06). */
function sellersProblem(
  { customer_type, another_seller }: Typed,
  additionalSellers: number,
): string | null {
  if (another_seller === undefined || (another_seller === "yes" && additionalSellers > 0)) {
    return null;
  }
  if (customer_type === "representative") {
    return "If you are acting on behalf of the seller, please select yes and add the seller's details";
  }
  return another_seller === "yes" ? "Please add at least one seller or select no" : null;
}
