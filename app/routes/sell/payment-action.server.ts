/** Actions of the payment page. The caller must check first that the sale belongs to the seller. */

import { data, redirect, redirectDocument } from "@remix-run/node";
import { ConflictError, DomainError } from "#app/domain/errors.ts";
import {
  chooseCode,
  forgetChosenCode,
  type paymentForm,
  payWithReferralCode,
  readChosenCode,
  salePaidWithCode,
} from "#app/domain/payments/pay-with-code.server.ts";
import { startHostedPayment } from "#app/domain/payments/start-payment.server.ts";
import { getOrCreateOrder, type SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { CODE_NOT_VALID } from "#app/domain/invitations/referral-codes.server.ts";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotentRedirect } from "#app/forms/form-key.server.ts";
import { type parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { recordTerms } from "../onboarding/terms.server.ts";

type Submission = Awaited<ReturnType<typeof parseForm<typeof paymentForm>>>;
const NO_CODE = "Enter a referral code";

/** Redirects to the payment page. That page redirects again if the sale has been paid for. */
export function showPayment(sale: SellerSaleIds) {
  return redirect(pathOf(sale), { status: 303 });
}

const pathOf = ({ transaction_id }: SellerSaleIds) => paths.sell.payment({ sale: transaction_id });

/**
 * Returns the response to an earlier submit that paid with a referral code, or null if there was
 * none.
 */
export async function findEarlierSubmit(sale: SellerSaleIds) {
  const paid = await salePaidWithCode(db, sale);
  return paid === null ? null : redirect(successPath(paid), { status: 303 });
}

const successPath = (sale: string) => paths.sell.paymentSuccess({ sale, code: true });

/**
 * Rate limits on attempts to enter a referral code, per person and per IP address, so that no one
 * can guess codes (AMB-E04).
 */
const ATTEMPTS_PER_PERSON = 10;
const ATTEMPTS_PER_IP = 30;
const CODE_TRIES_SECONDS = 15 * 60;

type TypedCode = { code: string; ip: string };

/** Applies a referral code. If the field is empty, removes the code (E-033, AMB-E05). */
export async function applyCode(
  submission: Submission,
  sale: SellerSaleIds,
  { code, ip }: TypedCode,
) {
  try {
    if (code === "") {
      const isApplied = (await readChosenCode(db, sale)) !== null;
      return isApplied ? await removeCode(submission, sale) : wrongCode(submission, NO_CODE);
    }
    return (await tryCode(submission, sale, { code, ip })) ?? showPayment(sale);
  } catch (error) {
    return notValidated(submission, error);
  }
}

async function tryCode(
  submission: Submission,
  sale: SellerSaleIds,
  { code, ip }: TypedCode,
  besides: string[] = [],
) {
  if (!(await mayTry(sale.seller_id, ip))) {
    return showFormRefusal(submission, errorTexts["too-many"], 429);
  }
  const isApplied = await chooseCode(db, sale, code);
  return isApplied ? null : wrongCode(submission, CODE_NOT_VALID, besides);
}

/**
 * Applies a referral code that is still in the box, before the card is charged (AMB-E05). Returns
 * null if the box is empty.
 */
export async function answerCode(submission: Submission, sale: SellerSaleIds, typed: TypedCode) {
  if (typed.code === "") return null;
  try {
    const wrong = await tryCode(submission, sale, typed, [
      "You haven’t been charged. Correct the code, or delete it to pay by card.",
    ]);
    if (wrong) return wrong;
  } catch (error) {
    return notValidated(submission, error);
  }
  return redirectWithFlash(pathOf(sale), {
    kind: "success",
    title: "Referral code applied",
    description:
      "You haven’t been charged. Select Submit to use the code, or remove it to pay by card.",
  });
}

/** Removes the referral code from the sale (E-033, AMB-E05). */
export async function removeCode(submission: Submission, sale: SellerSaleIds) {
  try {
    await forgetChosenCode(db, sale);
    return showPayment(sale);
  } catch (error) {
    return notValidated(submission, error);
  }
}

async function mayTry(seller_id: string, ip: string): Promise<boolean> {
  const limits = [
    { key: `referral-code:user:${seller_id}`, limit: ATTEMPTS_PER_PERSON },
    { key: `referral-code:address:${ip}`, limit: ATTEMPTS_PER_IP },
  ];
  for (const limit of limits) {
    const consumed = await consumeLimit(db, { ...limit, seconds: CODE_TRIES_SECONDS });
    if (!consumed.ok) return false;
  }
  return true;
}

function wrongCode(submission: Submission, message: string, formErrors: string[] = []) {
  const lastResult = submission.reply({ formErrors, fieldErrors: { referral_code: [message] } });
  return data({ lastResult }, { status: 400 });
}

function notValidated(submission: Submission, error: unknown) {
  report(error, { what: "validating a referral code" });
  return showFormRefusal(submission, "Failed to validate referral code.", 500);
}

/**
 * Pays with the referral code that has been applied (E-031, E-032). A code in the form could be a
 * guess, so it is ignored.
 */
export async function submitCode(submission: Submission, sale: SellerSaleIds, key: string) {
  const unrecorded = await recordTerms(pendingSellerTerms.record(db, sale), "a payment");
  if (unrecorded) return showFormRefusal(submission, unrecorded, 500);
  try {
    const code = await readChosenCode(db, sale);
    if (!code) return (await findEarlierSubmit(sale)) ?? wrongCode(submission, CODE_NOT_VALID);
    await getOrCreateOrder(db, sale);
    const post = { form: "referral-code", key, body: { ...sale, code } };
    const location = await withIdempotentRedirect(db, post, async (trx) => {
      await payWithReferralCode(trx, sale, code);
      return successPath(sale.transaction_id);
    });
    return redirect(location, { status: 303 });
  } catch (error) {
    if (error instanceof ConflictError) return showPayment(sale);
    if (error instanceof DomainError) return wrongCode(submission, CODE_NOT_VALID);
    report(error, { what: "submitting a referral code" });
    const text = "There was an error submitting the form, please contact support at";
    return showFormRefusal(submission, `${text} ${env.SUPPORT_EMAIL}`, 500);
  }
}

/** Redirects to Stripe’s payment page, if the card form on our page can’t run (AMB-E11). */
export async function payOnStripesPage(submission: Submission, sale: SellerSaleIds) {
  const unrecorded = await recordTerms(pendingSellerTerms.record(db, sale), "a payment");
  if (unrecorded) return showFormRefusal(submission, unrecorded, 500);
  const named = { sale: sale.transaction_id };
  const back = siteUrl(paths.sell.paymentSuccess(named));
  const urls = {
    // Stripe replaces this placeholder, so its braces must not be URL-encoded.
    success: `${back}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: siteUrl(paths.sell.payment(named)),
  };
  try {
    const page = await withTimeout(startHostedPayment(db, sale, urls));
    // The router can’t open Stripe’s page, so this makes the browser load it as a document.
    return redirectDocument(page, { status: 303 });
  } catch (error) {
    if (error instanceof ConflictError) return showPayment(sale);
    report(error, { what: "starting a payment on Stripe's page" });
    return data({ lastResult: null, cardFailed: true }, { status: 500 });
  }
}
