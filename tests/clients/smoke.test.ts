import { createServer } from "node:http";
import { afterAll, expect, test, vi } from "vitest";

vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("ANTHROPIC_ENABLED", "true");
const oneSearch = createServer((_request, response) => response.writeHead(405).end());
await new Promise<void>((resolve) => oneSearch.listen(0, "127.0.0.1", resolve));
afterAll(() => oneSearch.close());
const address = oneSearch.address();
const port = typeof address === "object" && address ? address.port : 0;
vi.stubEnv("ONESEARCH_API_URL", `http://127.0.0.1:${port}/pisces`);

const { useDoubles } = await import("#tests/support/doubles.ts");
const { SMOKE } = await import("#app/clients/smoke.server.ts");
const { clearSuggestionCache: forgetSuggestions } =
  await import("#app/clients/loqate/client.server.ts");
const { VENDORS } = await import("#app/platform/vendors.server.ts");
const { sentryEvents } = await import("#mocks/sentry.ts");
const { setFault } = await import("#mocks/faults.ts");

const { state } = useDoubles();

test("the smoke test checks each third party", () => {
  expect(Object.keys(SMOKE).sort()).toEqual(
    [...VENDORS.map(({ name }) => name), "s3", "clamav"].sort(),
  );
});

test.each<[keyof typeof SMOKE, RegExp]>([
  ["stripe", /^Test keys\. 0 payments were started in the last day\.$/],
  ["postmark", /^Server “Double”, Sandbox\. No address is set for inbound emails\.$/],
  ["loqate", /^\d+ suggestions for SW1A 2AA, the first “.*”\.$/],
  ["recaptcha", /^The secret is valid\. A made-up token is refused, as it should be\.$/],
  [
    "thirdfort",
    /^The token is accepted\. A check that does not exist returns 404, as it should\.$/,
  ],
  ["office-health", /^The feed has \d+ offices\.$/],
  ["land-registry", /^It answers a poll for a message that does not exist: not_listed\.$/],
  ["companies-house", /^It has no company 00000006\.$/],
  ["one-search", /^Its address responds with 405\. /],
  ["anthropic", /^claude-\S+ is Double\.$/],
  ["sentry", /^It accepts an empty envelope, /],
  ["clamav", /^CLAMAV_URL is not set, so documents are marked as not scanned\.$/],
  ["s3", /^S3_BUCKET is not set, so documents are stored in a folder\.$/],
])("the smoke test reports the result for %s: %s", async (vendor, expected) => {
  expect(await SMOKE[vendor]()).toMatch(expected);
});

test.each([
  "stripe",
  "postmark",
  "loqate",
  "recaptcha",
  "thirdfort",
  "companies-house",
  "sentry",
] as const)("the smoke test throws if %s is down", async (vendor) => {
  forgetSuggestions();
  await setFault(state, vendor, "down");
  await expect(SMOKE[vendor]()).rejects.toMatchObject({ name: "VendorError", vendor });
});

test("the smoke test does not create, send or order anything", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  for (const ask of Object.values(SMOKE)) await ask();
  const posts = asked.mock.calls
    .filter(([, init]) => !["GET", "HEAD", undefined].includes(init?.method?.toUpperCase()))
    .map(([url]) => String(url instanceof Request ? url.url : url));
  asked.mockRestore();
  // Sentry creates no event from an envelope without items.
  expect(posts).toEqual([
    expect.stringContaining("siteverify"),
    expect.stringContaining("/envelope/"),
  ]);
  expect(await state.list(sentryEvents)).toEqual([]);
});
