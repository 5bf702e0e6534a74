import { z } from "zod";
import { updateOnboarding } from "#app/auth/session.server.ts";
import { readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { NOT_SURE_TENURE } from "#app/domain/properties/tenure.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { asTyped } from "#app/http/address-finder.server.ts";
import { db } from "#db/connection.ts";
import { TypedPerson, typedPerson } from "../onboarding/people.server.ts";
import { openStep, type OpenStep } from "./step.server.ts";

/**
 * What is typed about the property and the people who sell it, before it is a sale and while it is changed. Each post
 * is kept, whatever button was pressed, so that nothing is lost between the pages, and on any device.
 */

const text = z.string().optional().catch(undefined);
const address = z.record(z.string(), z.string()).catch({});

const TypedAnswers = z.object({
  address,
  tenure: text,
  tenure_details: text,
  asking_price_pounds: text,
  customer_type: text,
  another_seller: text,
  has_mortgage: text,
  onward_purchase: text,
  is_using_foreign_currency: text,
  requires_mortgage_referral: text,
  estate_agent: text,
});

const Draft = z.object({ answers: TypedAnswers, sellers: z.array(TypedPerson) });
export type Draft = z.output<typeof Draft>;

export type OpenProperty = OpenStep & { draft: Draft };

/** Opens the property step, for the sale a form names, with what was typed last or else what is on record. */
export async function openProperty(request: Request, named?: string): Promise<OpenProperty> {
  const open = await openStep(request, "about-the-property", named);
  const kept = Draft.safeParse(await readDraft(db, open.seller.id, draftName(open.sale))).data;
  return { ...open, draft: kept ?? draftOf(open.sale) };
}

/** Of each sale its own, and one for the sale that is not there yet. */
export function draftName(sale: { id: string } | null): string {
  return sale ? `sell/about-the-property:${sale.id}` : "sell/about-the-property";
}

/** The posted form, as it was typed. */
export function readAnswers(payload: Record<string, unknown>): Draft["answers"] {
  return TypedAnswers.parse(payload);
}

export async function keepDraft(page: OpenProperty, draft: Draft): Promise<void> {
  await saveDraft(db, page.seller.id, draftName(page.sale), draft);
}

/** Makes the sale of this form the one that the session works on, before another page goes on with it. */
export async function workOnSale({ seller, sale }: OpenStep): Promise<void> {
  if (seller.onboarding.transactionId === sale?.id) return;
  await updateOnboarding(db, seller.session_id, {
    ...seller.onboarding,
    transactionId: sale?.id,
    propertyId: sale?.property.id,
  });
}

function draftOf(sale: Sale | null): Draft {
  if (!sale) return { answers: TypedAnswers.parse({}), sellers: [] };
  const { property } = sale;
  const others = sale.sellers.slice(1);
  return {
    answers: TypedAnswers.parse({
      ...sale,
      address: asTyped(property.address, property.address_confirmed),
      tenure: property.tenure === "Other" ? NOT_SURE_TENURE : property.tenure,
      tenure_details: property.tenure_details ?? "",
      asking_price_pounds: String(sale.asking_price_pounds),
      another_seller: others.length > 0 ? "yes" : "no",
      estate_agent: agentOf(sale),
    }),
    sellers: others.map(typedPerson),
  };
}

/** Pending is not an answer: the question is asked again. */
function agentOf({ estate_agent_status, estate_agent }: Sale): string | undefined {
  if (estate_agent) return estate_agent.id;
  return estate_agent_status === "pending" ? undefined : estate_agent_status;
}
