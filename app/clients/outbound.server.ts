/**
 * Calls to third parties. Every such call must use this module. A call has one deadline for all its
 * attempts, each vendor has a circuit breaker, and a failed call throws a VendorError.
 */

import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IBreaker,
  type IPolicy,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from "cockatiel";
import type { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { traced } from "#app/observability/tracing.server.ts";
import type { Vendor } from "#app/platform/vendors.server.ts";
import { assertBaseUrl } from "./base-url.ts";
import { networkError, timeoutError, VendorError } from "./vendor-error.ts";

export { VendorError } from "./vendor-error.ts";

const FAILURES_TO_OPEN = 5;
const FAILURES_WITHIN_MS = 30_000;
const OPEN_FOR_MS = 30_000;
const RETRY_AFTER_AT_MOST_MS = 2_000;
/**
 * Maximum size of a response. No vendor's real response is that large, but an endless one would
 * fill the memory before the deadline.
 */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/** Minutes after which a request whose response was lost can no longer reach the vendor. */
export const LOST_REQUEST_MINUTES = 15;

/**
 * Returns true if an error suggests that the vendor is down. A refusal (4xx) shows that the vendor
 * is up.
 */
function isOutage(error: unknown) {
  return !(error instanceof VendorError) || !["4xx", "not_configured"].includes(error.kind);
}

function isRetryable(error: unknown) {
  if (!(error instanceof VendorError)) return false;
  if ((error.retry_after_ms ?? 0) > RETRY_AFTER_AT_MOST_MS) return false;
  // Also retry after a 409: a vendor returns it while it is still processing the same request.
  return error.kind === "network" || error.kind === "5xx" || [409, 429].includes(error.status ?? 0);
}

/**
 * Circuit breaker that opens after a number of failures within a period, even if other calls
 * succeed in between.
 */
class FailuresWithin implements IBreaker {
  state: unknown;
  #failures: number[] = [];

  success(state: CircuitState) {
    if (state !== CircuitState.Closed) this.#failures = [];
  }

  failure() {
    const now = performance.now();
    this.#failures = [...this.#failures.filter((at) => now - at < FAILURES_WITHIN_MS), now];
    return this.#failures.length >= FAILURES_TO_OPEN;
  }
}

/**
 * Returns the deadline for all attempts of a call. A language model needs more time than other
 * vendors.
 */
function deadlineOf(vendor: Vendor) {
  return vendor === "anthropic" ? env.ANTHROPIC_DEADLINE_MS : env.OUTBOUND_DEADLINE_MS;
}

export type BreakerState = {
  vendor: Vendor;
  state: "closed" | "open" | "half-open";
  /** Time when the breaker last opened or closed, or of the first call if it has done neither. */
  since: string;
  last_error: string | null;
};

type Policy = IPolicy;
const policies = new Map<Vendor, { once: Policy; twice: Policy; seen: BreakerState }>();

function vendorPolicies(vendor: Vendor) {
  const known = policies.get(vendor);
  if (known && !isOpenUntilClockRecovers(known.seen)) return known;

  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: OPEN_FOR_MS,
    breaker: new FailuresWithin(),
  });
  const seen = watch(vendor, breaker);
  const deadline = timeout(deadlineOf(vendor), TimeoutStrategy.Aggressive);
  const again = retry(handleWhen(isRetryable), {
    maxAttempts: 1,
    backoff: new DelegateBackoff(({ result }: { result: object }) => {
      const error = "error" in result ? result.error : null;
      const asked = error instanceof VendorError ? (error.retry_after_ms ?? 0) : 0;
      return Math.max(asked, 100 + Math.random() * 200);
    }),
  });
  const made = { once: wrap(breaker, deadline), twice: wrap(breaker, deadline, again), seen };
  policies.set(vendor, made);
  return made;
}

/**
 * Returns true if the clock was set back after the breaker opened. Cockatiel measures time with
 * that clock, so the breaker would stay open until the clock catches up.
 */
function isOpenUntilClockRecovers({ state, since }: BreakerState): boolean {
  return state === "open" && Date.now() < Date.parse(since);
}

/** Tracks whether a vendor's breaker is open, and logs when it opens. */
function watch(vendor: Vendor, breaker: CircuitBreakerPolicy): BreakerState {
  const now = () => new Date().toISOString();
  const seen: BreakerState = { vendor, state: "closed", since: now(), last_error: null };
  breaker.onFailure(({ handled, reason }) => {
    if (!handled) return;
    seen.last_error = "error" in reason ? toVendorError(vendor, reason.error).kind : null;
  });
  breaker.onBreak(() => {
    log.warn({ vendor, kind: "open" }, "circuit breaker opened");
    if (seen.state === "closed") seen.since = now();
    seen.state = "open";
  });
  breaker.onHalfOpen(() => (seen.state = "half-open"));
  breaker.onReset(() => Object.assign(seen, { state: "closed", since: now() }));
  return seen;
}

/** Lists the circuit breakers of the vendors that this process has called. */
export function breakerStates(): BreakerState[] {
  return [...policies.values()].map(({ seen }) => ({ ...seen }));
}

/** Closes all circuit breakers between tests. */
export function resetBreakers(): void {
  policies.clear();
}

/**
 * Calls a vendor, within the deadline and through the vendor's circuit breaker.
 * @param options.idempotent true if repeating the call has no further effect. The call is then
 *   retried once if the connection or the vendor fails
 * @param ask function that makes the call, with `fetchText` or the vendor's SDK
 * @throws {VendorError}
 */
export async function callVendor<T>(
  vendor: Vendor,
  { baseUrl, idempotent = false }: { baseUrl: string; idempotent?: boolean },
  ask: () => Promise<T>,
): Promise<T> {
  assertBaseUrl(vendor, baseUrl);
  try {
    const { [idempotent ? "twice" : "once"]: policy } = vendorPolicies(vendor);
    return await traced(vendor, "client", { "peer.service": vendor }, () => policy.execute(ask));
  } catch (error) {
    throw toVendorError(vendor, error);
  }
}

/**
 * Returns a function that calls a vendor through its SDK. `translate` converts the SDK's errors to
 * a VendorError.
 */
export function sdkCaller(
  vendor: Vendor,
  baseUrl: string,
  translate: (error: unknown) => unknown,
): <T>(idempotent: boolean, call: () => Promise<T>) => Promise<T> {
  return (idempotent, call) =>
    callVendor(vendor, { baseUrl, idempotent }, async () => {
      try {
        return await call();
      } catch (error) {
        throw translate(error);
      }
    });
}

/** Converts a connection error to a VendorError, for calls that do not use vendorFetch. */
export function toVendorError(vendor: Vendor, cause: unknown): VendorError {
  if (cause instanceof VendorError) return cause;
  if (cause instanceof TaskCancelledError || isTimeout(cause)) {
    return timeoutError(vendor, cause);
  }
  if (cause instanceof BrokenCircuitError) {
    return new VendorError(vendor, "open", `${vendor} is unavailable: circuit breaker open`, {
      cause,
    });
  }
  return networkError(vendor, cause);
}

function isTimeout(error: unknown) {
  return error instanceof Error && error.name === "TimeoutError";
}

/**
 * Returns a `fetch` for a vendor's SDK. Its deadline includes reading the body, because a vendor
 * could send a byte a second. It does not follow redirects, so that our key never reaches a
 * different host.
 */
export function vendorFetch(vendor: Vendor, { max_bytes = MAX_ANSWER_BYTES } = {}): typeof fetch {
  return async (input, init) => {
    const deadline = AbortSignal.timeout(deadlineOf(vendor));
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      const response = await fetch(input, { ...init, signal, redirect: "error" });
      const body = await readBytes(vendor, response, max_bytes);
      if (response.status >= 500) throw refusalError(vendor, response);
      return new Response(body.byteLength > 0 ? body : null, response);
    } catch (error) {
      throw toVendorError(vendor, error);
    }
  };
}

async function readBytes(vendor: Vendor, response: Response, max_bytes: number) {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; ;) {
    const part = await reader?.read();
    if (!part?.value) return Buffer.concat(parts);
    parts.push(part.value);
    length += part.value.byteLength;
    if (length > max_bytes) {
      // Do not wait for the cancellation: it would read an endless body to its end.
      reader?.cancel().catch(() => undefined);
      throw badBody(vendor);
    }
  }
}

/**
 * Sends a request and returns the text of the response.
 * @throws {VendorError} "bad_body" if the response exceeds `max_bytes` (10 MB by default)
 */
export async function fetchText(
  vendor: Vendor,
  url: URL,
  init?: RequestInit,
  limits: { max_bytes?: number } = {},
): Promise<string> {
  const response = await vendorFetch(vendor, limits)(url, init);
  if (!response.ok) throw refusalError(vendor, response);
  return response.text();
}

function refusalError(vendor: Vendor, { status, headers }: Response) {
  return statusError(vendor, status, {
    retry_after_ms: Number(headers.get("retry-after") ?? 0) * 1_000,
  });
}

/** Returns the VendorError for a response with a status other than 2xx. */
export function statusError(
  vendor: Vendor,
  status: number,
  details: { code?: string; permanent?: boolean; retry_after_ms?: number; cause?: unknown } = {},
): VendorError {
  const kind = status >= 500 ? "5xx" : "4xx";
  const code = details.code ? ` (${details.code})` : "";
  return new VendorError(vendor, kind, `${vendor} answered ${status}${code}`, {
    ...details,
    status,
  });
}

export function badBody(vendor: Vendor, cause?: unknown): VendorError {
  return new VendorError(vendor, "bad_body", `${vendor} gave an unexpected answer`, {
    cause,
  });
}

/**
 * Validates the body of a response.
 * @throws {VendorError} "bad_body" if it does not match the schema
 */
export function readBody<Schema extends z.ZodType>(
  vendor: Vendor,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  // The error may be logged, because it contains the names of fields but not their values.
  if (!parsed.success) throw badBody(vendor, parsed.error);
  return parsed.data;
}

/** Parses and validates JSON. @throws {VendorError} "bad_body" */
export function readJson<Schema extends z.ZodType>(
  vendor: Vendor,
  schema: Schema,
  text: string,
): z.output<Schema> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badBody(vendor);
  }
  return readBody(vendor, schema, body);
}
