import type { Vendor } from "#app/platform/vendors.server.ts";

export type VendorErrorKind =
  /** No response within the deadline. The vendor may nevertheless have done what we requested. */
  | "timeout"
  /** The request was not sent, because the vendor's circuit breaker is open. */
  | "open"
  /** The connection failed. The vendor may nevertheless have done what we requested. */
  | "network"
  | "4xx"
  | "5xx"
  /** The response does not have the format that the vendor documents. */
  | "bad_body"
  /** The request was not sent, because the vendor's base URL is invalid. */
  | "not_configured";

type Details = {
  status?: number;
  code?: string;
  permanent?: boolean;
  retry_after_ms?: number;
  cause?: unknown;
};

/**
 * Error from a failed call to a third party. Its message is only for logs and contains no personal
 * data.
 */
export class VendorError extends Error {
  override readonly name = "VendorError";
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly permanent: boolean;
  readonly retry_after_ms: number | undefined;

  constructor(
    readonly vendor: Vendor,
    readonly kind: VendorErrorKind,
    message: string,
    { status, code, permanent = false, retry_after_ms, cause }: Details = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.permanent = permanent;
    this.retry_after_ms = retry_after_ms;
  }
}

export function timeoutError(vendor: Vendor, cause?: unknown): VendorError {
  return new VendorError(vendor, "timeout", `${vendor} did not answer in time`, { cause });
}

export function networkError(vendor: Vendor, cause?: unknown): VendorError {
  return new VendorError(vendor, "network", `${vendor} could not be reached`, { cause });
}

/** Codes of errors that occur before a connection has sent anything. */
const NOT_CONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * Returns true if the vendor certainly did not do what we requested. After a 408, which is the
 * vendor's own timeout, the vendor may have done it.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false;
  if (error.kind === "4xx") return error.status !== 408;
  if (error.kind === "network") return isNotConnected(error.cause);
  return error.kind === "open" || error.kind === "not_configured";
}

/**
 * Returns true if an error, or any of its causes, means that there was no connection. `fetch` puts
 * the code on the cause.
 */
function isNotConnected(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code: unknown = Reflect.get(failure, "code");
  return (
    (typeof code === "string" && NOT_CONNECTED.includes(code)) || isNotConnected(failure.cause)
  );
}

/** Returns the vendor's answer; null if the vendor answers 404. */
export async function nullIfNotFound<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof VendorError && error.status === 404) return null;
    throw error;
  });
}
