import { z } from "zod";
import { updateOnboarding } from "#app/auth/session.server.ts";
import { readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { FUNDING_SOURCES } from "#app/domain/purchases/funding.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/read-purchase.server.ts";
import { type Db, db } from "#db/connection.ts";
import { TypedPerson, typedPerson } from "../onboarding/people.server.ts";
import { openStep, type OpenStep } from "./step.server.ts";

/**
 * What is typed about a purchase and the people beside it, before it is a purchase intent and while that is changed.
 * Each post is kept, whatever button was pressed, so that nothing is lost between the pages, and on any device.
 */

const text = z.string().optional().catch(undefined);
const texts = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined);

const TypedAnswers = z.object({
  postcode: text,
  /** The postcode that was looked up last: its properties are offered. */
  searched: text,
  property_id: text,
  agreed_price_pounds: text,
  ownership_type: text,
  mortgage_required_for_purchase: text,
  mortgage_provider: text,
  funding: texts,
  other_funding_comments: text,
  gifts: text,
  purchase_dependent_on_sale: text,
  first_time_buyer: text,
  is_using_foreign_currency: text,
  requires_mortgage_referral: text,
});
type TypedAnswers = z.output<typeof TypedAnswers>;

const Draft = z.object({
  answers: TypedAnswers,
  buyers: z.array(TypedPerson),
  giftors: z.array(TypedPerson),
});
export type Draft = z.output<typeof Draft>;

export type OpenProperty = OpenStep & { draft: Draft };

/** Opens the property step, for the purchase a form names, with what was typed last or else what is on record. */
export async function openProperty(request: Request, named?: string): Promise<OpenProperty> {
  const open = await openStep(request, "about-the-property", named);
  return { ...open, draft: await latestDraft(db, open.buyer.id, open.purchase) };
}

/**
 * Puts what was typed about a property into the draft of the purchase of it that this buyer had begun before, to be
 * looked over there. Nobody who was named for it is lost.
 */
export async function typeInto(
  trx: Db,
  target: { id: string; buyer_id: string },
  typed: Draft,
): Promise<void> {
  const purchase = await readPurchase(trx, target);
  const before = await latestDraft(trx, target.buyer_id, purchase);
  await saveDraft(trx, target.buyer_id, draftName(purchase), {
    answers: typed.answers,
    buyers: typed.buyers.length > 0 ? typed.buyers : before.buyers,
    giftors: typed.giftors.length > 0 ? typed.giftors : before.giftors,
  });
}

async function latestDraft(trx: Db, buyer_id: string, purchase: Purchase | null): Promise<Draft> {
  const kept = Draft.safeParse(await readDraft(trx, buyer_id, draftName(purchase))).data;
  return kept ?? draftOf(purchase);
}

/** Of each purchase its own, and one for the purchase that is not there yet. */
export function draftName(purchase: { id: string } | null): string {
  return purchase ? `buy/about-the-property:${purchase.id}` : "buy/about-the-property";
}

/**
 * The posted form, as it was typed, without what other answers leave no room for (D-042, D-043).
 *
 * @param searched what was looked up last: a form does not say so itself
 */
export function readAnswers(
  payload: Record<string, unknown>,
  searched: string | undefined,
): TypedAnswers {
  const answers = TypedAnswers.parse(payload);
  const lends = answers.mortgage_required_for_purchase === "yes";
  return { ...answers, searched, mortgage_provider: lends ? answers.mortgage_provider : undefined };
}

export async function keepDraft(page: OpenProperty, draft: Draft): Promise<void> {
  await saveDraft(db, page.buyer.id, draftName(page.purchase), draft);
}

/** Makes the purchase of this form the one that the session works on, before another page goes on with it. */
export async function workOnPurchase({ buyer, purchase }: OpenStep): Promise<void> {
  if (buyer.onboarding.purchaseIntentId === purchase?.id) return;
  await updateOnboarding(db, buyer.session_id, {
    ...buyer.onboarding,
    purchaseIntentId: purchase?.id,
    propertyId: purchase?.property_id,
  });
}

function draftOf(purchase: Purchase | null): Draft {
  if (!purchase) return { answers: TypedAnswers.parse({}), buyers: [], giftors: [] };
  const { address, agreed_price_pounds, additional_buyers, giftors } = purchase;
  return {
    answers: TypedAnswers.parse({
      ...purchase,
      postcode: address.postcode ?? "",
      searched: address.postcode ?? "",
      agreed_price_pounds: String(agreed_price_pounds),
      mortgage_provider: purchase.mortgage_provider ?? undefined,
      funding: FUNDING_SOURCES.flatMap(({ name }) => (purchase[name] ? [name] : [])),
      other_funding_comments: purchase.other_funding_comments ?? "",
    }),
    buyers: additional_buyers.map(typedPerson),
    giftors: giftors.map(typedPerson),
  };
}
