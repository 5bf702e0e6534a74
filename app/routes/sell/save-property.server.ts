import { answerLabel } from "#app/domain/fields/answers.ts";
import { formatPounds } from "#app/domain/fields/money.ts";
import type { NewPerson } from "#app/domain/people/parties.server.ts";
import { fullNames, type Names } from "#app/domain/people/person.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { matchTitle } from "#app/domain/properties/match-title.server.ts";
import { customerTypeOptions } from "#app/domain/sales/customer-types.ts";
import {
  type EstateAgentChoice,
  estateAgentFailure,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import { findOpenSaleForAddress } from "#app/domain/sales/find-open-sale.server.ts";
import { NO_AGENT_LABELS } from "#app/domain/sales/no-agent.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { createSale, type NewSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import type {
  SaleQuestion,
  SellerAnswers,
  SellerQuestion,
} from "#app/domain/sales/seller-answers.server.ts";
import { env } from "#app/env.server.ts";
import { errorMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { type OpenStep, resumePath } from "../onboarding/open-step.server.ts";
import {
  differingAnswers,
  type Saved,
  type SavedForm,
} from "../onboarding/save-property.server.ts";
import { type Draft, sellerDraft } from "./property-draft.server.ts";
import { selling } from "./step.server.ts";

/** How a seller's answers are saved: as a sale, with its agent beside it. */

type PropertyAnswers = { sale: NewSale; agent: EstateAgentChoice };

export const sellerForm: SavedForm<Sale, Draft, PropertyAnswers> = {
  ...sellerDraft,
  create: (trx, seller_id, { sale }) => createSale(trx, seller_id, sale),
  update: (trx, { id, customer_id, version }, { sale }) =>
    updateSale(trx, { id, seller_id: customer_id, version }, sale),
  findBegun: async (trx, seller_id, { sale }) => {
    const { address } = sale.property;
    const begun = await findOpenSaleForAddress(trx, { seller_id, address });
    return begun && { ...begun, dashboard: paths.dashboard.sell(begun.id) };
  },
  before: {
    begun: {
      kind: "info",
      title: "You have started selling this property before",
      description: "Please check your answers, and who sells with you.",
    },
    complete: { kind: "info", title: "You are selling this property already" },
  },
  next: (sale) => resumePath(selling, sale),
  savedElsewhere,
  afterSave,
};

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

/** What goes wrong here is ours to know, not the seller's. */
async function afterSave(
  { customer, person }: OpenStep<Sale>,
  saved: Saved,
  answers: PropertyAnswers,
) {
  const target = { transaction_id: saved.id, seller_id: customer.id };
  await setEstateAgentStatus(db, target, answers.agent).catch((cause: unknown) => {
    // The status stays pending, and staff ask (C-060, C-063, C-064).
    const error = new Error(estateAgentFailure(errorMessage(cause)), { cause });
    report(error, { what: "estate agent status" });
  });
  await nullIfFailed(findTitle(person, saved.property_id, answers.sale), {
    severity: "warning",
    what: "matching a title",
  });
}

/** Behind its flag (C-084, AMB-C09). */
async function findTitle(seller: OpenStep<Sale>["person"], id: string, sale: NewSale) {
  const { customer_type, additional_sellers, property } = sale;
  const owner = customer_type === "representative" ? additional_sellers[0] : seller;
  if (owner) await matchTitle(db, { id, address: property.address }, owner);
}

function savedElsewhere({ sale: typed, agent }: PropertyAnswers, sale: Sale) {
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

const AGENT_WORDS = { ...NO_AGENT_LABELS, pending: "no answer", assigned: "your agent" };

type Common = {
  property: {
    address: Parameters<typeof addressLine>[0];
    tenure: string;
    tenure_details?: string | null;
  };
} & Pick<Sale, SaleQuestion>;

/** Details stand for the tenure; the title number is the register's to say; the agent is compared by its id. */
type Shown = Exclude<SellerQuestion, "tenure_details" | "title_number" | "estate_agent">;

function toWords({ property, ...sale }: Common, others: readonly Names[]) {
  const type = customerTypeOptions.find(({ value }) => value === sale.customer_type);
  return {
    address: addressLine(property.address),
    tenure: property.tenure_details ?? property.tenure,
    asking_price_pounds: formatPounds(sale.asking_price_pounds),
    customer_type: type?.label ?? "",
    another_seller: fullNames(others) || "No",
    has_mortgage: answerLabel(sale.has_mortgage),
    onward_purchase: answerLabel(sale.onward_purchase),
    is_using_foreign_currency: answerLabel(sale.is_using_foreign_currency),
    requires_mortgage_referral: answerLabel(sale.requires_mortgage_referral),
  } satisfies Record<Shown, string>;
}
