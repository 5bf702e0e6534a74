/**
 * Opens the steps of selling, and checks which of them the seller may open (C-090, C-091, AMB-C14,
 * AMB-C15).
 */

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
  /** Null while the sale is only a draft. */
  sale: Sale | null;
  /** Draft from the database, not validated yet; null if the seller has saved everything. */
  stored: unknown;
  query: { sale: string };
};

/**
 * Opens a step of the sale that findMatter returns.
 * @throws A redirect: to the sign-up page if no one is signed in, to /welcome-back if the sale is
 * complete, to the first unfinished step, or to about-you if loading fails. A 404 if the sale does
 * not exist or belongs to someone else (AMB-A10).
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

/** Opens a step like openSale, for the steps that need a saved sale. */
export async function openSavedSale(
  request: Request,
  step: "terms-and-conditions" | "payment",
  named?: string,
): Promise<OpenSale & { sale: Sale }> {
  const { sale, ...rest } = await openSale(request, step, named);
  // This line is needed only for the compiler, because openSale redirects if the previous step is
  // unfinished.
  if (!sale) throw redirect(paths.sell.aboutTheProperty(rest.query));
  return { ...rest, sale };
}

export function resumeSalePath({ id, ...progress }: MatterProgress & { id: string }): string {
  return SELL_PAGES[resumeStep(SELLER_STEPS, progress) ?? "payment"]({ sale: id });
}

type Target = { id: string; seller_id: ReaderId };

/**
 * Returns the sale. Returns null if it has no record yet, and undefined if loading failed on
 * about-you, which works without it.
 */
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

/**
 * Returns what has been done for the sale. On the payment step, a pending acceptance of the terms
 * counts, because paying saves it (AMB-C10).
 */
async function readProgress(sale: Sale, { id, seller_id }: Target, step: SellerStep) {
  const { complete, terms_accepted } = sale;
  if (terms_accepted || step !== "payment") return { complete, terms_accepted };
  const pending = await pendingSellerTerms.isWaiting(db, { transaction_id: id, seller_id });
  return { complete, terms_accepted: pending };
}

/**
 * Opens the sale that the seller pays for. The form or the URL must contain its id, so that no
 * other sale is charged (AMB-A07).
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
