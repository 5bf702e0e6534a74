import { isDeepStrictEqual } from "node:util";
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { NOT_SURE_TENURE } from "#app/domain/properties/tenure.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import type { SellerQuestion } from "#app/domain/sales/seller-answers.server.ts";
import { addressFormValues } from "#app/forms/address-finder.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, db } from "#db/connection.ts";
import { NEW_MATTER, keepMatterInUrl } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people.server.ts";
import { readStashedFields } from "../onboarding/stashed-fields.server.ts";
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
} satisfies Record<Exclude<SellerQuestion, "title_number">, z.ZodType>);

const Draft = z.object({
  /** Of the sale that the answers were typed for; none while there is no sale. */
  version: z.string().catch(""),
  answers: TypedAnswers,
  sellers: TypedPeople,
});
export type Draft = z.output<typeof Draft>;

export type OpenProperty = OpenStep & { draft: Draft };

/** Opens the property step, for the sale a form names, with what was typed last or else what is on record. */
export async function openProperty(request: Request, named?: string): Promise<OpenProperty> {
  const open = await openStep(request, "about-the-property", named);
  const kept = Draft.safeParse(await readDraft(db, open.seller.id, draftName(open.sale))).data;
  return { ...open, draft: kept ?? toDraft(open.sale) };
}

/**
 * As openProperty, for a page that is shown.
 *
 * @throws a redirect to the address that names the sale; and from the form for a new one to the sale that it has made
 *   (the back button), unless something else is typed there by now
 */
export async function showProperty(request: Request): Promise<OpenProperty> {
  const page = await openProperty(request);
  keepMatterInUrl(request, page.query);
  const made = page.seller.onboarding.made?.sale;
  const isNew = new URL(request.url).searchParams.get("sale") === NEW_MATTER;
  const isEmpty = isDeepStrictEqual(page.draft, toDraft(null));
  if (isNew && isEmpty && made) {
    throw redirect(paths.sell.aboutTheProperty({ sale: made }));
  }
  return page;
}

/** As showProperty, with what was sent when the session was gone, which is not kept yet. */
export async function showAnswers(request: Request): Promise<OpenProperty & { kept: boolean }> {
  const page = await showProperty(request);
  const { seller, sale, draft } = page;
  const matter = { field: "transaction_id", id: sale?.id };
  const sent = await readStashedFields(request, seller.id, matter);
  if (!sent) return { ...page, kept: false };
  return { ...page, kept: true, draft: { ...draft, answers: withTyped(draft.answers, sent) } };
}

/** One draft for each sale, and one for a sale that is not saved yet. */
export function draftName(sale: { id: string } | null): string {
  return sale ? `sell/about-the-property:${sale.id}` : "sell/about-the-property";
}

/** What was typed replaces what is kept; what a form does not ask stays. */
export function withTyped(answers: Draft["answers"], typed: object): Draft["answers"] {
  return TypedAnswers.parse({ ...answers, ...typed });
}

type Target = { seller: { id: string }; sale: { id: string } | null };

/** Changes what is kept, as it is by now: another tab may have changed it meanwhile. */
export function keepDraft(
  { seller, sale }: Target,
  change: (now: Draft) => Draft,
  within: Db = db,
): Promise<Draft> {
  return changeDraft(within, seller.id, draftName(sale), async (stored, trx) => {
    const kept = Draft.safeParse(stored).data;
    const target = sale && { id: sale.id, seller_id: seller.id };
    return change(kept ?? toDraft(target && (await readSale(trx, target))));
  });
}

/**
 * Puts what was typed about a home into the draft of the sale of it that this seller had begun before, to be looked over
 * there. Nobody who was named for it is lost.
 */
export async function copyTypedToDraft(
  trx: Db,
  { id, seller }: { id: string; seller: { id: string } },
  typed: Draft,
): Promise<void> {
  const { version } = await readSale(trx, { id, seller_id: seller.id });
  const change = (now: Draft) => ({
    version: String(version),
    answers: typed.answers,
    sellers: typed.sellers.length > 0 ? typed.sellers : now.sellers,
  });
  await keepDraft({ seller, sale: { id } }, change, trx);
}

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
    },
    sellers: others.map(typedPerson),
  };
}

/** Pending is not an answer: the question is asked again. */
function agentAnswer({ estate_agent_status, estate_agent }: Sale): string | undefined {
  if (estate_agent) return estate_agent.id;
  return estate_agent_status === "pending" ? undefined : estate_agent_status;
}
