import { redirect, type TypedResponse } from "@remix-run/node";
import {
  deleteDraft,
  draftName,
  REDIRECT_KEY,
  readDraft,
  saveDraft,
} from "#app/domain/drafts/drafts.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { StaleAnswersError, DomainError } from "#app/domain/errors.ts";
import { linkInvitation } from "#app/domain/invitations/invited-matters.server.ts";
import type { SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { matchTitle } from "#app/domain/properties/properties.server.ts";
import {
  estateAgentFailure,
  setEstateAgentStatus,
} from "#app/domain/sales/estate-agent-choice.server.ts";
import { findOpenSaleForAddress, readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { createSale, updateSale } from "#app/domain/sales/save-sale.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { errorMessage } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import type { FlashMessage } from "#app/ui/root-data.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/open-step.server.ts";
import { type Refusal, toRefusal } from "../onboarding/refusal.server.ts";
import { resumeSalePath } from "./open-sale.server.ts";
import { differencesFromSale, type PropertyAnswers } from "./property-answers.server.ts";
import { type OpenProperty, type SaleDraft, toDraft } from "./sale-draft.server.ts";

type Saved = { id: string; property_id: string };

/**
 * Saves the answers. `version` is the version of the record that the seller edited, or 0 for a
 * draft. Returns a redirect or an error.
 */
export async function saveProperty(
  page: OpenProperty,
  answers: PropertyAnswers,
  version: number,
): Promise<{ response: TypedResponse<never> } | { refusal: Refusal }> {
  const target = { id: page.id, seller_id: page.seller.id };
  try {
    const made = page.sale ? null : await makeSale(page, answers);
    if (made) return { response: made };
    const sale = page.sale ?? (await readSale(db, target));
    return { response: await changeSale(page, sale, answers, version) };
  } catch (error) {
    if (error instanceof StaleAnswersError) {
      const sale = await readSale(db, target);
      const fieldErrors = differencesFromSale(answers, sale);
      const { message, status } = error;
      return { refusal: { message, status, fieldErrors, version: sale.version } };
    }
    return { refusal: toRefusal(error, "saving a sale") };
  }
}

/**
 * Creates the sale from its draft (C-060, C-074). If the seller already has a sale of this
 * property, continues that sale with these answers, or opens it if it is complete (AMB-D12).
 * Returns null after a double submit.
 */
async function makeSale(
  { id, seller, person, draft }: OpenProperty,
  answers: PropertyAnswers,
): Promise<TypedResponse<never> | null> {
  const { address } = answers.sale.property;
  const { invitation_id } = seller.onboarding;
  const { saved, begun } = await inTransaction(db, async (trx) => {
    // This locks the seller’s row, so that a concurrent submit waits and finds the new sale.
    const begun = await findOpenSaleForAddress(trx, { seller_id: seller.id, address });
    const stored = await readDraft(trx, seller.id, draftName("sell", id));
    if (stored === null) return { saved: null, begun: null };
    if (begun) {
      if (!begun.complete) await copyAnswers(trx, seller.id, begun.id, draft);
      await saveDraft(trx, seller.id, draftName("sell", id), { [REDIRECT_KEY]: begun.id });
      return { saved: null, begun };
    }
    const saved = await createSale(trx, { id, seller_id: seller.id }, answers.sale);
    await linkInvitation(trx, { role: "sell", id, customer_id: seller.id, invitation_id });
    return { saved, begun: null };
  });
  if (saved) {
    return leadOn(
      paths.sell.terms({ sale: id }),
      await afterSave({ seller, person }, saved, answers),
    );
  }
  if (!begun) return null;
  if (begun.complete) {
    return redirectWithFlash(paths.dashboard.sell(begun.id), {
      kind: "info",
      title: "You’re already selling this property",
    });
  }
  return redirectWithFlash(paths.sell.aboutTheProperty({ sale: begun.id }), {
    kind: "info",
    title: "You’ve already started selling this property",
    description: "Please check your answers, including anyone selling with you.",
  });
}

/**
 * Copies the answers to the seller’s other sale of this property. If the draft has no co-sellers,
 * those of the other sale stay.
 */
async function copyAnswers(trx: Db, seller_id: ReaderId, id: string, typed: SaleDraft) {
  const name = draftName("sell", id);
  const sale = await readSale(trx, { id, seller_id });
  const before = toDraft(await readDraft(trx, seller_id, name), sale);
  const sellers = typed.sellers.length > 0 ? typed.sellers : before.sellers;
  await saveDraft(trx, seller_id, name, { ...typed, version: sale.version, sellers });
}

/**
 * Updates the sale. If that fails, the seller can still continue, because the draft has the answers
 * (C-061, C-076, AMB-C10, AMB-C12). Throws an error if the seller can correct it, or if other
 * answers have been saved since the form was opened.
 */
async function changeSale(
  page: OpenProperty,
  sale: Sale,
  answers: PropertyAnswers,
  version: number | undefined,
): Promise<TypedResponse<never>> {
  const { seller, id } = page;
  const target = { id, seller_id: seller.id };
  const next = resumeSalePath(sale);
  try {
    await updateSale(db, { ...target, version }, answers.sale);
  } catch (error) {
    if (error instanceof StaleAnswersError) {
      const differs = differencesFromSale(answers, await readSale(db, target));
      if (Object.keys(differs).length === 0) {
        if (version !== 0 || !isDoubleSubmit(page))
          return changeSale(page, sale, answers, undefined);
        await forgetDraft(page);
        return leadOn(next, null);
      }
    }
    if (error instanceof DomainError) throw error;
    report(error, { what: "saving a sale" });
    return redirectWithFlash(next, {
      kind: "error",
      title: "Your answers weren’t saved",
      description: tryAgainText(error),
    });
  }
  await forgetDraft(page);
  return leadOn(next, await afterSave(page, sale, answers));
}

/** Returns true after a double submit, when no answers were typed since the draft became a sale. */
function isDoubleSubmit({ sale, stored }: OpenProperty): boolean {
  return sale === null || stored === null;
}

async function forgetDraft({ seller, id }: OpenProperty) {
  await nullIfFailed(deleteDraft(db, seller.id, draftName("sell", id)), {
    what: "deleting a draft",
  });
}

async function leadOn(next: string, flash: FlashMessage | null): Promise<TypedResponse<never>> {
  return flash ? redirectWithFlash(next, flash) : redirect(next, { status: 303 });
}

/**
 * Saves the estate agent and matches the title register. Failures are reported to us. The seller
 * sees a message only if a different estate agent stays assigned.
 */
async function afterSave(
  { seller, person }: Pick<OpenProperty, "seller" | "person">,
  saved: Saved,
  answers: PropertyAnswers,
): Promise<FlashMessage | null> {
  const assigned = await setAgent({ transaction_id: saved.id, seller_id: seller.id }, answers);
  await nullIfFailed(findTitle(person, saved.property_id, answers), {
    severity: "warning",
    what: "matching a title",
  });
  return assigned && agentStays(assigned);
}

async function setAgent(target: SellerSaleIds, answers: PropertyAnswers) {
  const { agent, agent_changed: changed } = answers;
  try {
    return await setEstateAgentStatus(db, target, agent, { changed });
  } catch (cause) {
    // The status stays pending, and staff ask the seller who the estate agent is (C-060, C-063,
    // C-064).
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

/** Looks for the property in the title register, if this is enabled (C-084, AMB-C09). */
async function findTitle(person: OpenProperty["person"], id: string, { sale }: PropertyAnswers) {
  const { customer_type, additional_sellers, property } = sale;
  const owner = customer_type === "representative" ? additional_sellers[0] : person;
  if (owner) await matchTitle(db, { id, address: property.address }, owner);
}
