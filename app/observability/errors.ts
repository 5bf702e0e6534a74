import { readMember } from "#app/platform/read-member.ts";

/** What a failure is called on a page (customer spec §8, admin spec §8). Pure: usable on both sides. */

export const GENERIC_ERROR = "There was an error"; // V-010
export const DEFAULT_ERROR = "Something went wrong."; // V-012
export const UNKNOWN_ERROR = "An unknown error occurred"; // V-013

/** What is said of each class of failure (V-001 to V-009). */
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
  /** The page offers the same request once more (V-002). */
  retry: boolean;
  /** Kept from the failure, when it had them (V-017). */
  status?: number;
  data?: unknown;
};

/**
 * The message of a failure, whatever it is (V-014): an Error's message, then the response data's message, then
 * the response's status text, then a plain message or string, else "An unknown error occurred".
 * For logs and for errors that are safe to show; a page uses `shownMessage`.
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
 * The message of a failure as a page may show it: its own when it was written to be shown (our domain's, a
 * card's), otherwise the fallback (AMB-V06).
 */
export function shownMessage(error: unknown, fallback: string = UNKNOWN_ERROR): string {
  return isSafeToShow(error) ? errorMessage(error) : fallback;
}

function isSafeToShow(error: unknown): boolean {
  const type = readMember(error, "type");
  return readMember(error, "safe") === true || type === "StripeCardError" || type === "card_error";
}

/** Finds the class of a failure, and what to say about it (V-001 to V-009, V-017). */
export function classify(error: unknown): Classified {
  const response = attachedResponse(error);
  const status = readMember(error, "status") ?? readMember(response, "status");
  const data = readMember(error, "data") ?? readMember(response, "data");
  // What a vendor thinks of our request is not what we think of the visitor's: 401 is our key, not their session.
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

/** The kind of a VendorError, the code of a socket's error, or the name of the others. */
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

/** A text that ends in "at", and the address that follows it as a mailto link, without a full stop (AMB-V07). */
type SupportText = { text: string; email: string };

/** V-011: "There was an error. Please contact support at {email}" */
export function contactSupport(email: string, message: string = GENERIC_ERROR): SupportText {
  return { text: `${withoutFullStop(message)}. Please contact support at`, email };
}

/** "{message}. Please try again or contact support at {email}" */
export function tryAgainOrContactSupport(email: string, message: string): SupportText {
  return { text: `${withoutFullStop(message)}. Please try again or contact support at`, email };
}

/** For messages that go where no link can be: an error summary of plain words, an email. */
export function asPlainText({ text, email }: SupportText): string {
  return `${text} ${email}`;
}

/** A message that brings its own full stop must not end up with two (AMB-V08). */
function withoutFullStop(message: string): string {
  return message.replace(/\.\s*$/, "");
}

/** Clients put the answer beside the error; Remix throws the answer itself. */
function attachedResponse(error: unknown): unknown {
  return readMember(error, "response") ?? error;
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
