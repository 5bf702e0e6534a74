import type { NewPerson } from "#app/domain/people/parties.server.ts";
import type { EstateAgentChoice } from "#app/domain/sales/estate-agent-choice.server.ts";
import type { NewSale } from "#app/domain/sales/save-sale.server.ts";
import type { SellerAnswers } from "#app/domain/sales/seller-answers.server.ts";
import { env } from "#app/env.server.ts";

export type PropertyAnswers = { sale: NewSale; agent: EstateAgentChoice };

/** What is saved of a form that has passed: its answers, and the people added beside it. */
export function toPropertyAnswers(
  answers: SellerAnswers,
  additional_sellers: readonly NewPerson[],
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
        // Filled only while matching with the register is on (C-084, AMB-C09).
        ...(env.LAND_REGISTRY_ENABLED && { title_number }),
      },
      // "No" clears whoever had been added (AMB-C06).
      additional_sellers: another_seller === "yes" ? additional_sellers : [],
    },
    agent: estate_agent,
  };
}
