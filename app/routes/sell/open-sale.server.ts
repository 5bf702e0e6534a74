import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { hasRecords } from "#app/domain/onboarding/unfinished-matters.server.ts";
import {
  type MatterProgress,
  requiredStep,
  resumeStep,
  SELLER_STEPS,
  type SellerStep,
} from "#app/domain/onboarding/steps.ts";
import type { SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { type Person, readPerson } from "#app/domain/people/person.server.ts";
import type { Reader, ReaderId } from "#app/domain/readers/reader.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import {
  findMatter,
  matterIdInUrl,
  nameMatterInUrl,
  notFound,
  requireSeller,
  tryAgainText,
} from "../onboarding/open-step.server.ts";

/** Which sale a step of selling is about, and who may open the step (C-090, C-091, AMB-C14, AMB-C15). */

export const SELL_PAGES = {
  welcome: paths.sell.welcome,
  "about-you": paths.sell.aboutYou,
  "about-the-property": paths.sell.aboutTheProperty,
  "terms-and-conditions": paths.sell.terms,
  payment: paths.sell.payment,
} satisfies Record<SellerStep, (query: { sale: string }) => string>;

export type OpenSale = {
  seller: SignedIn & Reader;
  person: Person;
  id: string;
  /** The record; null while the sale is a draft only. */
  sale: Sale | null;
  /** The draft as it is stored; null when nothing is typed that is not saved. It is untrusted. */
  stored: unknown;
  /** For the addresses of the other steps. */
  query: { sale: string };
};

/**
 * Opens a step for a sale, as findMatter finds it. Throws as findMatter.
 *
 * @throws a redirect: to the role's entry without a session, to /welcome-back when the sale is complete, to the first
 *   unfinished step when this one comes later, to about-you when the sale cannot be loaded; a 404 for a sale that does
 *   not exist or is another person's (AMB-A10)
 */
export async function openSale(
  request: Request,
  step: SellerStep,
  named?: string,
): Promise<OpenSale> {
  const seller = await requireSeller(request);
  const { id, stored } = await findMatter(request, { role: "sell", user_id: seller.id, named });
  const target = { id, seller_id: seller.id };
  const [person, sale] = await Promise.all([readPerson(db, seller.id), loadSale(target, step)]);
  if (sale === null && stored === null) throw notFound();

  const instead = requiredStep(SELLER_STEPS, step, {
    person_complete: person.correspondence_address !== null,
    matter: sale ? await readProgress(sale, target, step) : null,
  });
  const query = { sale: id };
  if (instead === "done") throw redirect(paths.welcomeBack());
  if (instead) throw redirect(SELL_PAGES[instead](query));
  nameMatterInUrl(request, "sell", id);
  return { seller, person, id, sale: sale ?? null, stored, query };
}

/** As openSale, for the steps that need the record. */
export async function openSavedSale(
  request: Request,
  step: "terms-and-conditions" | "payment",
  named?: string,
): Promise<OpenSale & { sale: Sale }> {
  const { sale, ...rest } = await openSale(request, step, named);
  // openSale redirects where the step before is unfinished, so this is for the compiler.
  if (!sale) throw redirect(paths.sell.aboutTheProperty(rest.query));
  return { ...rest, sale };
}

/** Returns the step where a saved sale continues; its last one when it is complete. */
export function resumeSalePath({ id, ...progress }: MatterProgress & { id: string }): string {
  return SELL_PAGES[resumeStep(SELLER_STEPS, progress) ?? "payment"]({ sale: id });
}

type Target = { id: string; seller_id: ReaderId };

/** @returns null when the seller has no such record; undefined when about-you continues although it cannot be loaded */
async function loadSale(target: Target, step: SellerStep): Promise<Sale | null | undefined> {
  const { id, seller_id: user_id } = target;
  try {
    return (await hasRecords(db, { role: "sell", user_id, id }))
      ? await readSale(db, target)
      : null;
  } catch (error) {
    report(error, { what: "loading a sale" });
    if (step === "about-you") return undefined;
    throw await redirectWithFlash(paths.sell.aboutYou({ sale: target.id }), {
      kind: "error",
      title: "We couldn’t load your sale",
      description: tryAgainText(error),
    });
  }
}

/** Terms that were ticked and could not be saved count at the payment, which saves them first (AMB-C10). */
async function readProgress(sale: Sale, { id, seller_id }: Target, step: SellerStep) {
  const { complete, terms_accepted } = sale;
  if (terms_accepted || step !== "payment") return { complete, terms_accepted };
  const pending = await pendingSellerTerms.isWaiting(db, { transaction_id: id, seller_id });
  return { complete, terms_accepted: pending };
}

/**
 * Opens the sale that is to be paid for, as the form names it, or else the address: the money must never go to another
 * sale (AMB-A07). Throws as openSavedSale; without a name a redirect to the page that has one.
 */
export async function openSaleToPay(
  request: Request,
  inForm: string | undefined,
): Promise<OpenSale & { sale: Sale; target: SellerSaleIds }> {
  const named = inForm ?? matterIdInUrl(request, "sell");
  if (named === null) throw redirect(paths.sell.payment(), { status: 303 });
  const open = await openSavedSale(request, "payment", named);
  return { ...open, target: { transaction_id: open.id, seller_id: open.seller.id } };
}
