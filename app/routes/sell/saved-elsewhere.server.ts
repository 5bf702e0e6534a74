import { answerLabel } from "#app/domain/fields/answers.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import { fullName, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { customerTypeOptions } from "#app/domain/sales/customer-types.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { differingAnswers } from "../onboarding/saved-elsewhere.ts";
import type { PropertyAnswers } from "./property-answers.server.ts";

/** What another tab has saved and this form answers otherwise, by question. */
export function savedElsewhere({ sale: typed, agent }: PropertyAnswers, sale: Sale) {
  const mine = {
    ...toWords(typed, typed.additional_sellers),
    estate_agent: agent.status === "assigned" ? agent.estate_agent_id : agent.status,
  };
  const { estate_agent, estate_agent_status } = sale;
  const theirs = {
    ...toWords(sale, sale.sellers.slice(1)),
    estate_agent: estate_agent?.id ?? estate_agent_status,
  };
  return differingAnswers(mine, theirs, {
    estate_agent: estate_agent?.office_name ?? AGENT_WORDS[estate_agent_status],
  });
}

const AGENT_WORDS = {
  pending: "no answer",
  assigned: "your agent",
  not_listed: "My estate agent is not listed",
  no_agent: "I don't have an estate agent yet",
};

type Common = {
  property: {
    address: Parameters<typeof addressLine>[0];
    tenure: string;
    tenure_details?: string | null;
  };
} & Pick<
  Sale,
  | "asking_price_pounds"
  | "customer_type"
  | "has_mortgage"
  | "onward_purchase"
  | "is_using_foreign_currency"
  | "requires_mortgage_referral"
>;

function toWords({ property, ...sale }: Common, others: readonly Names[]) {
  const type = customerTypeOptions.find(({ value }) => value === sale.customer_type);
  return {
    address: addressLine(property.address),
    tenure: property.tenure_details ?? property.tenure,
    asking_price_pounds: formatPounds(sale.asking_price_pounds),
    customer_type: type?.label ?? "",
    another_seller: others.map(fullName).join(", ") || "No",
    has_mortgage: answerLabel(sale.has_mortgage),
    onward_purchase: answerLabel(sale.onward_purchase),
    is_using_foreign_currency: answerLabel(sale.is_using_foreign_currency),
    requires_mortgage_referral: answerLabel(sale.requires_mortgage_referral),
  };
}
