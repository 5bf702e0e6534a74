import { beforeEach, describe, expect, test, vi } from "vitest";
import { allowedFields } from "#app/observability/log.server.ts";
import { loggedPath, redact } from "#app/observability/redact.ts";
import { report } from "#app/observability/report.server.ts";

describe("the log redactor", () => {
  test.each([
    ["write to ada.l+x@example.co.uk now", "write to [email] now"],
    ["/leads/ada%40example.org", "/leads/[email]"],
    ["call 07400 123456.", "call [phone]."],
    ["call +44 7400 123456", "call [phone]"],
    ["call (020) 7946 0123", "call ([phone]"],
    ["of SW1A 1AA and m11ae", "of [postcode] and [postcode]"],
    ["sk_test_51Habcdef", "[key]"],
    ["whsec_abcdefgh", "[key]"],
    ["pi_3Nabc_secret_xyz", "[key]"],
    ["GET /authenticate?token=abc&type=customer", "GET /authenticate?token=[token]&type=customer"],
    ["U2FsdGVkX1abcdefghijklmnopqrstuvwxyz0123", "[token]"],
    ["sid=eyJ%2Babcdefghijklmnopqrstuvwxyz", "[token]"],
    [`a ${"ab1-".repeat(8)} b`, "a [token] b"],
    [`${"a1".repeat(20)}@example.org`, "[email]"],
    [`1${"a".repeat(31)}`, "[token]"],
    [`${"1".repeat(31)}a`, "[token]"],
    [`${"a".repeat(31)}1`, "[token]"],
    [`--${"a".repeat(31)}1`, "--[token]"],
    ["M1 1AE EC1A%201BB, ec1a+1bb", "[postcode] [postcode], [postcode]"],
    ["a rk_live_12345678, pk_test_1234", "a [key], [key]"],
    ["cs_1_secret_2 seti_1_secret_2", "[key] [key]"],
    ["/a?inv=x&key=y&code=z'", "/a?inv=[token]&key=[token]&code=[token]'"],
    ["0044 7400 123456 or 07400-123-456", "[phone] or [phone]"],
  ])("the log redactor redacts “%s” to “%s”", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each([
    "/admin/transactions/68b5c1f20a1b2c3d4e5f6071/events",
    "Connection terminated unexpectedly",
    "2025-09-01T10:00:00.000Z",
    "duplicate key value violates unique constraint users_email_key",
    "at renderDocument (file:///srv/app/build/server/index.js:120:33)",
    "a".repeat(40),
    "1".repeat(40),
    `${"a1".repeat(15)}a`,
    "task_12345678 sk_1234567",
    "SW1A-1AA SW1?1AA SW1A 1AAA",
    "10740012345678 and 7400 123456",
    "?tokens=1&mytoken=2",
  ])("the log redactor leaves %s unchanged", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("redaction of long texts (SE-1)", () => {
  // If redaction took quadratic time, each case would take half a minute, and the test would time
  // out.
  const length = 100_000;
  test.each([
    "0-",
    "a-",
    "a.",
    "a%40",
    "a@",
    "@a.",
    "%",
    "pi_a_secret_",
    "pi_",
    "cs_a-",
    "sk_",
    "?token=",
    "&code",
    "0 ",
    "0(",
    "00441",
    "A1+",
    "A1%20",
    "a1 ",
    "a1b2=",
    " ",
  ])("a text that repeats %j is redacted in linear time", (part) => {
    const text = part.repeat(length / part.length);
    for (const hostile of [text, `${text}!`, `a1${text}`, `0${text}`, `a@${text}`]) {
      expect(redact(hostile, Infinity).length).toBeLessThanOrEqual(hostile.length * 4);
    }
  });

  test("a text of more than 8,000 characters is cut at a space, so that no part of an address remains", () => {
    const text = `${"word ".repeat(1_599)}ada@example.org ${"a".repeat(50_000)}`;
    expect(redact(text)).toBe(`${"word ".repeat(1_599)}[cut]`);
    expect(redact("a".repeat(8_001))).toBe("[cut]");
    expect(redact("a".repeat(8_000))).toBe("a".repeat(8_000));
  });

  test("only a marker is logged for a path that is too long", () => {
    expect(loggedPath(`/${"0-".repeat(1_000)}`)).toBe("[too long]");
    expect(loggedPath(`/${"a-".repeat(999)}?${"0-".repeat(9_000)}`)).toBe(`/${"a-".repeat(99)}a`);
  });
});

test.each([
  ["/authenticate?token=abc", "/authenticate"],
  ["/leads/ada@example.org", "/leads/[email]"],
  ["/leads/ada%40example.org.data?x=1", "/leads/[email]"],
  ["/a#b", "/a"],
  ["/leads/val@localhost", "/leads/[email]"],
  ["/leads/val/ridley.data?x=1", "/leads/[email]"],
  ["/leads/success", "/leads/success"],
  ["/leads/success.data", "/leads/success.data"],
  ["/leads/successful", "/leads/[email]"],
  ["/leads/", "/leads/"],
  ["/admin/leads/42", "/admin/leads/42"],
  [`/${"a/".repeat(150)}`, `/${"a/".repeat(99)}a`],
])("the URL %s is logged as %s", (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test("only allowed fields are logged, with redacted texts", () => {
  expect(
    allowedFields({
      status: 200,
      path: "/leads/a@b.uk",
      email: "a@b.uk",
      body: {},
      frames: ["x a@b.uk"],
      ms: { a: 1 },
    }),
  ).toEqual({
    status: 200,
    path: "/leads/[email]",
    frames: ["x [email]"],
    ms: undefined,
  });
});

describe("reports of an error (V-015, V-016)", () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    vi.spyOn(process.stdout, "write").mockImplementation(
      (chunk) => written.push(String(chunk)) > 0,
    );
  });

  test("a report has the error’s name, code, redacted message and stack frames, but no personal data", () => {
    const error = Object.assign(new RangeError("no room for ada@example.org"), {
      code: "23505",
      detail: "Key (email)=(ada@example.org) already exists.",
      body: { email: "ada@example.org" },
    });
    report(error, { what: "sign-up" });
    expect(written).toHaveLength(1);
    expect(written[0]).not.toMatch(/ada|example/);
    const line: unknown = JSON.parse(written[0] ?? "");
    expect(line).toMatchObject({
      level: "error",
      what: "sign-up",
      error: "RangeError",
      code: "23505",
      msg: "no room for [email]",
    });
    expect(written[0]).toMatch(/"frames":\["at [^"]*log-redaction\.test/);
  });

  test.each([
    [undefined, "error"],
    ["info", "info"],
    ["warning", "warn"],
  ] as const)("a report of severity %s is logged at the level %s", (severity, level) => {
    report("a form came without a token", severity && { severity });
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      level,
      msg: "a form came without a token",
    });
  });
});
