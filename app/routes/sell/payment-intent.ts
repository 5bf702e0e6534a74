import type { ActionFunctionArgs } from "@remix-run/node";
import { ConflictError } from "#app/domain/errors.ts";
import { startCardPayment } from "#app/domain/payments/start-payment.server.ts";
import { paymentForm } from "#app/domain/payments/pay-with-code.server.ts";
import { PAYMENT_FALLBACK } from "#app/domain/payments/payment-status.ts";
import { pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { requireSeller } from "../onboarding/open-step.server.ts";
import { recordTerms } from "../onboarding/terms.server.ts";
import { openSaleToPay } from "./open-sale.server.ts";

/**
 * Returns the client secret of the payment (E-011). Never takes the amount from the form (AMB-E02).
 */
export async function action({ request }: ActionFunctionArgs) {
  await requireSeller(request);
  const submission = await parseForm(request, paymentForm);
  const named = submission.status === "success" ? submission.value.transaction_id : undefined;
  const { target } = await openSaleToPay(request, named);
  const unrecorded = await recordTerms(pendingSellerTerms.record(db, target), "a payment");
  if (unrecorded) return Response.json({ message: unrecorded }, { status: 500 });

  try {
    const payment = await withTimeout(startCardPayment(db, target));
    return Response.json({
      clientSecret: payment.client_secret,
      totalAmount: payment.total_amount_pence,
    });
  } catch (error) {
    if (error instanceof ConflictError)
      return Response.json({ message: error.message }, { status: 409 });
    report(error, { what: "starting a card payment" });
    return Response.json({ message: PAYMENT_FALLBACK }, { status: 500 });
  }
}
