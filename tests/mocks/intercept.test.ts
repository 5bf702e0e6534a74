import { createServer } from "node:http";
import { installGlobals } from "@remix-run/node";
import { http, HttpResponse } from "msw";
import { afterAll, expect, test, vi } from "vitest";
import { intercept } from "#mocks/intercept.ts";

const site = createServer((_request, response) => response.end("the site"));
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
afterAll(() => site.close());

const address = site.address();
const ours = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
const vendors = "https://api.stripe.com/v1/ping";
const ask = async (url: string) => (await fetch(url, { method: "POST", body: "x" })).text();

test("the doubles stay in place when remix-serve brings its own fetch, and go when they are ended", async () => {
  const before = globalThis.fetch;
  const globals = { File, FormData, Headers, Request, Response };
  const end = intercept([http.post(vendors, () => HttpResponse.text("the double"))]);
  expect([await ask(vendors), await ask(ours)]).toEqual(["the double", "the site"]);

  installGlobals({ nativeFetch: true });
  expect([await ask(vendors), await ask(ours)]).toEqual(["the double", "the site"]);

  end();
  Object.assign(globalThis, globals);
  vi.stubGlobal("fetch", before);
  await expect(ask(vendors)).rejects.toThrow();
});

test("without another fetch they leave the one that they found", async () => {
  const before = globalThis.fetch;
  intercept([])();
  expect(globalThis.fetch).toBe(before);
  expect(await ask(ours)).toBe("the site");
});
