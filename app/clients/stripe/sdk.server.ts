/**
 * Stripe's SDK (API version 2025-08-27.basil), with our own deadline, circuit breaker and retries.
 */

import Stripe from "stripe";
import { env, isLiveKey } from "#app/platform/env.server.ts";
import { badBody, statusError, sdkCaller, vendorFetch } from "../outbound.server.ts";
import { VendorError } from "../vendor-error.ts";

/** True if our key moves real money. Stripe calls this `livemode`. */
export const isLive = isLiveKey(env.STRIPE_SECRET_KEY);

export const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
  ...hostConfig(env.STRIPE_API_URL),
  apiVersion: "2025-08-27.basil",
  httpClient: Stripe.createFetchHttpClient(vendorFetch("stripe")),
  timeout: env.OUTBOUND_DEADLINE_MS,
  maxNetworkRetries: 0,
  telemetry: false,
});

function hostConfig(url: string): Stripe.StripeConfig {
  if (!URL.canParse(url)) return {};
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
  };
}

/**
 * Calls Stripe's SDK. Retries the call if its first argument, `idempotent`, is true.
 * @throws {VendorError}
 */
export const callStripe = sdkCaller("stripe", env.STRIPE_API_URL, toVendorError);

function toVendorError(error: unknown) {
  if (error instanceof VendorError) return error;
  // The SDK wraps the errors that vendorFetch throws.
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const cause: unknown = Reflect.get(error, "detail");
    return cause;
  }
  if (!(error instanceof Stripe.errors.StripeError) || !error.statusCode) return badBody("stripe");
  return statusError("stripe", error.statusCode, {
    code: error.code ?? error.type,
    permanent: [400, 402, 404].includes(error.statusCode),
    retry_after_ms: Number(error.headers["retry-after"] ?? 0) * 1_000,
    cause: error,
  });
}
