import { Link } from "@remix-run/react";
import { paymentStatusText } from "#app/domain/payments/payment-status.ts";
import { paths } from "#app/paths.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

/** Said while it is unknown yet whether it is paid. */
export const CONFIRMING = "We are confirming your payment";
export const TAKES_LONG = "This takes longer than usual.";
export const DO_NOT_PAY_AGAIN =
  "If you have paid, you need not pay again: we will email you as soon as we know.";

/** What became of the payment that the visitor comes back from (E-024 to E-026, AMB-E10). */
export function PaymentStatus({
  state,
  reason,
  transaction_id,
}: {
  state: string | null;
  /** In the words of the bank, where it gave one. */
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
            Your bank has not confirmed it yet. We will email you when it does; you need not wait
            here. {again}
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
            {reason ? `What the bank said: “${reason}” ` : "The bank gave no reason. "}
            Nothing has been charged.
          </p>
        </Notification>
      );
    case "canceled":
      return (
        <Notification kind="info" title={paymentStatusText(state)} live>
          <p>
            This payment was called off, because paying was begun on another page or left for too
            long. Nothing has been charged: you can pay below.
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
        We received a payment that does not match your order. Please do not pay again: we are
        looking into it, and you can reach us at <EmailLink email={email} />
      </p>
    </Notification>
  );
}
