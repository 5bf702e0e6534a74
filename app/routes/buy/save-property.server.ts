import { redirect, type TypedResponse } from "@remix-run/node";
import { deleteDraft } from "#app/domain/drafts/drafts.server.ts";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import { BUYER_STEPS, resumeStep } from "#app/domain/onboarding/steps.ts";
import {
  type Purchase,
  findPurchaseForProperty,
  readPurchase,
} from "#app/domain/purchases/read-purchase.server.ts";
import {
  createPurchase,
  type NewPurchase,
  updatePurchase,
} from "#app/domain/purchases/save-purchase.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { onceInTransaction } from "#app/forms/form-key.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { type Draft, draftName, copyTypedToDraft } from "./property-draft.server.ts";
import { savedElsewhere } from "./saved-elsewhere.server.ts";
import { type OpenStep, pathOfStep } from "./step.server.ts";

/** The name of the form in its one-time keys. */
export const PROPERTY_FORM = "buy/about-the-property";

type PurchaseStep = OpenStep & { purchase: Purchase };

/**
 * Changes a purchase, and moves on even when that failed: what was typed stays in the draft (AMB-C10).
 *
 * @param version that the answers were typed for
 * @throws what the buyer can put right: the property is no longer for sale, for example. ChangedElsewhereError only when
 *   something that is saved by now is answered otherwise: the same form sent again with the same answers is no conflict.
 */
export async function saveExisting(
  page: PurchaseStep,
  answers: NewPurchase,
  version: string,
): Promise<TypedResponse<never>> {
  const { id, property_id, complete, ...before } = page.purchase;
  // The terms of another property have not been accepted.
  const terms_accepted = before.terms_accepted && answers.property_id === property_id;
  const step = resumeStep(BUYER_STEPS, { complete, terms_accepted }) ?? "whats-included";
  const next = pathOfStep(step, { purchase: id });
  const target = { id, buyer_id: page.buyer.id };
  try {
    await inTransaction(db, async (trx) => {
      const current = { ...target, version: version === "" ? undefined : Number(version) };
      const saved = await updatePurchase(trx, current, answers);
      await setSessionMatter(trx, page.buyer, "buy", saved);
    });
  } catch (error) {
    if (error instanceof ChangedElsewhereError) {
      const differs = savedElsewhere(answers, await readPurchase(db, target));
      if (Object.keys(differs).length === 0) return saveExisting(page, answers, "");
    }
    if (error instanceof DomainError) throw error;
    report(error, { what: "saving a purchase" });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers were not saved",
      description: tryAgainText(error),
    });
  }
  await forgetDraft(page);
  return redirect(next, { status: 303 });
}

/**
 * Makes the purchase, once however often the form is sent (D-054). Of a property that this buyer has begun to buy
 * before, that purchase goes on with what was typed now, which is shown first; one that is finished opens (AMB-D12).
 *
 * @param typed the answers as they were typed
 * @throws AlreadySentError when the form was sent before with other answers; whatever hindered the saving (AMB-C10).
 */
export async function saveNew(
  page: OpenStep,
  { answers, typed, key }: { answers: NewPurchase; typed: Draft; key: string },
): Promise<TypedResponse<never>> {
  const { buyer } = page;
  const buyer_id = buyer.id;
  const body = { buyer_id, purchase: answers };
  const next = await onceInTransaction(db, { form: PROPERTY_FORM, key, body }, async (trx) => {
    const { property_id } = answers;
    const begun = await findPurchaseForProperty(trx, { property_id, buyer_id });
    if (begun?.complete) return paths.dashboard.buy(begun.transaction_id);
    if (begun) await copyTypedToDraft(trx, { id: begun.id, buyer }, typed);
    const saved = begun ?? (await createPurchase(trx, buyer_id, answers));
    const made = { purchase: saved.id };
    await setSessionMatter(trx, buyer, "buy", saved, { ...buyer.onboarding, made });
    const query = { purchase: saved.id };
    return begun ? paths.buy.aboutTheProperty(query) : paths.buy.terms(query);
  });
  await forgetDraft(page);
  if (!next.startsWith(paths.buy.aboutTheProperty())) return redirect(next, { status: 303 });
  return redirectWithFlash(next, {
    kind: "info",
    title: "You have started buying this property before",
    description: "Please check your answers, and who buys and gives with you.",
  });
}

async function forgetDraft({ buyer, purchase }: OpenStep) {
  await nullIfFailed(deleteDraft(db, buyer.id, draftName(purchase)), {
    what: "forgetting a draft",
  });
}
