import { addressLine } from "#app/domain/shared/address.ts";
import { fullNames, type Names } from "#app/domain/shared/names.ts";
import { plainText, plainTexts } from "#app/domain/shared/questions.ts";
import type { NewSeller } from "#app/domain/people/parties.server.ts";
import {
  agentAnswer,
  type EstateAgentChoice,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import type { SellerAnswers } from "#app/domain/sales/questions.server.ts";
import {
  customerTypeLabel,
  NO_AGENT_LABELS,
  SALE_QUESTIONS,
  type SaleColumn,
  type SaleQuestion,
} from "#app/domain/sales/questions.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import type { NewSale } from "#app/domain/sales/save-sale.server.ts";
import { env } from "#app/platform/env.server.ts";
import { differingAnswers } from "../onboarding/refusal.server.ts";
import type { SaleDraft } from "./sale-draft.server.ts";

export type PropertyAnswers = {
  sale: NewSale;
  agent: EstateAgentChoice;
  /**
   * True if the seller has changed the estate agent since the form was opened. False if there was
   * no answer then.
   */
  agent_changed: boolean;
};

export function toPropertyAnswers(
  answers: SellerAnswers,
  additional_sellers: readonly NewSeller[],
  { estate_agent_opened: opened }: SaleDraft["answers"],
): PropertyAnswers {
  const { address, address_confirmed, tenure, tenure_details, ...rest } = answers;
  const { title_number, another_seller, estate_agent, ...sale } = rest;
  return {
    sale: {
      ...sale,
      property: {
        address,
        address_confirmed,
        tenure,
        tenure_details,
        // The title number is saved only if matching with the title register is enabled (C-084,
        // AMB-C09).
        ...(env.LAND_REGISTRY_ENABLED && { title_number }),
      },
      // The answer "No" removes every co-seller who was added (AMB-C06).
      additional_sellers: another_seller === "yes" ? additional_sellers : [],
    },
    agent: estate_agent,
    agent_changed: Boolean(opened) && opened !== agentAnswer(estate_agent),
  };
}

export function differencesFromSale(
  { sale: typed, agent, agent_changed }: PropertyAnswers,
  sale: Sale,
): Record<string, string[]> {
  const mine = {
    ...toWords(typed, typed.additional_sellers),
    estate_agent: agentAnswer(agent),
  };
  const { estate_agent, estate_agent_status, agent_of_staff } = sale;
  const stored = {
    ...toWords(sale, sale.sellers.slice(1)),
    // These two cases are not a conflict: an estate agent assigned by staff stays, and "pending"
    // is not an answer.
    estate_agent:
      (agent_of_staff && !agent_changed) || estate_agent_status === "pending"
        ? mine.estate_agent
        : (estate_agent?.id ?? estate_agent_status),
  };
  return differingAnswers(SALE_QUESTIONS, mine, stored, {
    estate_agent: estate_agent?.office_name ?? AGENT_WORDS[estate_agent_status],
  });
}

const AGENT_WORDS = { ...NO_AGENT_LABELS, pending: "Not answered yet", assigned: "Your agent" };

type Common = {
  property: {
    address: Parameters<typeof addressLine>[0];
    tenure: string;
    tenure_details?: string | null;
  };
} & Pick<Sale, SaleColumn>;

/**
 * Answers that are compared as text. The details of the tenure are compared as part of the tenure,
 * and the estate agent is compared by id.
 */
type Shown = Exclude<SaleQuestion, "tenure_details" | "estate_agent">;

function toWords({ property, ...sale }: Common, others: readonly Names[]) {
  return {
    address: addressLine(property.address),
    tenure: property.tenure_details ?? property.tenure,
    customer_type: customerTypeLabel(sale.customer_type),
    another_seller: fullNames(others) || "No",
    ...plainTexts(SALE_QUESTIONS, sale, plainText),
  } satisfies Record<Shown, string>;
}
