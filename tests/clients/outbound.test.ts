import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  badBody,
  vendorFetch,
  fetchText,
  callVendor,
  readBody,
  readJson,
  statusError,
  resetBreakers,
  VendorError,
} from "#app/clients/outbound.server.ts";
import { logged } from "#tests/support/log-guard.ts";

/** Code that all clients share: retries, circuit breaker and errors. */

beforeEach(resetBreakers);
afterEach(() => void vi.useRealTimers());

const baseUrl = "http://127.0.0.1:4010";
const ask = (work: () => Promise<unknown>, harmless?: boolean) =>
  callVendor("loqate", { baseUrl, ...(harmless !== undefined && { idempotent: harmless }) }, work);
const failing = (error: Error) => vi.fn(() => Promise.reject(error));
const answer = (status: number, headers: HeadersInit = {}, body = "") =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(body || null, { status, headers }))),
  );

describe("retries of harmless requests (A-044)", () => {
  const oops = (kind: VendorError["kind"]) => new VendorError("loqate", kind, "x");
  test.each([
    ["a connection that failed", oops("network"), 2],
    ["a vendor's own failure", statusError("loqate", 500), 2],
    ["a rate limit", statusError("loqate", 429), 2],
    ["a conflict", statusError("loqate", 409), 2],
    ["a rate limit with a short wait", statusError("loqate", 429, { retry_after_ms: 150 }), 2],
    ["a rate limit with a long wait", statusError("loqate", 429, { retry_after_ms: 2_001 }), 1],
    ["a failure with a long wait", statusError("loqate", 503, { retry_after_ms: 2_001 }), 1],
    ["a different rejection", statusError("loqate", 404), 1],
    ["a malformed answer", badBody("loqate"), 1],
    ["a timeout", oops("timeout"), 1],
    ["a bug in our code", new Error("x"), 1],
  ])(
    "a harmless request that ends in %s is sent this many times, and any other request once: $2",
    async (_what, error, times) => {
      const work = failing(error);
      await expect(ask(work, true)).rejects.toThrow();
      expect(work).toHaveBeenCalledTimes(times);
      const once = failing(error);
      await expect(ask(once)).rejects.toThrow();
      expect(once, "a request that is not harmless is not retried").toHaveBeenCalledOnce();
    },
  );

  test("the retry waits for a fraction of a second, or as long as the vendor demands", async () => {
    const gapOf = async (error: VendorError) => {
      const at: number[] = [];
      await ask(() => {
        at.push(performance.now());
        return at.length === 1 ? Promise.reject(error) : Promise.resolve();
      }, true);
      return (at[1] ?? 0) - (at[0] ?? 0);
    };
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(await gapOf(statusError("loqate", 500))).toBeGreaterThanOrEqual(99);
    expect(await gapOf(statusError("loqate", 429, { retry_after_ms: 500 }))).toBeGreaterThanOrEqual(
      499,
    );
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect(await gapOf(statusError("loqate", 500))).toBeGreaterThanOrEqual(299);
  });

  test("the retry’s answer is returned", async () => {
    const work = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(statusError("loqate", 500))
      .mockResolvedValueOnce("yes");
    expect(await ask(work, true)).toBe("yes");
  });
});

describe("circuit breaker after five failures in half a minute (A-044)", () => {
  test.each([
    ["a server failure", statusError("loqate", 500), "open"],
    ["a malformed answer", badBody("loqate"), "open"],
    ["a connection that failed", new TypeError("x"), "open"],
    ["a rejection", statusError("loqate", 404), "4xx"],
    ["a placeholder address", new VendorError("loqate", "not_configured", "x"), "not_configured"],
  ])(
    "the request after five failures, each of them %s, throws an error of the kind $2",
    async (_what, error, kind) => {
      for (let failure = 0; failure < 5; failure++) {
        await expect(ask(failing(error))).rejects.toThrow();
      }
      await expect(ask(failing(error))).rejects.toMatchObject({ kind });
      const opened = {
        vendor: "loqate",
        kind: "open",
        msg: "circuit breaker opened",
      };
      expect(logged("warn")).toEqual(kind === "open" ? [opened] : []);
    },
  );

  test("the circuit breaker opens despite successes between the failures", async () => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(ask(failing(statusError("loqate", 500)))).rejects.toThrow();
      if (failure < 4) await ask(() => Promise.resolve());
    }
    await expect(ask(() => Promise.resolve())).rejects.toMatchObject({
      vendor: "loqate",
      kind: "open",
      message: "loqate is unavailable: circuit breaker open",
    });
    await expect(
      callVendor("stripe", { baseUrl }, () => Promise.resolve("another is")),
    ).resolves.toBe("another is");
  });

  test("the circuit breaker closes immediately if the clock is set back by an hour (A-044)", async () => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(ask(failing(statusError("loqate", 500)))).rejects.toThrow();
    }
    const hour = 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - hour });
    await expect(ask(() => Promise.resolve("asked"))).resolves.toBe("asked");
  });
});

describe("errors of a vendor (A-044)", () => {
  const timeout = Object.assign(new Error("x"), { name: "TimeoutError" });
  test.each([
    ["timeout", timeout, "loqate did not answer in time"],
    ["network", new TypeError("x"), "loqate could not be reached"],
  ])("a %s error is wrapped in a VendorError", async (kind, cause, message) => {
    await expect(ask(failing(cause))).rejects.toMatchObject({
      name: "VendorError",
      vendor: "loqate",
      kind,
      message,
      cause,
      permanent: false,
    });
  });

  test("a VendorError is passed on unchanged", async () => {
    const error = statusError("stripe", 402, {
      code: "card_declined",
      permanent: true,
      cause: timeout,
    });
    await expect(ask(failing(error))).rejects.toBe(error);
    expect(error).toMatchObject({
      vendor: "stripe",
      kind: "4xx",
      status: 402,
      code: "card_declined",
      permanent: true,
      cause: timeout,
      message: "stripe answered 402 (card_declined)",
    });
  });

  test.each([
    [499, "4xx"],
    [500, "5xx"],
  ])("the status %i is classified as %s", (status, kind) => {
    expect(statusError("loqate", status)).toMatchObject({
      kind,
      message: `loqate answered ${status}`,
      code: undefined,
      retry_after_ms: undefined,
    });
  });

  test("no request is sent to an invalid base URL (A-045)", async () => {
    const work = vi.fn(() => Promise.resolve());
    for (const baseUrl of ["", "vendor", "ftp://127.0.0.1", "xhttp://a", "https://api.example"]) {
      await expect(callVendor("loqate", { baseUrl }, work)).rejects.toMatchObject({
        kind: "not_configured",
      });
    }
    expect(work).not.toHaveBeenCalled();
  });
});

describe("answers of a vendor (A-044)", () => {
  const url = new URL(baseUrl);

  test("an answer’s text is returned, and redirects are not followed", async () => {
    answer(200, {}, "hello");
    expect(await fetchText("loqate", url, { method: "POST" })).toBe("hello");
    expect(fetch).toHaveBeenCalledWith(url, {
      method: "POST",
      signal: expect.any(AbortSignal),
      redirect: "error",
    });
  });

  test("an empty answer is accepted", async () => {
    answer(204, { "x-own": "kept" });
    const response = await vendorFetch("loqate")(url);
    expect([response.status, response.body, response.headers.get("x-own")]).toEqual([
      204,
      null,
      "kept",
    ]);
  });

  test.each([
    [404, {}, "4xx", 0],
    [429, { "retry-after": "3" }, "4xx", 3_000],
    [503, { "retry-after": "1" }, "5xx", 1_000],
  ])(
    "an answer with the status %s and the headers %j throws an error of the kind %s",
    async (status, headers, kind, retry_after_ms) => {
      answer(status, headers);
      await expect(fetchText("loqate", url)).rejects.toMatchObject({
        kind,
        status,
        retry_after_ms,
      });
    },
  );

  test("a rejection is returned to the vendor’s SDK, but a server failure throws", async () => {
    answer(404);
    expect((await vendorFetch("loqate")(url)).status).toBe(404);
    answer(500);
    await expect(vendorFetch("loqate")(url)).rejects.toMatchObject({ kind: "5xx", status: 500 });
  });

  test("a request that the SDK aborts stops waiting", async () => {
    vi.stubGlobal("fetch", (_url: unknown, { signal }: RequestInit) =>
      signal?.aborted ? Promise.reject(new Error("given up")) : Promise.resolve(new Response("x")),
    );
    const given = AbortSignal.abort();
    await expect(vendorFetch("loqate")(url, { signal: given })).rejects.toMatchObject({
      kind: "network",
    });
    expect((await vendorFetch("loqate")(url, { signal: new AbortController().signal })).ok).toBe(
      true,
    );
  });

  test("an answer is validated by its schema, and the error about an invalid answer contains none of its values", () => {
    const Shape = z.object({ id: z.string() });
    expect(readJson("loqate", Shape, '{"id":"a","b":1}')).toEqual({ id: "a" });
    expect(readBody("loqate", Shape, { id: "a" })).toEqual({ id: "a" });
    for (const text of ["{", '{"id":7}', "secret"]) {
      expect(() => readJson("loqate", Shape, text)).toThrow(
        expect.objectContaining({
          kind: "bad_body",
          vendor: "loqate",
          message: "loqate gave an unexpected answer",
        }),
      );
    }
    const cause = new Error("x");
    expect(badBody("loqate", cause).cause).toBe(cause);
  });
});
