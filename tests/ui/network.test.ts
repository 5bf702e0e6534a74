import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdFailedRequests, tryAgain } from "#app/ui/network.ts";

const page = new URL("http://localhost:3000/sell/about-you.data");
const ours = () => new Response("{}", { headers: { "X-Remix-Response": "yes" } });
const send = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("location", { origin: page.origin });
  vi.stubGlobal("window", { fetch: send });
  send.mockReset();
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

test.each([
  ["another path", new URL("/addresses/search", page)],
  ["another service", new URL("https://js.example/x.data")],
  ["what no router asks", "/sell/about-the-property.data"],
])("%s fails as ever", async (_what, url) => {
  send.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(window.fetch(url)).rejects.toThrow("Failed to fetch");
});
