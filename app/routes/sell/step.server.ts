import { redirect } from "@remix-run/node";
import type { SignedIn } from "#app/auth/session.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { type Person, readPerson } from "#app/domain/people/update-person.server.ts";
import { isObjectId } from "#app/domain/ids.ts";
import { hasPendingTerms } from "#app/domain/sales/pending-terms.server.ts";
import { readSale, type Sale } from "#app/domain/sales/read-sale.server.ts";
import { insteadOf, type SellerStep } from "#app/domain/sales/steps.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { tryAgainText } from "../onboarding/failures.server.ts";
import { requireSeller } from "../onboarding/require.server.ts";

/** Who may be where in the seller's way in (C-090, C-091, AMB-C14, AMB-C15). */

const urls = {
  welcome: paths.sell.welcome,
  "about-you": paths.sell.aboutYou,
  "about-the-property": paths.sell.aboutTheProperty,
  "terms-and-conditions": paths.sell.terms,
  payment: paths.sell.payment,
} as const satisfies Record<SellerStep, () => string>;

export function pathOfStep(step: SellerStep): string {
  return urls[step]();
}

export type OpenStep = { seller: SignedIn; person: Person; sale: Sale | null };

/**
 * Opens a step for the sale that the session works on, or for the sale that a form names.
 *
 * @param named the id of the form's record, which goes before the session's: two tabs share a session (AMB-A07).
 *   Somebody else's is treated as missing.
 * @throws a redirect: to /sell/get-started without a session, to /welcome-back when the sale is complete, to the first
 *   unfinished step when this one comes later, to /sell/about-you when the sale cannot be loaded.
 */
export async function openStep(
  request: Request,
  step: SellerStep,
  named?: string,
): Promise<OpenStep> {
  const seller = await requireSeller(request);
  const id = named === undefined ? seller.onboarding.transactionId : named;
  const [person, sale] = await Promise.all([
    readPerson(db, seller.id),
    id && isObjectId(id) ? loadSale(seller, id, step) : null,
  ]);
  const progress = {
    person_complete: person.correspondence_address !== null,
    matter: sale && {
      complete: sale.complete,
      terms_accepted: sale.terms_accepted || (await termsAreWaiting(seller, sale, step)),
    },
  };
  const instead = insteadOf(step, progress);
  if (instead === "done") throw redirect(paths.welcomeBack());
  if (instead) throw redirect(pathOfStep(instead));
  return { seller, person, sale };
}

/** As openStep, for the steps that come after the sale. */
export async function openStepOfSale(
  request: Request,
  step: "terms-and-conditions" | "payment",
  named?: string,
): Promise<OpenStep & { sale: Sale }> {
  const { sale, ...rest } = await openStep(request, step, named);
  // Without one the step before is unfinished, and openStep has said so.
  if (!sale) throw redirect(paths.sell.aboutTheProperty());
  return { ...rest, sale };
}

/** What was ticked and could not be saved counts: the payment tries again (AMB-C10). */
async function termsAreWaiting(seller: SignedIn, sale: Sale, step: SellerStep) {
  return (
    step === "payment" &&
    (await hasPendingTerms(db, { transaction_id: sale.id, seller_id: seller.id }))
  );
}

async function loadSale(seller: SignedIn, id: string, step: SellerStep): Promise<Sale | null> {
  try {
    return await readSale(db, { id, seller_id: seller.id });
  } catch (error) {
    if (!(error instanceof NotFoundError)) report(error, { what: "loading a sale" });
    // The pages before the sale do without it.
    if (step === "welcome" || step === "about-you") return null;
    if (step === "about-the-property" && error instanceof NotFoundError) return null;
    throw await redirectWithFlash(paths.sell.aboutYou(), {
      kind: "error",
      title: "We could not load your sale",
      description: tryAgainText(error),
    });
  }
}
