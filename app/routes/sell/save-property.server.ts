import { redirect, type TypedResponse } from "@remix-run/node";
import { deleteDraft } from "#app/domain/drafts/drafts.server.ts";
import { ChangedElsewhereError, DomainError } from "#app/domain/errors.ts";
import { resumeStep, SELLER_STEPS } from "#app/domain/onboarding/steps.ts";
import { matchTitle } from "#app/domain/properties/match-title.server.ts";
import {
  estateAgentFailure,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import { findOpenSaleForAddress } from "#app/domain/sales/find-open-sale.server.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { createSale, type NewSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import { type Flash, redirectWithFlash } from "#app/forms/flash.server.ts";
import { onceInTransaction } from "#app/forms/form-key.server.ts";
import { errorMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db, inTransaction } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import type { PropertyAnswers } from "./property-answers.server.ts";
import { type Draft, draftName, copyTypedToDraft } from "./property-draft.server.ts";
import { savedElsewhere } from "./saved-elsewhere.server.ts";
import { type OpenStep, pathOfStep } from "./step.server.ts";

/** The name of the form in its one-time keys. */
export const PROPERTY_FORM = "sell/about-the-property";

type Saved = { id: string; property_id: string };

type SaleStep = OpenStep & { sale: Sale };

/**
 * Changes the sale of the page, and moves on even when that failed: what was typed stays in the draft (C-061, C-076,
 * AMB-C10, AMB-C12).
 *
 * @param version that the answers were typed for
 * @throws what the seller can put right: somebody is buying this home, for example. ChangedElsewhereError only when
 *   something that is saved by now is answered otherwise: the same form sent again with the same answers is no conflict.
 */
export async function saveExisting(
  page: SaleStep,
  answers: PropertyAnswers,
  version: string,
): Promise<TypedResponse<never>> {
  const next = pathOfStep(resumeStep(SELLER_STEPS, page.sale) ?? "payment", { sale: page.sale.id });
  const target = { id: page.sale.id, seller_id: page.seller.id };
  try {
    await inTransaction(db, async (trx) => {
      const current = { ...target, version: version === "" ? undefined : Number(version) };
      const saved = await updateSale(trx, current, answers.sale);
      await setSessionMatter(trx, page.seller, "sell", saved);
    });
  } catch (error) {
    if (error instanceof ChangedElsewhereError) {
      const differs = savedElsewhere(answers, await readSale(db, target));
      if (Object.keys(differs).length === 0) return saveExisting(page, answers, "");
    }
    if (error instanceof DomainError) throw error;
    report(error, { what: "saving a sale" });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers were not saved",
      description: tryAgainText(error),
    });
  }
  await runAfterSave(page, { id: page.sale.id, property_id: page.sale.property_id }, answers);
  return redirect(next, { status: 303 });
}

/**
 * Makes the sale, once however often the form is sent (C-060, C-074). A home that this seller has begun to sell before
 * goes on with what was typed now, which is shown first; a sale that is complete opens.
 *
 * @param typed the answers as they were typed
 * @throws AlreadySentError when it was sent before with other answers; whatever hindered the saving (AMB-C10).
 */
export async function saveNew(
  page: OpenStep,
  { answers, typed, key }: { answers: PropertyAnswers; typed: Draft; key: string },
): Promise<TypedResponse<never>> {
  const { sale, agent } = answers;
  const { seller } = page;
  const seller_id = seller.id;
  const created: { sale?: Saved } = {};
  const body = { seller_id, sale, agent };
  const next = await onceInTransaction(db, { form: PROPERTY_FORM, key, body }, async (trx) => {
    const begun = await findOpenSaleForAddress(trx, { seller_id, address: sale.property.address });
    if (begun?.complete) return paths.dashboard.sell(begun.id);
    if (begun) await copyTypedToDraft(trx, { id: begun.id, seller }, typed);
    const saved = begun ?? (await createSale(trx, seller_id, sale));
    if (!begun) created.sale = saved;
    const made = { sale: saved.id };
    await setSessionMatter(trx, seller, "sell", saved, { ...seller.onboarding, made });
    const query = { sale: saved.id };
    return begun ? paths.sell.aboutTheProperty(query) : paths.sell.terms(query);
  });
  await runAfterSave(page, created.sale, answers);
  const began = flashOfBegun(next);
  return began ? redirectWithFlash(next, began) : redirect(next, { status: 303 });
}

/** What to say where a form for a new sale led to one of before. */
function flashOfBegun(next: string): Flash | null {
  if (next.startsWith(paths.sell.aboutTheProperty())) {
    return {
      kind: "info",
      title: "You have started selling this property before",
      description: "Please check your answers, and who sells with you.",
    };
  }
  if (next.startsWith(paths.sell.terms())) return null;
  return { kind: "info", title: "You are selling this property already" };
}

/**
 * What follows from a sale that is saved, and cannot undo it: what goes wrong here is ours to know, not the seller's.
 *
 * @param saved undefined for a copy of a form: the first one does all but forget the copy's draft
 */
async function runAfterSave(page: OpenStep, saved: Saved | undefined, answers: PropertyAnswers) {
  const { seller } = page;
  await nullIfFailed(deleteDraft(db, seller.id, draftName(page.sale)), {
    what: "forgetting a draft",
  });
  if (!saved) return;
  const target = { transaction_id: saved.id, seller_id: seller.id };
  await setEstateAgentStatus(db, target, answers.agent).catch((cause: unknown) => {
    // The status stays pending, and staff ask (C-060, C-063, C-064).
    const error = new Error(estateAgentFailure(errorMessage(cause)), { cause });
    report(error, { what: "estate agent status" });
  });
  await nullIfFailed(findTitle(page, saved.property_id, answers.sale), {
    severity: "warning",
    what: "matching a title",
  });
}

/** Behind its flag (C-084, AMB-C09). */
async function findTitle(page: OpenStep, id: string, sale: NewSale) {
  const { customer_type, additional_sellers, property } = sale;
  const owner = customer_type === "representative" ? additional_sellers[0] : page.person;
  if (owner) await matchTitle(db, { id, address: property.address }, owner);
}
