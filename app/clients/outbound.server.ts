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

/**
 * All calls of third parties go through here. Each has a deadline for all of its tries, a
 * breaker that stops asking a vendor that is down, and fails with a VendorError and nothing else.
 */

const FAILURES_TO_OPEN = 5;
const FAILURES_WITHIN_MS = 30_000;
const OPEN_FOR_MS = 30_000;
const RETRY_AFTER_AT_MOST_MS = 2_000;
/** More than any real answer has: one without end would fill the memory before its deadline. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;

/**
 * How long a request whose answer was lost may still be on its way: longer than gateways and queues keep a request whose
 * sender has gone.
 */
export const LOST_REQUEST_MINUTES = 15;

/** Whether a failure suggests that the vendor is down. A refusal (4xx) is an answer. */
function isOutage(error: unknown) {
  return !(error instanceof VendorError) || !["4xx", "not_configured"].includes(error.kind);
}

function isWorthAnotherTry(error: unknown) {
  if (!(error instanceof VendorError)) return false;
  if ((error.retry_after_ms ?? 0) > RETRY_AFTER_AT_MOST_MS) return false;
  // 409: the vendor is still answering the same request of another tab.
  return error.kind === "network" || error.kind === "5xx" || [409, 429].includes(error.status ?? 0);
}

/** Opens after a number of failures within a time, even with successes between them. */
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

/** How long a vendor may take for all of its tries. A model takes longer than a lookup. */
function deadlineOf(vendor: Vendor) {
  return vendor === "anthropic" ? env.ANTHROPIC_DEADLINE_MS : env.OUTBOUND_DEADLINE_MS;
}

/** How a vendor's breaker stands in this process. */
export type BreakerState = {
  vendor: Vendor;
  state: "closed" | "open" | "half-open";
  /** When it was asked first, or when it stopped or began again to answer. A try that fails does not count anew. */
  since: string;
  /** The kind of the last failure that counted; null when there was none. */
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
  const again = retry(handleWhen(isWorthAnotherTry), {
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
 * Returns whether the clock was set back after a breaker opened. cockatiel goes by the time of day,
 * so that the vendor would be paused for as long as the clock is behind.
 */
function isOpenUntilClockRecovers({ state, since }: BreakerState): boolean {
  return state === "open" && Date.now() < Date.parse(since);
}

/** Keeps how a breaker stands, and tells the log when it opens. */
function watch(vendor: Vendor, breaker: CircuitBreakerPolicy): BreakerState {
  const now = () => new Date().toISOString();
  const seen: BreakerState = { vendor, state: "closed", since: now(), last_error: null };
  breaker.onFailure(({ handled, reason }) => {
    if (!handled) return;
    seen.last_error = "error" in reason ? toVendorError(vendor, reason.error).kind : null;
  });
  breaker.onBreak(() => {
    log.warn({ vendor, kind: "open" }, "a vendor is paused after repeated failures");
    if (seen.state === "closed") seen.since = now();
    seen.state = "open";
  });
  breaker.onHalfOpen(() => (seen.state = "half-open"));
  breaker.onReset(() => Object.assign(seen, { state: "closed", since: now() }));
  return seen;
}

/** The breakers of the vendors that this process has asked. */
export function breakerStates(): BreakerState[] {
  return [...policies.values()].map(({ seen }) => ({ ...seen }));
}

/** For tests: closes every breaker. */
export function resetBreakers(): void {
  policies.clear();
}

/**
 * Asks a vendor for something.
 *
 * @param options.baseUrl the vendor's address, from the settings
 * @param options.harmless doing it twice does no more than doing it once: it is tried once more when the connection or
 *   the vendor fails
 * @param ask makes the call, with `fetchText` or the vendor's SDK, and throws VendorErrors
 * @throws VendorError
 */
export async function outbound<T>(
  vendor: Vendor,
  { baseUrl, harmless = false }: { baseUrl: string; harmless?: boolean },
  ask: () => Promise<T>,
): Promise<T> {
  assertBaseUrl(vendor, baseUrl);
  try {
    const { [harmless ? "twice" : "once"]: policy } = vendorPolicies(vendor);
    return await traced(vendor, "client", { "peer.service": vendor }, () => policy.execute(ask));
  } catch (error) {
    throw toVendorError(vendor, error);
  }
}

/**
 * Makes the function that asks a vendor through its SDK.
 *
 * @param translate turns what the SDK throws into a VendorError
 */
export function sdkCaller(
  vendor: Vendor,
  baseUrl: string,
  translate: (error: unknown) => unknown,
): <T>(harmless: boolean, call: () => Promise<T>) => Promise<T> {
  return (harmless, call) =>
    outbound(vendor, { baseUrl, harmless }, async () => {
      try {
        return await call();
      } catch (error) {
        throw translate(error);
      }
    });
}

/** Turns a failed connection into a VendorError, for callers that do not use vendorFetch. */
export function toVendorError(vendor: Vendor, cause: unknown): VendorError {
  if (cause instanceof VendorError) return cause;
  if (cause instanceof TaskCancelledError || isTimeout(cause)) {
    return timeoutError(vendor, cause);
  }
  if (cause instanceof BrokenCircuitError) {
    return new VendorError(vendor, "open", `${vendor} is paused after repeated failures`, {
      cause,
    });
  }
  return networkError(vendor, cause);
}

function isTimeout(error: unknown) {
  return error instanceof Error && error.name === "TimeoutError";
}

/**
 * A `fetch` for a vendor's SDK. The deadline covers the body too, since a vendor that sends a letter a second is slow as
 * well. It fails with VendorErrors, and follows no redirect, so that no key leaves for another host.
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
      // Not awaited: that would read a vendor that keeps sending to its end.
      reader?.cancel().catch(() => undefined);
      throw badBody(vendor);
    }
  }
}

/**
 * The text of a vendor's answer.
 *
 * @param limits.max_bytes a longer answer is not read to its end; 10 MB unless told otherwise
 * @throws VendorError, "bad_body" for an answer that is too long
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
  return refusal(vendor, status, {
    retry_after_ms: Number(headers.get("retry-after") ?? 0) * 1_000,
  });
}

/** The error for an answer whose status is not 2xx. */
export function refusal(
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

/** @throws VendorError "bad_body" when the vendor's answer is not of this shape */
export function readBody<Schema extends z.ZodType>(
  vendor: Vendor,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  // The issues name the fields, not their contents.
  if (!parsed.success) throw badBody(vendor, parsed.error);
  return parsed.data;
}

/** @throws VendorError "bad_body" */
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
