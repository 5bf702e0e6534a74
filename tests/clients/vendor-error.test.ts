import { describe, expect, test } from "vitest";
import { isRefused, nullIfNotFound, VendorError } from "#app/clients/vendor-error.ts";

describe("requests that a vendor certainly did not carry out", () => {
  test.each([
    ["4xx", 400, "counts", true],
    ["4xx", 408, "does not count", false],
    ["open", undefined, "counts", true],
    ["not_configured", undefined, "counts", true],
    ["timeout", undefined, "does not count", false],
    ["network", undefined, "does not count", false],
    ["5xx", 503, "does not count", false],
    ["bad_body", undefined, "does not count", false],
  ] as const)(
    "an error of the kind %s with the status %s %s as rejected",
    (kind, status, _verb, is) => {
      expect(isRefused(new VendorError("thirdfort", kind, "", status ? { status } : {}))).toBe(is);
    },
  );

  test.each([
    ["ECONNREFUSED", "counts", true],
    ["ENOTFOUND", "counts", true],
    ["UND_ERR_CONNECT_TIMEOUT", "counts", true],
    ["ECONNRESET", "does not count", false],
    ["UND_ERR_SOCKET", "does not count", false],
  ])("the connection error %s %s as rejected", (code, _verb, is) => {
    const cause = new TypeError("fetch failed", { cause: Object.assign(new Error(""), { code }) });
    expect(isRefused(new VendorError("thirdfort", "network", "", { cause }))).toBe(is);
  });

  test("an error that is not a VendorError does not count as rejected", () => {
    expect(isRefused(Object.assign(new Error("ours"), { kind: "open" }))).toBe(false);
  });
});

test("nullIfNotFound returns null only for a vendor’s 404", async () => {
  const error = (status: number) => new VendorError("stripe", "4xx", "no", { status });
  expect(await nullIfNotFound(Promise.resolve("there"))).toBe("there");
  expect(await nullIfNotFound(Promise.reject(error(404)))).toBeNull();
  await expect(nullIfNotFound(Promise.reject(error(402)))).rejects.toThrow("no");
  const other = Object.assign(new Error("other"), { status: 404 });
  await expect(nullIfNotFound(Promise.reject(other))).rejects.toBe(other);
});
