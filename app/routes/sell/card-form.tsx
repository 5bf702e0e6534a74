import { useRevalidator } from "@remix-run/react";
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import { PAYMENT_FALLBACK } from "#app/domain/payments/payment-status.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Notification } from "#app/ui/notification.tsx";

export type LoadProblem = { message?: string };

export default function CardForm({
  scriptUrl,
  publishableKey,
  transactionId,
  amount,
  loading,
  sendCode,
  onFailure,
}: {
  scriptUrl: string;
  publishableKey: string;
  transactionId: string;
  amount: string;
  loading: ReactNode;
  /** Submits the referral code, if one is in the box. Returns false if the box is empty. */
  sendCode: () => boolean;
  onFailure: (problem: LoadProblem) => void;
}) {
  const [loaded, setLoaded] = useState<{ stripe: Stripe; clientSecret: string }>();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    let gone = false;
    async function load() {
      const both = [loadStripe(scriptUrl, publishableKey), askForPayment(transactionId)] as const;
      // Wait for the script and the payment before offering Stripe’s page, because starting a
      // payment there would cancel a payment that is still being created.
      await Promise.allSettled(both);
      const [stripe, payment] = await Promise.all(both);
      if (gone) return;
      if ("clientSecret" in payment) {
        setLoaded({ stripe, ...payment });
        return;
      }
      // The sale has already been paid for, perhaps in another tab, so load the page’s data again.
      if (payment.status === 409) revalidate();
      onFailure(payment.problem);
    }
    load().catch(() => gone || onFailure({}));
    return () => {
      gone = true;
    };
  }, [scriptUrl, publishableKey, transactionId, onFailure, revalidate]);

  /** Asks the server if this is still the current payment, before the card is charged. */
  const check = useCallback(async () => {
    const payment = await askForPayment(transactionId);
    if (!("clientSecret" in payment)) {
      if (payment.status === 409) revalidate();
      return payment.problem.message ?? PAYMENT_FALLBACK;
    }
    if (payment.clientSecret === loaded?.clientSecret) return null;
    setLoaded((before) => before && { ...before, ...payment });
    return CALLED_OFF;
  }, [transactionId, loaded?.clientSecret, revalidate]);

  const [problem, setProblem] = useState<string>();
  if (!loaded) return loading;
  return (
    <>
      {problem ? (
        <Notification kind="error" title="Payment Error" live>
          <p>{problem}</p>
        </Notification>
      ) : null}
      <Elements
        key={loaded.clientSecret}
        stripe={loaded.stripe}
        options={{ clientSecret: loaded.clientSecret }}
      >
        <CardFields
          back={paths.sell.paymentSuccess({ sale: transactionId })}
          amount={amount}
          sendCode={sendCode}
          check={check}
          onProblem={setProblem}
          onFailure={onFailure}
        />
      </Elements>
    </>
  );
}

const CALLED_OFF =
  "We cancelled this payment because you started another one in a different tab. You haven’t been charged. Please enter your card details again.";

/**
 * Returns the text for an error from Stripe. Includes Stripe’s own message only for card errors,
 * because its other messages are for developers (E-015, E-016, AMB-V06).
 */
function problemText({ type, message }: StripeError): string {
  const text = ((type === "card_error" || type === "validation_error") && message) || null;
  return `${text ?? PAYMENT_FALLBACK} Please check your details and try again.`;
}

function CardFields({
  back,
  amount,
  sendCode,
  check,
  onProblem,
  onFailure,
}: {
  back: string;
  amount: string;
  sendCode: () => boolean;
  check: () => Promise<string | null>;
  onProblem: (problem: string | undefined) => void;
  onFailure: (problem: LoadProblem) => void;
}) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || !ready || busy || sendCode()) return;
    setBusy(true);
    onProblem(undefined);
    onProblem(await tryToPay(stripe, elements).catch(() => PAYMENT_FALLBACK));
    setBusy(false);
  }

  /**
   * Makes the payment and returns the error’s text. On success, the promise never resolves, because
   * the browser leaves the page.
   */
  async function tryToPay(stripe: Stripe, elements: StripeElements): Promise<string> {
    const refusal = await check();
    if (refusal) return refusal;
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: new URL(back, location.href).href },
    });
    // Stripe returns this error if the payment was cancelled after the check.
    if (error.code === "payment_intent_unexpected_state") return (await check()) ?? CALLED_OFF;
    return problemText(error);
  }

  return (
    <form className="form" onSubmit={(event) => void pay(event)}>
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

const TIMEOUT_MS = 10_000;

/**
 * Loads Stripe’s script. This does not use Stripe’s own loader, because the doubles need a
 * different URL for the script.
 */
function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  return new Promise((resolve, reject) => {
    const start = () => {
      if (window.Stripe) resolve(window.Stripe(publishableKey));
      else reject(new Error("Stripe’s script loaded without Stripe"));
    };
    if (window.Stripe) {
      start();
      return;
    }
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = start;
    script.onerror = () => reject(new Error("Stripe’s script failed to load"));
    setTimeout(() => reject(new Error("Stripe’s script didn’t load in time")), TIMEOUT_MS);
    document.head.append(script);
  });
}

type Payment =
  | { clientSecret: string }
  /** `message` is the server’s message, if it sent one. */
  | { status: number; problem: { message?: string } };

/** Requests the payment for a sale from the server, which decides the amount. */
async function askForPayment(transactionId: string): Promise<Payment> {
  const response = await window.fetch(paths.sell.paymentIntent({ sale: transactionId }), {
    method: "POST",
    body: new URLSearchParams({ transaction_id: transactionId }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  const clientSecret = readText(answer, "clientSecret");
  if (response.ok && clientSecret) return { clientSecret };
  return { status: response.status, problem: { message: readText(answer, "message") } };
}

function readText(answer: unknown, name: string): string | undefined {
  const value: unknown =
    typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
