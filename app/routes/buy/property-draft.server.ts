import { isDeepStrictEqual } from "node:util";
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { changeDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import type { BuyerQuestion } from "#app/domain/purchases/buyer-answers.server.ts";
import { FUNDING_SOURCES } from "#app/domain/purchases/funding.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/read-purchase.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, db } from "#db/connection.ts";
import { NEW_MATTER, keepMatterInUrl } from "../onboarding/open-step.server.ts";
import { TypedPeople, typedPerson } from "../onboarding/people.server.ts";
import { readStashedFields } from "../onboarding/stashed-fields.server.ts";
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

const questions = {
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
} satisfies Record<BuyerQuestion, z.ZodType>;

const TypedAnswers = z.object({
  ...questions,
  /** On one line, as it was when the property was chosen. */
  chosen_address: text,
});
const Draft = z.object({
  /** Of the purchase that the answers were typed for; none while there is no purchase. */
  version: z.string().catch(""),
  answers: TypedAnswers,
  buyers: TypedPeople,
  giftors: TypedPeople,
});
export type Draft = z.output<typeof Draft>;

export type OpenProperty = OpenStep & { draft: Draft };

/** Opens the property step, for the purchase a form names, with what was typed last or else what is on record. */
export async function openProperty(request: Request, named?: string): Promise<OpenProperty> {
  const open = await openStep(request, "about-the-property", named);
  const kept = Draft.safeParse(await readDraft(db, open.buyer.id, draftName(open.purchase))).data;
  return { ...open, draft: kept ?? toDraft(open.purchase) };
}

/**
 * As openProperty, for a page that is shown.
 *
 * @throws a redirect to the address that names the purchase; and from the form for a new one to the purchase that it has
 *   made (the back button), unless something else is typed there by now
 */
export async function showProperty(request: Request): Promise<OpenProperty> {
  const page = await openProperty(request);
  keepMatterInUrl(request, page.query);
  const made = page.buyer.onboarding.made?.purchase;
  const isNew = new URL(request.url).searchParams.get("purchase") === NEW_MATTER;
  const isEmpty = isDeepStrictEqual(page.draft, toDraft(null));
  if (isNew && isEmpty && made) {
    throw redirect(paths.buy.aboutTheProperty({ purchase: made }));
  }
  return page;
}

/** As showProperty, with what was sent when the session was gone, which is not kept yet. */
export async function showAnswers(request: Request): Promise<OpenProperty & { kept: boolean }> {
  const page = await showProperty(request);
  const { buyer, purchase, draft } = page;
  const matter = { field: "purchase_intent_id", id: purchase?.id };
  const sent = await readStashedFields(request, buyer.id, matter);
  if (!sent) return { ...page, kept: false };
  return { ...page, kept: true, draft: { ...draft, answers: withTyped(draft.answers, sent) } };
}

/** Of each purchase its own, and one for the purchase that is not there yet. */
export function draftName(purchase: { id: string } | null): string {
  return purchase ? `buy/about-the-property:${purchase.id}` : "buy/about-the-property";
}

const Offered = z.object({
  property_id: z.string(),
  offered: z.record(z.string(), z.string()).catch({}),
});

/**
 * What was typed replaces what is kept, and what a form does not ask stays; without what other answers leave no room for
 * (D-042, D-043).
 */
export function withTyped(now: Draft["answers"], typed: object): Draft["answers"] {
  // Boxes that are not ticked are not posted; what was looked up last no form says itself.
  const { searched } = now;
  const answers = TypedAnswers.parse({ ...now, funding: undefined, ...typed, searched });
  const { data: choice } = Offered.safeParse(typed);
  const lends = answers.mortgage_required_for_purchase === "yes";
  return {
    ...answers,
    chosen_address: choice ? choice.offered[choice.property_id] : now.chosen_address,
    mortgage_provider: lends ? answers.mortgage_provider : undefined,
  };
}

type Target = { buyer: { id: string }; purchase: { id: string } | null };

/** Changes what is kept, as it is by now: another tab may have changed it meanwhile. */
export function keepDraft(
  { buyer, purchase }: Target,
  change: (now: Draft) => Draft,
  within: Db = db,
): Promise<Draft> {
  return changeDraft(within, buyer.id, draftName(purchase), async (stored, trx) => {
    const kept = Draft.safeParse(stored).data;
    const target = purchase && { id: purchase.id, buyer_id: buyer.id };
    return change(kept ?? toDraft(target && (await readPurchase(trx, target))));
  });
}

/**
 * Puts what was typed about a property into the draft of the purchase of it that this buyer had begun before, to be
 * looked over there. Nobody who was named for it is lost.
 */
export async function copyTypedToDraft(
  trx: Db,
  { id, buyer }: { id: string; buyer: { id: string } },
  typed: Draft,
): Promise<void> {
  const { version } = await readPurchase(trx, { id, buyer_id: buyer.id });
  const change = (now: Draft) => ({
    version: String(version),
    answers: typed.answers,
    buyers: typed.buyers.length > 0 ? typed.buyers : now.buyers,
    giftors: typed.giftors.length > 0 ? typed.giftors : now.giftors,
  });
  await keepDraft({ buyer, purchase: { id } }, change, trx);
}

function toDraft(purchase: Purchase | null): Draft {
  if (!purchase) {
    return { version: "", answers: TypedAnswers.parse({}), buyers: [], giftors: [] };
  }
  const { address, agreed_price_pounds, additional_buyers, giftors } = purchase;
  return {
    version: String(purchase.version),
    answers: {
      postcode: address.postcode ?? "",
      searched: address.postcode ?? "",
      property_id: purchase.property_id,
      agreed_price_pounds: String(agreed_price_pounds),
      ownership_type: purchase.ownership_type,
      mortgage_required_for_purchase: purchase.mortgage_required_for_purchase,
      mortgage_provider: purchase.mortgage_provider ?? undefined,
      funding: FUNDING_SOURCES.flatMap(({ name }) => (purchase[name] ? [name] : [])),
      other_funding_comments: purchase.other_funding_comments ?? "",
      gifts: purchase.gifts,
      purchase_dependent_on_sale: purchase.purchase_dependent_on_sale,
      first_time_buyer: purchase.first_time_buyer,
      is_using_foreign_currency: purchase.is_using_foreign_currency,
      requires_mortgage_referral: purchase.requires_mortgage_referral,
    },
    buyers: additional_buyers.map(typedPerson),
    giftors: giftors.map(typedPerson),
  };
}
