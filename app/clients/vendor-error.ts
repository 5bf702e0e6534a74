import type { Vendor } from "#app/platform/vendors.server.ts";

export type VendorErrorKind =
  /** No answer within the deadline. Whether the vendor did what it was asked is not known. */
  | "timeout"
  /** Not asked: it failed too often a moment ago. */
  | "open"
  /** The connection failed or broke off. Whether the vendor did what it was asked is not known. */
  | "network"
  /** It understood and refused. */
  | "4xx"
  | "5xx"
  /** It answered with something that is not its wire format. */
  | "bad_body"
  /** Not asked: its address is not valid. */
  | "not_configured";

type Details = {
  status?: number;
  /** The vendor's own code for what is wrong. */
  code?: string;
  permanent?: boolean;
  retry_after_ms?: number;
  cause?: unknown;
};

/**
 * A third party did not do what it was asked. The message is for logs: it holds no personal data, and a page
 * says the specification's own words instead.
 */
export class VendorError extends Error {
  override readonly name = "VendorError";
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** The vendor will refuse this request every time. */
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

/** The error for a vendor that has not answered within its deadline. */
export function timeoutError(vendor: Vendor, cause?: unknown): VendorError {
  return new VendorError(vendor, "timeout", `${vendor} did not answer in time`, { cause });
}

/** The error for a vendor that could not be reached. */
export function networkError(vendor: Vendor, cause?: unknown): VendorError {
  return new VendorError(vendor, "network", `${vendor} could not be reached`, { cause });
}

/** What a connection fails with before anything has been sent on it. */
const NOT_CONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * Whether a vendor has certainly not done what it was asked: it refused, was not reached, or was not asked. A request that
 * it gave up waiting for (408) may have been taken.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false;
  if (error.kind === "4xx") return error.status !== 408;
  if (error.kind === "network") return isNotConnected(error.cause);
  return error.kind === "open" || error.kind === "not_configured";
}

/** `fetch` says so in the cause of its error. */
function isNotConnected(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code: unknown = Reflect.get(failure, "code");
  return (
    (typeof code === "string" && NOT_CONNECTED.includes(code)) || isNotConnected(failure.cause)
  );
}

/** Null for what a vendor does not know: it belongs to another account, or was made up. */
export async function nullIfNotFound<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof VendorError && error.status === 404) return null;
    throw error;
  });
}
