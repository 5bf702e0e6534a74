import { redirect } from "@remix-run/node";
import { z } from "zod";
import { addressLine } from "#app/domain/fields/address.ts";
import { INVALID_SALE_ID } from "#app/domain/fields/messages.ts";
import { fullNames, type Names } from "#app/domain/fields/names.ts";
import { draftAddress, draftOf, draftText } from "#app/domain/fields/questions.server.ts";
import { plainText, plainTexts } from "#app/domain/fields/questions.ts";
import { SELLER_STEPS } from "#app/domain/onboarding/steps.ts";
import type { SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import type { NewSeller } from "#app/domain/people/parties.server.ts";
import { additionalPersonForm, ownerForm } from "#app/domain/people/person-forms.server.ts";
import { matchTitle } from "#app/domain/properties/properties.server.ts";
import { NOT_SURE_TENURE } from "#app/domain/properties/tenure.ts";
import {
  agentAnswer,
  type EstateAgentChoice,
  estateAgentFailure,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import type { SellerAnswers } from "#app/domain/sales/questions.server.ts";
import {
  customerTypeLabel,
  NO_AGENT_LABELS,
  SALE_QUESTIONS,
  type SaleColumn,
  type SaleQuestion,
} from "#app/domain/sales/questions.ts";
import { findOpenSaleForAddress, readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { createSale, type NewSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { env } from "#app/platform/env.server.ts";
import { addressFormValues } from "#app/forms/address-finder.server.ts";
import { errorMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import type { FlashMessage } from "#app/ui/root-data.ts";
import { db } from "#db/connection.ts";
import {
  type Journey,
  type OpenStep,
  openStepWithMatter,
  resumePath,
} from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people-list.server.ts";
import type { PropertyJourney } from "../onboarding/property-draft.server.ts";
import { differingAnswers, type Saved, type Saving } from "../onboarding/save-property.server.ts";

/** Selling: what is drafted of its questions, its steps, how the answers are saved, and which sale is paid for. */

const TypedAnswers = z.object({
  ...draftOf(SALE_QUESTIONS, { address: draftAddress }),
  /** The answer about the agent that the form was opened with: staff may assign one meanwhile. */
  estate_agent_opened: draftText,
});

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

/** Whether the owners are named by who acts for them: some of them may be able to do nothing themselves. */
export function actsForOwners({ customer_type }: Draft["answers"]): boolean {
  return customer_type === "representative";
}

const PERSON = { additionalPersonForm, ownerForm };

/** What is asked of an owner. */
export function sellerSchema(answers: Draft["answers"], person: typeof PERSON = PERSON) {
  return actsForOwners(answers) ? person.ownerForm : person.additionalPersonForm;
}

/** What is saved of the answers: a sale, with its agent beside it. */
type PropertyAnswers = {
  sale: NewSale;
  agent: EstateAgentChoice;
  /** Whether the seller has answered otherwise than the form was opened with. A first answer changes nothing. */
  agent_changed: boolean;
};

export const selling = {
  role: "sell",
  noun: "sale",
  field: "transaction_id",
  invalidId: INVALID_SALE_ID,
  steps: SELLER_STEPS,
  urls: {
    welcome: paths.sell.welcome,
    "about-you": paths.sell.aboutYou,
    "about-the-property": paths.sell.aboutTheProperty,
    "terms-and-conditions": paths.sell.terms,
    payment: paths.sell.payment,
  },
  read: (db, { id, customer_id }) => readSale(db, { id, seller_id: customer_id }),
  hasPendingTerms: (db, { id, customer_id }) =>
    pendingSellerTerms.isWaiting(db, { transaction_id: id, seller_id: customer_id }),
  draft: Draft,
  lists: [SELLERS],
  toDraft,
  // Staff have typed it in: the seller looks it over, and finds it in the list if they like.
  withInvited: (answers, { address }) => ({
    ...answers,
    address: addressFormValues(address, false),
  }),
  withTyped: (answers, typed) => TypedAnswers.parse({ ...answers, ...typed }),
} satisfies Journey<"payment", Sale> & PropertyJourney<Sale, Draft>;

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
      customer_type: sale.customer_type,
      another_seller: others.length > 0 ? "yes" : "no",
      ...plainTexts(SALE_QUESTIONS, sale, String),
      estate_agent: savedAgent(sale),
      estate_agent_opened: savedAgent(sale),
    } satisfies Record<keyof Draft["answers"], unknown>,
    sellers: others.map(typedPerson),
  };
}

/** Pending is not an answer: the question is asked again. */
function savedAgent({ estate_agent_status, estate_agent }: Sale): string | undefined {
  if (estate_agent) return estate_agent.id;
  return estate_agent_status === "pending" ? undefined : estate_agent_status;
}

/** What is saved of a form that has passed: its answers, and the people added beside it. */
export function toPropertyAnswers(
  answers: SellerAnswers,
  additional_sellers: readonly NewSeller[],
  { estate_agent_opened: opened }: Draft["answers"],
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
    agent_changed: Boolean(opened) && opened !== agentAnswer(estate_agent),
  };
}

/** How they are saved. */
export function savingSale(answers: PropertyAnswers): Saving<Sale> {
  const { sale } = answers;
  return {
    answers,
    create: (trx, seller_id) => createSale(trx, seller_id, sale),
    update: (trx, { id, customer_id, version }) =>
      updateSale(trx, { id, seller_id: customer_id, version }, sale),
    findBegun: async (trx, seller_id) => {
      const { address } = sale.property;
      const begun = await findOpenSaleForAddress(trx, { seller_id, address });
      return begun && { ...begun, dashboard: paths.dashboard.sell(begun.id) };
    },
    foundBegun: {
      open: {
        kind: "info",
        title: "You’ve already started selling this property",
        description: "Please check your answers, including anyone selling with you.",
      },
      complete: { kind: "info", title: "You’re already selling this property" },
    },
    next: (saved) => resumePath(selling, saved),
    savedElsewhere: (saved) => savedElsewhere(answers, saved),
    afterSave: (page, saved) => afterSave(page, saved, answers),
  };
}

/** What goes wrong here is ours to know, not the seller's; that another agent stays is theirs. */
async function afterSave(
  { customer, person }: OpenStep<Sale>,
  saved: Saved,
  answers: PropertyAnswers,
): Promise<FlashMessage | null> {
  const kept = await setAgent({ transaction_id: saved.id, seller_id: customer.id }, answers);
  await nullIfFailed(findTitle(person, saved.property_id, answers.sale), {
    severity: "warning",
    what: "matching a title",
  });
  return kept && agentStays(kept);
}

async function setAgent(target: SellerSaleIds, answers: PropertyAnswers) {
  const { agent, agent_changed: changed } = answers;
  try {
    return await setEstateAgentStatus(db, target, agent, { changed });
  } catch (cause) {
    // The status stays pending, and staff ask (C-060, C-063, C-064).
    const error = new Error(estateAgentFailure(errorMessage(cause)), { cause });
    report(error, { what: "estate agent status" });
    return null;
  }
}

function agentStays({ name }: { name: string | null }): FlashMessage {
  return {
    kind: "info",
    title: name ? `Your estate agent is ${name}` : "We’ve assigned your estate agent",
    description:
      "Our team assigned your estate agent while you were filling in the form. We’ve saved your other answers. If this isn’t your agent, go back to “About the property” and change it.",
  };
}

/** Behind its flag (C-084, AMB-C09). */
async function findTitle(seller: OpenStep<Sale>["person"], id: string, sale: NewSale) {
  const { customer_type, additional_sellers, property } = sale;
  const owner = customer_type === "representative" ? additional_sellers[0] : seller;
  if (owner) await matchTitle(db, { id, address: property.address }, owner);
}

function savedElsewhere({ sale: typed, agent, agent_changed }: PropertyAnswers, sale: Sale) {
  const mine = {
    ...toWords(typed, typed.additional_sellers),
    estate_agent: agentAnswer(agent),
  };
  const { estate_agent, estate_agent_status, agent_of_staff } = sale;
  const theirs = {
    ...toWords(sale, sale.sellers.slice(1)),
    // The agent whom staff have assigned stays: there is nothing to choose.
    estate_agent:
      agent_of_staff && !agent_changed
        ? mine.estate_agent
        : (estate_agent?.id ?? estate_agent_status),
  };
  return differingAnswers(SALE_QUESTIONS, mine, theirs, {
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

/** Details stand for the tenure; the agent is compared by its id. */
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

/** The sale that a page of the payment is about, as its address names it. */
export function saleIdFromUrl(request: Request): string | null {
  return new URL(request.url).searchParams.get("sale");
}

/**
 * Opens the sale that is to be paid for, as the form names it, or else the address. Never the session's: another tab of
 * this visitor may have changed that, and the money would go to the wrong sale (AMB-A07).
 *
 * @throws a redirect, as openStepWithMatter; without a name to the page that gives one.
 */
export async function openSaleToPay(
  request: Request,
  inForm: string | undefined,
): Promise<OpenStep<Sale> & { target: SellerSaleIds }> {
  const named = inForm ?? saleIdFromUrl(request);
  if (named === null) throw redirect(paths.sell.payment(), { status: 303 });
  const step = await openStepWithMatter(selling, request, "payment", named);
  return { ...step, target: { transaction_id: step.matter.id, seller_id: step.customer.id } };
}
