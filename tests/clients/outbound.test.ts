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

/** tries, breakers and errors of every vendor's client; the clients themselves meet their doubles in faults. */

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

describe("A-044 what is tried a second time", () => {
  const oops = (kind: VendorError["kind"]) => new VendorError("loqate", kind, "x");
  test.each([
    ["a connection that failed", oops("network"), 2],
    ["a vendor's own failure", statusError("loqate", 500), 2],
    ["its answer that it is busy", statusError("loqate", 429), 2],
    ["its answer that it is just at it", statusError("loqate", 409), 2],
    [
      "busy for a moment, which is waited for",
      statusError("loqate", 429, { retry_after_ms: 150 }),
      2,
    ],
    ["busy for longer", statusError("loqate", 429, { retry_after_ms: 2_001 }), 1],
    ["failed for longer", statusError("loqate", 503, { retry_after_ms: 2_001 }), 1],
    ["another refusal", statusError("loqate", 404), 1],
    ["nonsense", badBody("loqate"), 1],
    ["no answer in time", oops("timeout"), 1],
    ["a defect of ours", new Error("x"), 1],
  ])("%s", async (_what, error, times) => {
    const work = failing(error);
    await expect(ask(work, true)).rejects.toThrow();
    expect(work).toHaveBeenCalledTimes(times);
    const once = failing(error);
    await expect(ask(once)).rejects.toThrow();
    expect(once, "what is not harmless is not").toHaveBeenCalledOnce();
  });

  test("waits a moment, or as long as the vendor asked", async () => {
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

  test("may be answered", async () => {
    const work = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(statusError("loqate", 500))
      .mockResolvedValueOnce("yes");
    expect(await ask(work, true)).toBe("yes");
  });
});

describe("A-044 a vendor that fails five times in half a minute is not asked", () => {
  test.each([
    ["its own failure", statusError("loqate", 500), "open"],
    ["nonsense", badBody("loqate"), "open"],
    ["a connection that failed", new TypeError("x"), "open"],
    ["refusals, which are answers", statusError("loqate", 404), "4xx"],
    ["an address that is none", new VendorError("loqate", "not_configured", "x"), "not_configured"],
  ])("%s", async (_what, error, kind) => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(ask(failing(error))).rejects.toThrow();
    }
    await expect(ask(failing(error))).rejects.toMatchObject({ kind });
    const opened = {
      vendor: "loqate",
      kind: "open",
      msg: "a vendor is paused after repeated failures",
    };
    expect(logged("warn")).toEqual(kind === "open" ? [opened] : []);
  });

  test("whatever succeeded between them", async () => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(ask(failing(statusError("loqate", 500)))).rejects.toThrow();
      if (failure < 4) await ask(() => Promise.resolve());
    }
    await expect(ask(() => Promise.resolve())).rejects.toMatchObject({
      vendor: "loqate",
      kind: "open",
      message: "loqate is paused after repeated failures",
    });
    await expect(
      callVendor("stripe", { baseUrl }, () => Promise.resolve("another is")),
    ).resolves.toBe("another is");
  });

  test("is asked again once the clock has been set back, and not an hour later (A-044)", async () => {
    for (let failure = 0; failure < 5; failure++) {
      await expect(ask(failing(statusError("loqate", 500)))).rejects.toThrow();
    }
    const hour = 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - hour });
    await expect(ask(() => Promise.resolve("asked"))).resolves.toBe("asked");
  });
});

describe("A-044 every failure is a VendorError", () => {
  const timeout = Object.assign(new Error("x"), { name: "TimeoutError" });
  test.each([
    ["timeout", timeout, "loqate did not answer in time"],
    ["network", new TypeError("x"), "loqate could not be reached"],
  ])("%s", async (kind, cause, message) => {
    await expect(ask(failing(cause))).rejects.toMatchObject({
      name: "VendorError",
      vendor: "loqate",
      kind,
      message,
      cause,
      permanent: false,
    });
  });

  test("one that is already is left as it is", async () => {
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
  ])("a status %i is %s", (status, kind) => {
    expect(statusError("loqate", status)).toMatchObject({
      kind,
      message: `loqate answered ${status}`,
      code: undefined,
      retry_after_ms: undefined,
    });
  });

  test("A-045 an address that is none is not asked", async () => {
    const work = vi.fn(() => Promise.resolve());
    for (const baseUrl of ["", "vendor", "ftp://127.0.0.1", "xhttp://a", "https://api.example"]) {
      await expect(callVendor("loqate", { baseUrl }, work)).rejects.toMatchObject({
        kind: "not_configured",
      });
    }
    expect(work).not.toHaveBeenCalled();
  });
});

describe("A-044 what a vendor answers", () => {
  const url = new URL(baseUrl);

  test("is its text, asked for without following a redirect", async () => {
    answer(200, {}, "hello");
    expect(await fetchText("loqate", url, { method: "POST" })).toBe("hello");
    expect(fetch).toHaveBeenCalledWith(url, {
      method: "POST",
      signal: expect.any(AbortSignal),
      redirect: "error",
    });
  });

  test("may be nothing", async () => {
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
  ])("%i with %j is an error", async (status, headers, kind, retry_after_ms) => {
    answer(status, headers);
    await expect(fetchText("loqate", url)).rejects.toMatchObject({ kind, status, retry_after_ms });
  });

  test("a refusal is left to a vendor's SDK, its failure is not", async () => {
    answer(404);
    expect((await vendorFetch("loqate")(url)).status).toBe(404);
    answer(500);
    await expect(vendorFetch("loqate")(url)).rejects.toMatchObject({ kind: "5xx", status: 500 });
  });

  test("is not waited for when the SDK has given up", async () => {
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

  test("is read by its schema, and what is wrong with it is named without what was in it", () => {
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
