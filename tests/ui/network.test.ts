import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holdFailedRequests, tryAgain } from "#app/ui/network.ts";

const page = new URL("http://localhost:3000/sell/about-you.data");
const ours = () => new Response("{}", { headers: { "X-Remix-Response": "yes" } });
const send = vi.fn<typeof fetch>();
const load = vi.fn<(address: string) => void>();
const router = {
  routes: [
    { id: "root", path: "/", children: [{ id: "about", path: "sell/:step" }] },
    { id: "terms", path: "/sell/terms-and-conditions" },
    { id: "console", path: "/mocks", children: [{ id: "post-box", path: "post-box" }] },
    { id: "not-found", path: "*" },
  ],
  createHref: ({ pathname, hash }: { pathname: string; hash: string }) => pathname + hash,
  state: { navigation: { location: { pathname: "/wanted", hash: "#part" } } },
};

beforeEach(() => {
  const location = { origin: page.origin, pathname: "/", search: "", replace: load, assign: load };
  vi.stubGlobal("location", location);
  vi.stubGlobal("window", { fetch: send, location, __remixRouter: router });
  vi.stubGlobal("document", { body: { dataset: { documents: "terms console not-found" } } });
  vi.stubGlobal("addEventListener", vi.fn());
  send.mockReset();
  load.mockReset();
  holdFailedRequests();
});
afterEach(() => vi.unstubAllGlobals());

/** Lets whatever can be settled be settled. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));

test("V-002 a request of the router waits until it is sent again, with the same body", async () => {
  send
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValueOnce(new Response("Bad Gateway", { status: 502 }))
    .mockImplementationOnce(() => Promise.resolve(ours()));
  const init = { method: "POST", body: "first_name=Sam" };
  const answered = vi.fn();
  void window.fetch(page, init).then(answered);
  for (const tries of [1, 2]) {
    await rest();
    expect(send).toHaveBeenCalledTimes(tries);
    expect(answered).not.toHaveBeenCalled();
    tryAgain();
  }
  await rest();
  expect(send.mock.calls).toEqual(Array(3).fill([page, init]));
  expect(answered).toHaveBeenCalledOnce();
});

test("an answer of the app passes, whatever it says, and a broken one does not", async () => {
  const refused = new Response("{}", { status: 400, headers: { "X-Remix-Response": "yes" } });
  send.mockResolvedValueOnce(refused);
  const answer = await window.fetch(page);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe("{}");

  const torn = new ReadableStream({ start: (body) => body.error(new TypeError("cut off")) });
  send.mockResolvedValueOnce(new Response(torn, { headers: { "X-Remix-Response": "yes" } }));
  send.mockImplementationOnce(() => Promise.resolve(ours()));
  const again = window.fetch(page);
  await rest();
  expect(send).toHaveBeenCalledTimes(2);
  tryAgain();
  expect((await again).status).toBe(200);
});

test("one that is overtaken waits no more, and is not sent again", async () => {
  send.mockRejectedValue(new TypeError("Failed to fetch"));
  const overtaken = new AbortController();
  const answer = window.fetch(page, { signal: overtaken.signal });
  await rest();
  overtaken.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  tryAgain();
  await rest();
  expect(send).toHaveBeenCalledOnce();
});

describe("C1 an address that leads on", () => {
  const redirect = () =>
    new Response("{}", { status: 202, headers: { "X-Remix-Response": "yes" } });
  const shown = new URL("/sell/about-the-property?sale=new", page);
  const asked = new URL("/sell/about-the-property.data?sale=new&_routes=root", page);

  test.each([
    ["a page", shown, asked],
    ["the landing page", new URL("/", page), new URL("/_root.data", page)],
  ])("that Back has come to is loaded by the browser: %s", async (_what, address, url) => {
    const { pathname, search } = address;
    vi.stubGlobal("location", { origin: page.origin, pathname, search, replace: load });
    send.mockImplementation(() => Promise.resolve(redirect()));
    const answered = vi.fn();
    void window.fetch(url).then(answered);
    await rest();
    expect(load).toHaveBeenCalledExactlyOnceWith(pathname + search);
    expect(answered).not.toHaveBeenCalled();
  });

  test.each([
    ["a link leads to it", page, undefined],
    ["a form was posted to it", asked, { method: "POST" }],
  ])("is the router's to follow when %s", async (_when, url, init) => {
    const { pathname, search } = shown;
    vi.stubGlobal("location", { origin: page.origin, pathname, search, replace: load });
    send.mockImplementation(() => Promise.resolve(redirect()));
    expect((await window.fetch(url, init)).status).toBe(202);
    expect(load).not.toHaveBeenCalled();
  });
});

test.each(["/sell/terms-and-conditions.data?sale=1", "/mocks/post-box.data", "/no-such-page.data"])(
  "22 data of a page without React is not asked for, the browser loads the page: %s",
  async (address) => {
    const answered = vi.fn();
    void window.fetch(new URL(address, page)).then(answered);
    await rest();
    expect(send).not.toHaveBeenCalled();
    expect(load).toHaveBeenCalledExactlyOnceWith("/wanted#part");
    expect(answered).not.toHaveBeenCalled();
  },
);

test("22 a form is posted wherever it leads", async () => {
  send.mockImplementation(() => Promise.resolve(ours()));
  await window.fetch(new URL("/sell/terms-and-conditions.data", page), { method: "POST" });
  expect(send).toHaveBeenCalledOnce();
  expect(load).not.toHaveBeenCalled();
});

test.each([
  ["another path", new URL("/addresses/search", page)],
  ["another service", new URL("https://js.example/x.data")],
  ["what no router asks", "/sell/about-the-property.data"],
])("%s fails as ever", async (_what, url) => {
  send.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(window.fetch(url)).rejects.toThrow("Failed to fetch");
});
