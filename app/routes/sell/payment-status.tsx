import { Link } from "@remix-run/react";
import { paymentStatusText } from "#app/domain/payments/payment-status.ts";
import { paths } from "#app/paths.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

/** Texts while Stripe has not confirmed the payment yet. */
export const CONFIRMING = "We’re confirming your payment";
export const TAKES_LONG = "This is taking longer than usual.";
export const DO_NOT_PAY_AGAIN =
  "If you’ve paid, do not pay again. We’ll email you as soon as your payment is confirmed.";

/**
 * Shows the state of a payment that has not succeeded, so that the customer knows whether to pay
 * again (E-024 to E-026, AMB-E10).
 */
export function PaymentStatus({
  state,
  reason,
  transaction_id,
}: {
  state: string | null;
  reason: string | null;
  transaction_id: string;
}) {
  const again = <Link to={paths.sell.payment({ sale: transaction_id })}>Check again</Link>;
  switch (state) {
    case null:
      return null;
    case "processing":
      return (
        <Notification kind="info" title={paymentStatusText(state)} live>
          <p>
            Your bank hasn’t confirmed the payment yet. You can leave this page. We’ll email you
            when it does. {again}
          </p>
        </Notification>
      );
    case "unknown":
      return (
        <Notification kind="info" title={CONFIRMING} live>
          <p>
            {TAKES_LONG} {DO_NOT_PAY_AGAIN} {again}
          </p>
        </Notification>
      );
    case "review":
      return <UnderReview />;
    case "requires_payment_method":
      return (
        <Notification kind="error" title={paymentStatusText(state)} live>
          <p>
            {reason ? `Your bank’s reason: “${reason}” ` : "Your bank didn’t give a reason. "} You
            haven’t been charged.
          </p>
        </Notification>
      );
    case "canceled":
      return (
        <Notification kind="info" title={paymentStatusText(state)} live>
          <p>
            This payment was cancelled because you started another one or it timed out. You haven’t
            been charged. You can pay below.
          </p>
        </Notification>
      );
    default:
      return <Notification kind="error" title={paymentStatusText(state)} live />;
  }
}

function UnderReview() {
  const email = useSupportEmail();
  return (
    <Notification kind="error" title={paymentStatusText("review")} live>
      <p>
        We’ve received a payment that doesn’t match your order. Please do not pay again. We’re
        looking into it. If you have questions, email <EmailLink email={email} />
      </p>
    </Notification>
  );
}
