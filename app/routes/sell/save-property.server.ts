import { redirect, type TypedResponse } from "@remix-run/node";
import { updateOnboarding } from "#app/auth/session.server.ts";
import { deleteDraft } from "#app/domain/drafts/drafts.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import { matchTitle } from "#app/domain/properties/match-title.server.ts";
import {
  estateAgentFailure,
  type EstateAgentChoice,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import { createSale, type NewSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import { resumeStep } from "#app/domain/sales/steps.ts";
import { messageOf } from "#app/http/errors.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { once } from "#app/http/form-key.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { draftName, type OpenProperty } from "./property-draft.server.ts";
import { pathOfStep } from "./step.server.ts";

/** The name of the form in its one-time keys. */
export const PROPERTY_FORM = "sell/about-the-property";

type Saved = { id: string; property_id: string };

export type PropertyAnswers = { sale: NewSale; agent: EstateAgentChoice };

/**
 * Changes the sale of the page, and moves on even when that failed: what was typed stays in the draft (C-061, C-076,
 * AMB-C10, AMB-C12).
 *
 * @throws what the seller can put right: somebody is buying this home, for example.
 */
export async function saveExisting(
  page: OpenProperty & { sale: NonNullable<OpenProperty["sale"]> },
  answers: PropertyAnswers,
): Promise<TypedResponse<never>> {
  const next = pathOfStep(resumeStep(page.sale) ?? "payment");
  const target = { id: page.sale.id, seller_id: page.seller.id };
  try {
    await inTransaction(db, async (trx) => {
      await workOn(trx, page, await updateSale(trx, target, answers.sale));
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    report(error, { what: "saving a sale" });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers were not saved",
      description: tryAgainText(error),
    });
  }
  await afterwards(page, { id: page.sale.id, property_id: page.sale.property.id }, answers);
  return redirect(next, { status: 303 });
}

/**
 * Makes the sale, once however often the form is sent (C-060, C-074).
 *
 * @throws ConflictError when it was sent before with other answers; whatever hindered the saving (AMB-C10).
 */
export async function saveNew(
  page: OpenProperty,
  answers: PropertyAnswers,
  key: string,
): Promise<TypedResponse<never>> {
  const { sale, agent } = answers;
  const created: { sale?: Saved } = {};
  const body = { seller_id: page.seller.id, sale, agent };
  const next = await once(db, { form: PROPERTY_FORM, key, body }, async (trx) => {
    created.sale = await createSale(trx, page.seller.id, sale);
    await workOn(trx, page, created.sale);
    return paths.sell.terms();
  });
  await afterwards(page, created.sale, answers);
  return redirect(next, { status: 303 });
}

/** In the transaction of the sale: a copy of the form that comes next finds the session ready for it. */
async function workOn(trx: Db, page: OpenProperty, saved: Saved) {
  await updateOnboarding(trx, page.seller.session_id, {
    ...page.seller.onboarding,
    intent: "sell",
    transactionId: saved.id,
    propertyId: saved.property_id,
  });
}

/**
 * What follows from a sale that is saved, and cannot undo it: what goes wrong here is ours to know, not the seller's.
 *
 * @param saved undefined for a copy of a form: the first one does all but forget the copy's draft
 */
async function afterwards(page: OpenProperty, saved: Saved | undefined, answers: PropertyAnswers) {
  const { seller } = page;
  await deleteDraft(db, seller.id, draftName(page.sale)).catch((error: unknown) => {
    report(error, { what: "forgetting a draft" });
  });
  if (!saved) return;
  const target = { transaction_id: saved.id, seller_id: seller.id };
  await setEstateAgentStatus(db, target, answers.agent).catch((cause: unknown) => {
    // The status stays pending, and staff ask (C-060, C-063, C-064).
    const error = new Error(estateAgentFailure(messageOf(cause)), { cause });
    report(error, { what: "estate agent status" });
  });
  await findTitle(page, saved.property_id, answers.sale).catch((error: unknown) => {
    report(error, { severity: "warning", what: "matching a title" });
  });
}

/** Behind its flag (C-084, AMB-C09). */
async function findTitle(page: OpenProperty, id: string, sale: NewSale) {
  const { customer_type, additional_sellers, property } = sale;
  const owner = customer_type === "representative" ? additional_sellers[0] : page.person;
  if (owner) await matchTitle(db, { id, address: property.address }, owner);
}
