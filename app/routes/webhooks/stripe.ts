import type { ActionFunctionArgs } from "@remix-run/node";
import {
  isFreshSignature,
  readWebhook,
  WebhookSignatureError,
} from "#app/clients/stripe/client.server.ts";
import { receiveStripeEvent } from "#app/domain/payments/record-payment.server.ts";
import { RestoredError } from "#app/domain/restorations/restorations.server.ts";
import { report } from "#app/observability/report.server.ts";
import { db } from "#db/connection.ts";
import { retryLater } from "./authenticate-webhook.server.ts";

/**
 * Receives payment events from Stripe. Reads the body only if the signature is plausible. Stripe
 * sends an event again after any response other than 2xx, for example while the database is down.
 */
export async function action({ request }: ActionFunctionArgs) {
  const signature = request.headers.get("Stripe-Signature");
  try {
    if (!isFreshSignature(signature)) throw new WebhookSignatureError("The signature is none");
    const event = readWebhook(await request.text(), signature);
    const outcome = await receiveStripeEvent(db, event);
    if (outcome === "review") {
      report(new Error("payment needs staff review"), { what: event.id });
    }
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof RestoredError) return retryLater();
    if (!(error instanceof WebhookSignatureError)) throw error;
    report(error, { severity: "warning" });
    return new Response("The signature does not match.", { status: 400 });
  }
}
