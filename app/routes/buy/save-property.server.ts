import { redirect, type TypedResponse } from "@remix-run/node";
import {
  deleteDraft,
  draftName,
  REDIRECT_KEY,
  readDraft,
  saveDraft,
} from "#app/domain/drafts/drafts.server.ts";
import { StaleAnswersError, DomainError } from "#app/domain/errors.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { type FundingSource, tickedFundingText } from "#app/domain/shared/funding.ts";
import { fullNames, type Names } from "#app/domain/shared/names.ts";
import { type PlainAnswers, plainText, plainTexts } from "#app/domain/shared/questions.ts";
import { linkInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import {
  findPurchaseForProperty,
  type Purchase,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import { PURCHASE_QUESTIONS, type PurchaseQuestion } from "#app/domain/purchases/questions.ts";
import {
  createPurchase,
  type NewPurchase,
  updatePurchase,
} from "#app/domain/purchases/save-purchase.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/open-step.server.ts";
import { differingAnswers, type Refusal, toRefusal } from "../onboarding/refusal.server.ts";
import { resumePurchasePath } from "./open-purchase.server.ts";
import { type OpenProperty, type PurchaseDraft, toDraft } from "./purchase-draft.server.ts";

/**
 * Saves the answers. `version` is the version of the record that the buyer edited; 0 for a draft.
 * Returns a redirect or an error.
 */
export async function saveProperty(
  page: OpenProperty,
  answers: NewPurchase,
  version: number,
): Promise<{ response: TypedResponse<never> } | { refusal: Refusal }> {
  const target = { id: page.id, buyer_id: page.buyer.id };
  try {
    const made = page.purchase ? null : await makePurchase(page, answers);
    if (made) return { response: made };
    const purchase = page.purchase ?? (await readPurchase(db, target));
    return { response: await changePurchase(page, purchase, answers, version) };
  } catch (error) {
    if (error instanceof StaleAnswersError) {
      const purchase = await readPurchase(db, target);
      const fieldErrors = differencesFromPurchase(answers, purchase);
      const { message, status } = error;
      return { refusal: { message, status, fieldErrors, version: purchase.version } };
    }
    return { refusal: toRefusal(error, "saving a purchase") };
  }
}

/**
 * Creates the purchase from its draft (D-052, D-054). If the buyer already has a purchase of this
 * property, continues that purchase with these answers, or opens it if it is complete (AMB-D12).
 * Returns null after a double submit.
 */
async function makePurchase(
  { id, buyer, draft }: OpenProperty,
  answers: NewPurchase,
): Promise<TypedResponse<never> | null> {
  const { property_id } = answers;
  const { invitation_id } = buyer.onboarding;
  const { saved, begun } = await inTransaction(db, async (trx) => {
    // This locks the buyer’s row, so that a concurrent submit waits and finds the new purchase.
    const begun = await findPurchaseForProperty(trx, { property_id, buyer_id: buyer.id });
    const stored = await readDraft(trx, buyer.id, draftName("buy", id));
    if (stored === null) return { saved: null, begun: null };
    if (begun) {
      if (!begun.complete) await copyAnswers(trx, buyer.id, begun.id, draft);
      await saveDraft(trx, buyer.id, draftName("buy", id), { [REDIRECT_KEY]: begun.id });
      return { saved: null, begun };
    }
    const saved = await createPurchase(trx, { id, buyer_id: buyer.id }, answers);
    await linkInvitation(trx, { role: "buy", id, customer_id: buyer.id, invitation_id });
    return { saved, begun: null };
  });
  if (saved) return redirect(paths.buy.terms({ purchase: id }), { status: 303 });
  if (!begun) return null;
  if (begun.complete) return redirect(paths.dashboard.buy(begun.transaction_id), { status: 303 });
  return redirectWithFlash(paths.buy.aboutTheProperty({ purchase: begun.id }), {
    kind: "info",
    title: "You’ve already started buying this property",
    description: "Please check your answers, including who is buying with you and any giftors.",
  });
}

/**
 * Copies the answers to the buyer’s other purchase of this property. If the draft has no people,
 * the other purchase’s people stay.
 */
async function copyAnswers(trx: Db, buyer_id: ReaderId, id: string, typed: PurchaseDraft) {
  const name = draftName("buy", id);
  const purchase = await readPurchase(trx, { id, buyer_id });
  const before = toDraft(await readDraft(trx, buyer_id, name), purchase);
  await saveDraft(trx, buyer_id, name, {
    version: purchase.version,
    answers: typed.answers,
    buyers: typed.buyers.length > 0 ? typed.buyers : before.buyers,
    giftors: typed.giftors.length > 0 ? typed.giftors : before.giftors,
  });
}

/**
 * Updates the purchase. If that fails, the buyer still continues, because the draft still has the
 * answers (C-076, AMB-C10). Throws if the buyer can correct the error, or if other answers were
 * saved in the meantime.
 */
async function changePurchase(
  page: OpenProperty,
  purchase: Purchase,
  answers: NewPurchase,
  version: number | undefined,
): Promise<TypedResponse<never>> {
  const { buyer, id } = page;
  const target = { id, buyer_id: buyer.id };
  // For a different property, the buyer must accept the terms again.
  const isSameHome = answers.property_id === purchase.property_id;
  const terms_accepted = purchase.terms_accepted && isSameHome;
  const next = resumePurchasePath({ ...purchase, terms_accepted });
  try {
    await updatePurchase(db, { ...target, version }, answers);
  } catch (error) {
    if (error instanceof StaleAnswersError) {
      const differs = differencesFromPurchase(answers, await readPurchase(db, target));
      if (Object.keys(differs).length === 0) {
        if (version !== 0 || !isDoubleSubmit(page)) {
          return changePurchase(page, purchase, answers, undefined);
        }
        await forgetDraft(page);
        return redirect(next, { status: 303 });
      }
    }
    if (error instanceof DomainError) throw error;
    report(error, { what: "saving a purchase" });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers weren’t saved",
      description: tryAgainText(error),
    });
  }
  await forgetDraft(page);
  return redirect(next, { status: 303 });
}

/**
 * Returns true after a double submit, when no answers were typed since the draft became a purchase.
 */
function isDoubleSubmit({ purchase, stored }: OpenProperty): boolean {
  return purchase === null || stored === null;
}

async function forgetDraft({ buyer, id }: OpenProperty) {
  await nullIfFailed(deleteDraft(db, buyer.id, draftName("buy", id)), {
    what: "deleting a draft",
  });
}

function differencesFromPurchase(answers: NewPurchase, purchase: Purchase) {
  return differingAnswers(PURCHASE_QUESTIONS, toWords(answers), toWords(purchase), {
    property_id: addressLine(purchase.address),
  });
}

type Common = PlainAnswers<typeof PURCHASE_QUESTIONS> &
  Pick<Purchase, "property_id" | FundingSource> & {
    mortgage_provider?: string | null;
    other_funding_comments?: string | null;
    additional_buyers: readonly Names[];
    giftors: readonly Names[];
  };

function toWords(purchase: Common) {
  return {
    ...plainTexts(PURCHASE_QUESTIONS, purchase, plainText),
    property_id: purchase.property_id,
    ownership_type: fullNames(purchase.additional_buyers) || "Sole",
    mortgage_provider: purchase.mortgage_provider ?? "None",
    funding: tickedFundingText(purchase),
    other_funding_comments: purchase.other_funding_comments ?? "None",
    gifts: fullNames(purchase.giftors) || "No",
  } satisfies Record<Exclude<PurchaseQuestion, "postcode" | "searched">, string>;
}
