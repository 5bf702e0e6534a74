/**
 * Texts about errors for pages (customer spec §8, admin spec §8). Both the server and the browser
 * use them.
 */

import { readMember } from "#app/platform/read-member.ts";

export const GENERIC_ERROR = "There was an error"; // V-010
export const DEFAULT_ERROR = "Something went wrong."; // V-012
export const UNKNOWN_ERROR = "An unknown error occurred"; // V-013

/** Text for each class of error (V-001 to V-009). */
export const errorTexts = {
  validation: "Please check your input and try again.",
  network: "Network error. Please check your connection and try again.",
  unauthorized: "Please sign in and try again.",
  forbidden: "You don't have permission to perform this action.",
  "not-found": "The requested resource was not found.",
  "too-many": "Too many requests. Please wait a moment and try again.",
  server: "Server error. Please try again later.",
  abort: "Request was cancelled. Please try again.",
  other: "An unexpected error occurred. Please try again.",
} as const;

type ErrorClass = keyof typeof errorTexts;

type Classified = {
  kind: ErrorClass;
  message: string;
  /** True if the page offers to try again (V-002). */
  retry: boolean;
  /** Status and data of the response that the error comes from, if any (V-017). */
  status?: number;
  data?: unknown;
};

/**
 * Returns an error's message for logs (V-014). Uses the first of these that exists: the message of
 * an Error, the message in the response's data, the response's status text, a `message` property,
 * or the error itself if it is a string. Otherwise returns "An unknown error occurred".
 */
export function errorMessage(error: unknown): string {
  const response = attachedResponse(error);
  return (
    (error instanceof Error && text(error.message)) ||
    text(readMember(readMember(response, "data"), "message")) ||
    text(readMember(response, "statusText")) ||
    text(readMember(error, "message")) ||
    text(error) ||
    UNKNOWN_ERROR
  );
}

/**
 * Returns the message that a page shows: the error's own message if it is safe to show, otherwise
 * the fallback (AMB-V06).
 */
export function shownMessage(error: unknown, fallback: string = UNKNOWN_ERROR): string {
  return isSafeToShow(error) ? errorMessage(error) : fallback;
}

function isSafeToShow(error: unknown): boolean {
  const type = readMember(error, "type");
  return readMember(error, "safe") === true || type === "StripeCardError" || type === "card_error";
}

/** Returns the class of an error and the text for that class (V-001 to V-009, V-017). */
export function classify(error: unknown): Classified {
  const response = attachedResponse(error);
  const status = readMember(error, "status") ?? readMember(response, "status");
  const data = readMember(error, "data") ?? readMember(response, "data");
  // Ignore the status of a vendor's response, because it is about our request to the vendor. A 401,
  // for example, means that our key is wrong, not that the visitor must sign in.
  const ofVisitor = readMember(error, "vendor") === undefined && typeof status === "number";
  const kind = (ofVisitor && classOfStatus(status)) || classOfError(error);
  return {
    kind,
    message: errorTexts[kind],
    retry: kind === "network",
    ...(typeof status === "number" && { status }),
    ...(data !== undefined && { data }),
  };
}

function classOfStatus(status: number): ErrorClass | null {
  if (status >= 500) return "server";
  switch (status) {
    case 400:
    case 422:
      return "validation";
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "not-found";
    case 429:
      return "too-many";
    default:
      return null;
  }
}

/**
 * Returns the class of an error according to a VendorError's kind, a socket's error code, or the
 * error's name.
 */
function classOfError(error: unknown): ErrorClass {
  for (const mark of [
    readMember(error, "kind"),
    readMember(error, "code"),
    readMember(error, "name"),
  ]) {
    const found = typeof mark === "string" && classOfMark(mark);
    if (found) return found;
  }
  return error instanceof TypeError && /fetch/i.test(error.message) ? "network" : "other";
}

function classOfMark(mark: string): ErrorClass | null {
  switch (mark) {
    case "AbortError":
      return "abort";
    case "ZodError":
    case "$ZodError":
      return "validation";
    case "5xx":
    case "bad_body":
    case "not_configured":
      return "server";
    case "timeout":
    case "open":
    case "network":
    case "TimeoutError":
    case "ECONNREFUSED":
    case "ECONNRESET":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "ETIMEDOUT":
      return "network";
    default:
      return null;
  }
}

/**
 * Text that ends in "at", and the email address that a page adds to it as a link, without a full
 * stop (AMB-V07).
 */
type SupportText = { text: string; email: string };

/** Returns "There was an error. Please contact support at {email}" (V-011). */
export function contactSupport(email: string, message: string = GENERIC_ERROR): SupportText {
  return { text: `${withoutFullStop(message)}. Please contact support at`, email };
}

/** Returns "{message}. Please try again or contact support at {email}". */
export function tryAgainOrContactSupport(email: string, message: string): SupportText {
  return { text: `${withoutFullStop(message)}. Please try again or contact support at`, email };
}

/**
 * Returns the text and the address as one string, for an error summary or an email, where there is
 * no link.
 */
export function asPlainText({ text, email }: SupportText): string {
  return `${text} ${email}`;
}

/** Removes a message's full stop, because the text around it adds one (AMB-V08). */
function withoutFullStop(message: string): string {
  return message.replace(/\.\s*$/, "");
}

/**
 * Returns the response of an error: its `response` property, or the error itself, because Remix
 * throws responses.
 */
function attachedResponse(error: unknown): unknown {
  return readMember(error, "response") ?? error;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
