import { outsideEnglandAndWales } from "#app/domain/properties/postcode.ts";
import type { NewPerson } from "#app/domain/people/parties.server.ts";
import type { SellerAnswers } from "#app/domain/sales/seller-answers.server.ts";
import { env } from "#app/env.server.ts";
import type { Flash } from "#app/http/flash.server.ts";
import type { PropertyAnswers } from "./save-property.server.ts";

/** What is saved of a form that has passed: its answers, and the people added beside it. */
export function toSave(
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
    warning: warningOf(address.postcode),
  };
}

/** "Scotland", when the law there is not the one we work with (AMB-C19). */
export function foreignPlace(postcode: string | null | undefined): string | null {
  return postcode ? outsideEnglandAndWales(postcode) : null;
}

function warningOf(postcode: string | null): Flash | null {
  if (foreignPlace(postcode) === null) return null;
  return {
    kind: "warning",
    title: "Outside England and Wales",
    description: `We work with the law of England and Wales. Please contact support first at ${env.SUPPORT_EMAIL}`,
  };
}
