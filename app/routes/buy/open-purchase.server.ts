/**
 * Opens the steps of buying, and checks which of them the buyer may open (C-090, C-091, AMB-C14,
 * AMB-C15).
 */

import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { hasRecords } from "#app/domain/onboarding/unfinished-matters.server.ts";
import {
  BUYER_STEPS,
  type BuyerStep,
  type MatterProgress,
  requiredStep,
  resumeStep,
} from "#app/domain/onboarding/steps.ts";
import { type Person, readPerson } from "#app/domain/people/person.server.ts";
import type { Reader, ReaderId } from "#app/domain/readers/reader.ts";
import { type Purchase, readPurchase } from "#app/domain/purchases/purchases.server.ts";
import { pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import {
  findMatter,
  nameMatterInUrl,
  notFound,
  requireBuyer,
  tryAgainText,
} from "../onboarding/open-step.server.ts";

export const BUY_PAGES = {
  welcome: paths.buy.welcome,
  "about-you": paths.buy.aboutYou,
  "about-the-property": paths.buy.aboutTheProperty,
  "terms-and-conditions": paths.buy.terms,
  "whats-included": paths.buy.whatsIncluded,
} satisfies Record<BuyerStep, (query: { purchase: string }) => string>;

export type OpenPurchase = {
  buyer: SignedIn & Reader;
  person: Person;
  id: string;
  /** Null while the purchase is only a draft. */
  purchase: Purchase | null;
  /** Draft from the database, not validated yet; null if the buyer has saved everything. */
  stored: unknown;
  query: { purchase: string };
};

/**
 * Opens a step of the purchase that findMatter returns.
 * @throws A redirect: to the sign-up page if no one is signed in, to /welcome-back if the purchase
 * is complete, to the first unfinished step if the requested step comes after it, or to about-you
 * if loading fails. A 404 if the purchase does not exist or belongs to someone else (AMB-A10).
 */
export async function openPurchase(
  request: Request,
  step: BuyerStep,
  named?: string,
): Promise<OpenPurchase> {
  const buyer = await requireBuyer(request);
  const { id, stored } = await findMatter(request, { role: "buy", user_id: buyer.id, named });
  const target = { id, buyer_id: buyer.id };
  const [person, purchase] = await Promise.all([
    readPerson(db, buyer.id),
    loadPurchase(target, step),
  ]);
  if (purchase === null && stored === null) throw notFound();

  const instead = requiredStep(BUYER_STEPS, step, {
    person_complete: person.correspondence_address !== null,
    matter: purchase ? await readProgress(purchase, target, step) : null,
  });
  const query = { purchase: id };
  if (instead === "done") throw redirect(paths.welcomeBack());
  if (instead) throw redirect(BUY_PAGES[instead](query));
  nameMatterInUrl(request, "buy", id);
  return { buyer, person, id, purchase: purchase ?? null, stored, query };
}

/** Opens a step like openPurchase, for the steps that need a saved purchase. */
export async function openSavedPurchase(
  request: Request,
  step: "terms-and-conditions" | "whats-included",
  named?: string,
): Promise<OpenPurchase & { purchase: Purchase }> {
  const { purchase, ...rest } = await openPurchase(request, step, named);
  // This line is needed only for the compiler, because openPurchase redirects if the step before is
  // unfinished.
  if (!purchase) throw redirect(paths.buy.aboutTheProperty(rest.query));
  return { ...rest, purchase };
}

export function resumePurchasePath({ id, ...progress }: MatterProgress & { id: string }): string {
  return BUY_PAGES[resumeStep(BUYER_STEPS, progress) ?? "whats-included"]({ purchase: id });
}

type Target = { id: string; buyer_id: ReaderId };

/**
 * Returns the purchase. Returns null if it has no record yet, and undefined if loading failed on
 * about-you, which works without it.
 */
async function loadPurchase(target: Target, step: BuyerStep): Promise<Purchase | null | undefined> {
  const { id, buyer_id: user_id } = target;
  try {
    return (await hasRecords(db, { role: "buy", user_id, id }))
      ? await readPurchase(db, target)
      : null;
  } catch (error) {
    report(error, { what: "loading a purchase" });
    if (step === "about-you") return undefined;
    throw await redirectWithFlash(paths.buy.aboutYou({ purchase: target.id }), {
      kind: "error",
      title: "We couldn’t load your purchase",
      description: tryAgainText(error),
    });
  }
}

/**
 * Returns what has been done for the purchase. On the last step, an acceptance that is still to be
 * saved counts as accepted terms, because that step saves it (AMB-C10).
 */
async function readProgress(purchase: Purchase, { id, buyer_id }: Target, step: BuyerStep) {
  const { complete, terms_accepted } = purchase;
  if (terms_accepted || step !== "whats-included") return { complete, terms_accepted };
  const pending = await pendingBuyerTerms.isWaiting(db, { purchase_intent_id: id, buyer_id });
  return { complete, terms_accepted: pending };
}
