import type { Stripe } from "@stripe/stripe-js";
import { paths } from "#app/paths.ts";

/** The two things that the card form waits for, neither for longer than a page may. */
const TIMEOUT_MS = 10_000;

/**
 * Stripe's script. Its address is a setting, since while the doubles run it is their own; Stripe's own loader would
 * always go to Stripe.
 */
export function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  return new Promise((resolve, reject) => {
    const start = () => {
      if (window.Stripe) resolve(window.Stripe(publishableKey));
      else reject(new Error("Stripe's script has not brought Stripe"));
    };
    if (window.Stripe) {
      start();
      return;
    }
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = start;
    script.onerror = () => reject(new Error("Stripe's script cannot be loaded"));
    setTimeout(() => reject(new Error("Stripe's script does not arrive")), TIMEOUT_MS);
    document.head.append(script);
  });
}

type Payment =
  | { clientSecret: string }
  /** The server's words, when it had any. */
  | { status: number; problem: { message?: string } };

/** Asks our server for the payment of a sale. What it costs is the server's to say. */
export async function askForPayment(transactionId: string): Promise<Payment> {
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
