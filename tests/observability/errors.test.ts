import { describe, expect, test } from "vitest";
import { z } from "zod";
import { VendorError, type VendorErrorKind } from "#app/clients/vendor-error.ts";
import { ConflictError, DomainError, NotFoundError } from "#app/domain/errors.ts";
import {
  asPlainText,
  classify,
  contactSupport,
  DEFAULT_ERROR,
  GENERIC_ERROR,
  errorMessage,
  shownMessage,
  tryAgainOrContactSupport,
  UNKNOWN_ERROR,
} from "#app/observability/errors.ts";

const email = "support@fanlight.example";

test("the generic error texts are those in the specification (V-010, V-012, V-013)", () => {
  expect(GENERIC_ERROR).toBe("There was an error");
  expect(DEFAULT_ERROR).toBe("Something went wrong.");
  expect(UNKNOWN_ERROR).toBe("An unknown error occurred");
});

describe("the source of an error’s message (V-014)", () => {
  const response = { data: { message: "from the data" }, statusText: "from the status" };
  test.each([
    ["an Error's message", Object.assign(new Error("its own"), { response }), "its own"],
    ["the response data's message", Object.assign(new Error(""), { response }), "from the data"],
    ["the same of a thrown response", response, "from the data"],
    [
      "the response's status text",
      { response: { data: {}, statusText: "from the status" } },
      "from the status",
    ],
    ["a plain message", { message: "plain" }, "plain"],
    ["a string", "just said", "just said"],
    ["no message: null", null, UNKNOWN_ERROR],
    ["no message: an empty string", " ", UNKNOWN_ERROR],
    ["no message: an Error without text", new Error(""), UNKNOWN_ERROR],
    ["no message: a number as the message", { message: 7 }, UNKNOWN_ERROR],
    ["no message: a number", 7, UNKNOWN_ERROR],
    ["a message, trimmed", new Error(" its own "), "its own"],
    ["the status text of a thrown response", { statusText: "Gone" }, "Gone"],
    [
      "the data’s message before the status text",
      { statusText: "Gone", data: { message: "a" } },
      "a",
    ],
    ["its data’s message before a plain message", { message: "b", data: { message: "a" } }, "a"],
    ["the status text before a plain message", { message: "b", statusText: "a" }, "a"],
    ["an Error’s message before its response", Object.assign(new Error("a"), response), "a"],
  ])("errorMessage returns $2 (%s)", (_what, error, expected) => {
    expect(errorMessage(error)).toBe(expected);
  });
});

describe("the safe messages of errors (AMB-V06)", () => {
  test.each([
    [
      "an error of our domain",
      new ConflictError("An account with this email already exists."),
      "An account with this email already exists.",
    ],
    [
      "a card error from Stripe’s server",
      Object.assign(new Error("Your card was declined."), { type: "StripeCardError" }),
      "Your card was declined.",
    ],
    [
      "a card error from Stripe’s script",
      { type: "card_error", message: "Your card was declined." },
      "Your card was declined.",
    ],
    [
      "a vendor’s error",
      Object.assign(new Error("Invalid API Key provided: sk_live"), {
        type: "StripeAuthenticationError",
      }),
      UNKNOWN_ERROR,
    ],
    ["a database error", new Error('relation "users" does not exist'), UNKNOWN_ERROR],
    ["a string", "at line 7", UNKNOWN_ERROR],
    ["an object that only looks safe", { safe: "true", message: "x" }, UNKNOWN_ERROR],
    ["an object of a different type", { type: "", message: "x" }, UNKNOWN_ERROR],
  ])("the message shown for %s is $2", (_what, error, expected) => {
    expect(shownMessage(error)).toBe(expected);
  });

  test("the caller’s fallback text is shown for an unsafe error", () => {
    expect(shownMessage(new Error("secret"), GENERIC_ERROR)).toBe("There was an error");
  });
});

const NETWORK = "Network error. Please check your connection and try again.";
const SERVER = "Server error. Please try again later.";
const OTHER = "An unexpected error occurred. Please try again.";
const vendorError = (kind: VendorErrorKind, status?: number) =>
  new VendorError("loqate", kind, "x", status === undefined ? {} : { status });

describe("classes of failures (V-001 to V-009, A-030, A-044)", () => {
  test.each([
    ["a 400 (V-001)", { status: 400 }, "validation", "Please check your input and try again."],
    ["a 422 (V-001)", { status: 422 }, "validation", "Please check your input and try again."],
    [
      "the error of a schema (V-001)",
      z.string().safeParse(1).error,
      "validation",
      "Please check your input and try again.",
    ],
    [
      "no connection (V-002)",
      Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
      "network",
      "Network error. Please check your connection and try again.",
    ],
    [
      "the error of fetch (V-002)",
      new TypeError("fetch failed"),
      "network",
      "Network error. Please check your connection and try again.",
    ],
    [
      "a vendor that is too slow (V-002, A-044)",
      vendorError("timeout"),
      "network",
      "Network error. Please check your connection and try again.",
    ],
    [
      "a vendor whose circuit breaker is open (V-002)",
      vendorError("open"),
      "network",
      "Network error. Please check your connection and try again.",
    ],
    ["a 401 (V-003, A-030)", { status: 401 }, "unauthorized", "Please sign in and try again."],
    [
      "a 403 (V-004, A-030)",
      new DomainError("x", 403),
      "forbidden",
      "You don't have permission to perform this action.",
    ],
    ["a 404 (V-005)", new NotFoundError("x"), "not-found", "The requested resource was not found."],
    [
      "a 429 (V-006)",
      { response: { status: 429 } },
      "too-many",
      "Too many requests. Please wait a moment and try again.",
    ],
    ["a 500 (V-007)", { status: 500 }, "server", "Server error. Please try again later."],
    [
      "a 503 (V-007)",
      { response: { status: 503 } },
      "server",
      "Server error. Please try again later.",
    ],
    [
      "a failure of a vendor (V-007)",
      vendorError("5xx"),
      "server",
      "Server error. Please try again later.",
    ],
    [
      "a cancelled request (V-008)",
      new DOMException("x", "AbortError"),
      "abort",
      "Request was cancelled. Please try again.",
    ],
    [
      "any other status (V-009)",
      { status: 418 },
      "other",
      "An unexpected error occurred. Please try again.",
    ],
    [
      "a vendor that refuses (V-009)",
      vendorError("4xx", 401),
      "other",
      "An unexpected error occurred. Please try again.",
    ],
    [
      "a bug (V-009)",
      new TypeError("x is not a function"),
      "other",
      "An unexpected error occurred. Please try again.",
    ],
    [
      "no error at all (V-009)",
      undefined,
      "other",
      "An unexpected error occurred. Please try again.",
    ],
    ["a status that is a text (V-009)", { status: "404" }, "other", OTHER],
    ["marks that are not strings (V-009)", { kind: 1, code: null }, "other", OTHER],
    ["a 499 (V-009)", { status: 499 }, "other", OTHER],
    ["a different error about fetch (V-009)", new Error("fetch failed"), "other", OTHER],
    [
      "the error of fetch, in capitals (V-002)",
      new TypeError("Failed to Fetch"),
      "network",
      NETWORK,
    ],
    ["a 599 (V-007)", { status: 599 }, "server", SERVER],
  ])(
    "classify returns the kind $2, its message and its retry flag for %s",
    (_what, error, kind, message) => {
      expect(classify(error)).toMatchObject({ kind, message, retry: kind === "network" });
    },
  );

  test.each([
    ["network", ["kind:timeout", "kind:open", "kind:network", "name:TimeoutError"]],
    [
      "network",
      ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"].map(
        (code) => `code:${code}`,
      ),
    ],
    ["server", ["kind:5xx", "kind:bad_body", "kind:not_configured"]],
    ["validation", ["name:ZodError", "name:$ZodError"]],
    ["abort", ["name:AbortError"]],
    ["other", ["kind:", "code:EPIPE", "name:Error"]],
  ])("classify returns %s for each of the properties %j (V-001 to V-009)", (kind, marks) => {
    for (const mark of marks) {
      const [name = "", value] = mark.split(":");
      expect(classify({ [name]: value }).kind, mark).toBe(kind);
    }
  });

  test("the kind of a failure depends on its first known property, and not on a vendor’s status (V-001 to V-009)", () => {
    expect(classify({ kind: "x", code: "ENOTFOUND", name: "ZodError" }).kind).toBe("network");
    expect(classify({ status: 418, code: "ENOTFOUND" }).kind).toBe("network");
    expect(classify({ vendor: "loqate", status: 404, kind: "5xx" }).kind).toBe("server");
  });

  test("classify keeps the status and the data of a failure (V-017)", () => {
    const error = new DomainError("x", 409, { data: { version: 3 } });
    expect(classify(error)).toMatchObject({ status: 409, data: { version: 3 } });
    expect(classify({ response: { status: 404, data: { id: 1 } } })).toMatchObject({
      status: 404,
      data: { id: 1 },
    });
    expect(classify({ status: 404, data: 1, response: { status: 500, data: 2 } })).toMatchObject({
      kind: "not-found",
      status: 404,
      data: 1,
    });
    expect(classify({ status: "404" })).not.toHaveProperty("status");
    expect(classify(new Error("x"))).toEqual({
      kind: "other",
      message: "An unexpected error occurred. Please try again.",
      retry: false,
    });
  });
});

describe("texts that end in the support address (AMB-V07, AMB-V08)", () => {
  test.each([
    ["There was an error", "There was an error. Please try again or contact support at"],
    ["It did not work.", "It did not work. Please try again or contact support at"],
    ["It did. Not", "It did. Not. Please try again or contact support at"],
    ["It did not work.  ", "It did not work. Please try again or contact support at"],
    ["Why? ", "Why? . Please try again or contact support at"],
  ])("tryAgainOrContactSupport adds the support address to “%s”", (message, text) => {
    expect(tryAgainOrContactSupport(email, message)).toEqual({ text, email });
  });

  test("contactSupport returns the generic text if the caller gives no message (V-011)", () => {
    expect(asPlainText(contactSupport(email))).toBe(
      "There was an error. Please contact support at support@fanlight.example",
    );
  });

  test("contactSupport puts the caller’s message first (C-089)", () => {
    expect(contactSupport(email, "It did not work.").text).toBe(
      "It did not work. Please contact support at",
    );
  });
});

test.each([
  [new DomainError("m"), 400],
  [new DomainError("m", 403), 403],
  [new NotFoundError("m"), 404],
  [new ConflictError("m"), 409],
])("the error %s has the status %i", (error, status) => {
  expect(error).toMatchObject({ status, safe: true, message: "m", name: error.constructor.name });
});
