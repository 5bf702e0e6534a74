import { useRevalidator } from "@remix-run/react";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeError } from "@stripe/stripe-js";
import { useEffect, useState, type FormEvent } from "react";
import { PAYMENT_FALLBACK } from "#app/domain/payments/payment-status.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { CardFormLoading, type LoadProblem } from "./card-form-loading.tsx";
import { askForPayment, loadStripe } from "./load-stripe.ts";

/** Stripe's card form, on our page. */
export default function CardForm({
  scriptUrl,
  publishableKey,
  transactionId,
  amount,
  onFailure,
}: {
  scriptUrl: string;
  publishableKey: string;
  transactionId: string;
  /** As shown, like "£240.00". */
  amount: string;
  onFailure: (problem: LoadProblem) => void;
}) {
  const [loaded, setLoaded] = useState<{ stripe: Stripe; clientSecret: string }>();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    let gone = false;
    async function load() {
      const [stripe, payment] = await Promise.all([
        loadStripe(scriptUrl, publishableKey),
        askForPayment(transactionId),
      ]);
      if (gone) return;
      if ("clientSecret" in payment) {
        setLoaded({ stripe, ...payment });
        return;
      }
      // Paid for already, perhaps in another tab: the page knows what to show instead.
      if (payment.status === 409) revalidate();
      onFailure(payment.problem);
    }
    load().catch(() => gone || onFailure({}));
    return () => {
      gone = true;
    };
  }, [scriptUrl, publishableKey, transactionId, onFailure, revalidate]);

  if (!loaded) return <CardFormLoading />;
  return (
    <Elements stripe={loaded.stripe} options={{ clientSecret: loaded.clientSecret }}>
      <CardFields transactionId={transactionId} amount={amount} onFailure={onFailure} />
    </Elements>
  );
}

/** Stripe writes for the customer about their card only; the rest is for developers (E-015, E-016, AMB-V06). */
function problemText({ type, message }: StripeError): string {
  return ((type === "card_error" || type === "validation_error") && message) || PAYMENT_FALLBACK;
}

function CardFields({
  transactionId,
  amount,
  onFailure,
}: {
  transactionId: string;
  amount: string;
  onFailure: (problem: LoadProblem) => void;
}) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const back = paths.sell.paymentSuccess({ sale: transactionId });

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || !ready || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      // When it succeeds the browser leaves, and this never ends.
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: new URL(back, location.href).href },
      });
      setProblem(problemText(error));
    } catch {
      setProblem(PAYMENT_FALLBACK);
    }
    setBusy(false);
  }

  return (
    <form className="form" onSubmit={(event) => void pay(event)}>
      {problem ? (
        <Notification kind="error" title="Payment Error" live>
          <p>{problem} Please check your details and try again.</p>
        </Notification>
      ) : null}
      <PaymentElement onReady={() => setReady(true)} onLoadError={() => onFailure({})} />
      <p className="cluster submit-row">
        <Button
          type="submit"
          aria-disabled={busy || !ready || undefined}
          data-busy={busy || undefined}
        >
          {busy ? "Paying" : `Pay ${amount}`}
        </Button>
      </p>
    </form>
  );
}
