import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Vendor, vendorNames } from "#app/platform/vendors.server.ts";
import { serveDoubles } from "#mocks/serve.ts";

/** Runs the real clients against doubles in a separate server, over real sockets. */

const served = await serveDoubles(0);
afterAll(served.close);

/** Answer that every vendor gives to any request. Null to let the doubles answer. */
let overrideAnswer: { status?: number; body: string } | null = null;

const faultyVendors = new Set<Vendor>();

// The clients must not share the settings of the doubles.
vi.resetModules();
// A healthy double answers within this time, even on a busy machine.
const deadline = 5_000;
await stubSettings();

const { resetBreakers } = await import("#app/clients/outbound.server.ts");
const stripe = await import("#app/clients/stripe/client.server.ts");
const { sendEmail } = await import("#app/clients/postmark/client.server.ts");
const { findAddresses, clearSuggestionCache: forgetSuggestions } =
  await import("#app/clients/loqate/client.server.ts");
const { verifyRecaptcha } = await import("#app/clients/recaptcha/client.server.ts");
const { fetchCheck } = await import("#app/clients/thirdfort/client.server.ts");
const { readOfficeListings } = await import("#app/clients/office-health/client.server.ts");
const { searchProperty } = await import("#app/clients/land-registry/client.server.ts");
const { findCompany } = await import("#app/clients/companies-house/client.server.ts");
const { orderSearches } = await import("#app/clients/one-search/client.server.ts");
const { queryModel: askModel } = await import("#app/clients/anthropic/client.server.ts");
const { testSentry } = await import("#app/clients/sentry/client.server.ts");

const vendorCalls: Record<Vendor, () => Promise<unknown>> = {
  stripe: () =>
    stripe.createCustomer({
      email: "a@example.com",
      name: "A",
      idempotency_key: crypto.randomUUID(),
    }),
  postmark: () => sendEmail(email),
  loqate: () => findAddresses({ query: "LS6 2AB" }),
  recaptcha: () => verifyRecaptcha({ token: "pass:sign_in", action: "sign_in" }),
  thirdfort: () => fetchCheck("d1234567890abcdef123"),
  "office-health": readOfficeListings,
  "land-registry": () => searchProperty(house, `message-${crypto.randomUUID()}`),
  "companies-house": () => findCompany("99001234"),
  "one-search": () => orderSearches({ ...searches, id: "65a000000000000000000001" }),
  anthropic: () => askModel({ instructions: "Read.", material: [], shape: z.object({}) }),
  sentry: testSentry,
};

beforeEach(async () => {
  overrideAnswer = null;
  resetBreakers();
  forgetSuggestions();
  for (const vendor of faultyVendors) await setVendorFault(vendor, "none");
});

describe.each(vendorNames)("faults of %s", (vendor) => {
  test("the client answers when the vendor is healthy", async () => {
    await expect(vendorCalls[vendor]()).resolves.toBeTruthy();
  });

  test.each([
    ["down", "5xx"],
    ["nonsense", "bad_body"],
    ["reset", "network"],
  ])("the fault %s becomes an error of the kind %s (A-044)", async (fault, kind) => {
    await setVendorFault(vendor, fault);
    await expect(vendorCalls[vendor]()).rejects.toMatchObject({
      name: "VendorError",
      vendor,
      kind,
    });
  });

  test.each<[string, { body: string; status?: number }, string]>([
    ["an empty body", { body: "" }, "bad_body"],
    ["null", { body: "null" }, "bad_body"],
    ["JSON of another shape", { body: '{"hello":["world"]}' }, "bad_body"],
    ["XML of another shape", { body: "<hello><world/></hello>" }, "bad_body"],
    ["half of an answer", { body: '{"id":"1", "items":[{"a' }, "bad_body"],
    ["more than 10 MB", { body: "[".repeat(11 * 1024 * 1024) }, "bad_body"],
    ["a rejection", { body: '{"error":{"type":"none"}}', status: 403 }, "4xx"],
    ["a rate limit", { body: '{"error":{"type":"none"}}', status: 429 }, "4xx"],
  ])(
    "the client throws an error of the matching kind for %s (A-044)",
    async (_what, answer, kind) => {
      overrideAnswer = answer;
      const { body, status = 200 } = answer;
      const asked =
        vendor === "postmark" || vendor === "land-registry"
          ? null
          : vi
              .spyOn(globalThis, "fetch")
              .mockImplementation(() => Promise.resolve(new Response(body || null, { status })));
      const outcome = vendorCalls[vendor]();
      await expect(outcome).rejects.toMatchObject({ name: "VendorError", vendor, kind });
      asked?.mockRestore();
    },
  );

  test("the circuit breaker of one vendor opens after five failures, and stays open although the vendor has recovered", async () => {
    await setVendorFault(vendor, "down");
    for (let failure = 0; failure < 5; failure++) {
      await expect(vendorCalls[vendor]()).rejects.toMatchObject({ kind: "5xx" });
    }
    await setVendorFault(vendor, "none");
    await expect(vendorCalls[vendor]()).rejects.toMatchObject({ vendor, kind: "open" });
    const other = vendor === "recaptcha" ? "loqate" : "recaptcha";
    await expect(vendorCalls[other]()).resolves.toBeTruthy();
  });
});

describe("time windows of the circuit breaker (A-044)", () => {
  let now = 0;
  function at(seconds: number) {
    vi.advanceTimersByTime((seconds - now) * 1_000);
    now = seconds;
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    now = 0;
  });
  afterEach(() => void vi.useRealTimers());

  async function failAt(...seconds: number[]) {
    await setVendorFault("recaptcha", "down");
    for (const second of seconds) {
      at(second);
      await expect(vendorCalls.recaptcha()).rejects.toMatchObject({ kind: "5xx" });
    }
    await setVendorFault("recaptcha", "none");
  }

  test("the circuit breaker closes after thirty seconds and counts failures from zero", async () => {
    await failAt(0, 0, 0, 0, 0);
    at(29.9);
    await expect(vendorCalls.recaptcha()).rejects.toMatchObject({ kind: "open" });
    at(30);
    await expect(vendorCalls.recaptcha()).resolves.toBeTruthy();
    await failAt(31, 31, 31, 31);
    await expect(vendorCalls.recaptcha(), "failures are counted from zero").resolves.toBeTruthy();
  });

  test("the circuit breaker closes after thirty seconds even if the clock is set back by an hour", async () => {
    await failAt(0, 0, 0, 0, 0);
    vi.setSystemTime(Date.now() - 3_600_000);
    at(30);
    await expect(vendorCalls.recaptcha()).resolves.toBeTruthy();
    await failAt(31, 31, 31, 31);
    vi.setSystemTime(Date.now() - 3_600_000);
    await failAt(62);
    await expect(vendorCalls.recaptcha(), "earlier failures no longer count").resolves.toBeTruthy();
  });

  test("the circuit breaker counts failures for thirty seconds", async () => {
    await failAt(0, 10, 10, 10, 30);
    await expect(vendorCalls.recaptcha()).resolves.toBeTruthy();
    await failAt(39.9);
    await expect(vendorCalls.recaptcha()).rejects.toMatchObject({ kind: "open" });
  });
});

test("a request to a slow vendor fails with a timeout at the deadline (A-044)", async () => {
  for (const vendor of vendorNames) await setVendorFault(vendor, "slow");
  const begun = performance.now();
  await Promise.all(
    vendorNames.map((vendor) =>
      expect(vendorCalls[vendor]()).rejects.toMatchObject({ vendor, kind: "timeout" }),
    ),
  );
  expect(performance.now() - begun).toBeGreaterThan(deadline - 50);
});

test("the default deadline of a request is eight seconds (A-044)", async () => {
  const { readSettings } = await import("#app/platform/env.server.ts");
  expect(readSettings({}).env.OUTBOUND_DEADLINE_MS).toBe(8_000);
});

describe("retries of requests to a vendor", () => {
  async function countTries(vendor: Vendor) {
    await setVendorFault(vendor, "down");
    const answer = await fetch(`${served.urls[vendor]}/__double`);
    const before = z.object({ asked: z.number() }).parse(await answer.json()).asked;
    await expect(vendorCalls[vendor]()).rejects.toThrow();
    const after = await fetch(`${served.urls[vendor]}/__double`);
    return z.object({ asked: z.number() }).parse(await after.json()).asked - before;
  }

  test.each([
    ["stripe", 2],
    ["loqate", 2],
    ["thirdfort", 2],
    ["office-health", 2],
    ["land-registry", 2],
    ["companies-house", 2],
    ["anthropic", 2],
    ["postmark", 1],
    ["recaptcha", 1],
    ["sentry", 1],
  ] as const)(
    "the client makes this many attempts at a failing request to %s: %d",
    async (vendor, times) => {
      expect(await countTries(vendor)).toBe(times);
    },
  );
});

test("six rejections by a vendor leave the circuit breaker closed", async () => {
  for (let refusal = 0; refusal < 6; refusal++) {
    await expect(stripe.retrievePaymentIntent("pi_none")).rejects.toMatchObject({ kind: "4xx" });
  }
});

test("a request to a vendor that sends one character at a time fails with a timeout (A-044)", async () => {
  const { createServer } = await import("node:http");
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const { fetchText, callVendor: outbound } = await import("#app/clients/outbound.server.ts");
  await expect(
    outbound("loqate", { baseUrl: url }, () => fetchText("loqate", new URL(url))),
  ).rejects.toMatchObject({ kind: "timeout" });
  server.closeAllConnections();
  server.close();
});

const house = { building_number: "21", postcode: "LS6 2AB" };
const searches = {
  ordered_on: "2026-11-22",
  is_reorder: false,
  products: ["ENVRES"],
  address: {
    sub_building_name: null,
    building_name: null,
    building_number: "21",
    street: "Arch Street",
    post_town: "Leeds",
    county: null,
    postcode: "LS6 2AB",
  },
};
const email = { to: "alex@example.com", subject: "Hello", html: "<p>Hello</p>", text: "Hello" };

/**
 * Starts a proxy in front of a double, for clients that do not use `fetch`. The proxy can override
 * the double’s answer.
 */
async function before(double: string) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(Buffer.from(part as Uint8Array));
      if (overrideAnswer)
        return outgoing.writeHead(overrideAnswer.status ?? 200).end(overrideAnswer.body);
      const { method = "GET", url = "/" } = incoming;
      const headers = Object.entries(incoming.headers).filter(
        ([name]) =>
          !/^(host|connection|content-length|transfer-encoding|accept-encoding)$/.test(name),
      );
      const answer = await fetch(new URL(url, double), {
        method,
        headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
        ...(method === "POST" && { body: Buffer.concat(parts) }),
      });
      const type = answer.headers.get("content-type") ?? "text/plain";
      return outgoing.writeHead(answer.status, { "content-type": type }).end(await answer.text());
    })().catch(() => outgoing.destroy());
  });
  // The server never closes an idle connection, because a client may reuse it at the same moment.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

async function setVendorFault(vendor: Vendor, fault: string) {
  if (fault === "none") faultyVendors.delete(vendor);
  else faultyVendors.add(vendor);
  const response = await fetch(`${served.urls[vendor]}/__double?fault=${fault}`, {
    method: "POST",
  });
  expect(await response.json()).toMatchObject({ vendor, fault });
}

async function stubSettings() {
  vi.stubEnv("OUTBOUND_DEADLINE_MS", String(deadline));
  vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
  vi.stubEnv("ANTHROPIC_ENABLED", "true");
  vi.stubEnv("ANTHROPIC_DEADLINE_MS", String(deadline));
  for (const [name, value] of Object.entries({
    STRIPE_API_URL: served.urls.stripe,
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    POSTMARK_API_URL: await before(served.urls.postmark),
    POSTMARK_SERVER_TOKEN: "token",
    LOQATE_API_URL: served.urls.loqate,
    LOQATE_KEY: "key",
    RECAPTCHA_API_URL: served.urls.recaptcha,
    RECAPTCHA_SITE_KEY: "key",
    RECAPTCHA_SECRET_KEY: "key",
    THIRDFORT_API_URL: served.urls.thirdfort,
    OFFICE_HEALTH_FEED_URL: served.urls["office-health"],
    LAND_REGISTRY_URL: await before(served.urls["land-registry"]),
    LAND_REGISTRY_USERNAME: "user",
    LAND_REGISTRY_PASSWORD: "password",
    COMPANIES_HOUSE_API_URL: served.urls["companies-house"],
    COMPANIES_HOUSE_KEY: "key",
    ONESEARCH_API_URL: served.urls["one-search"],
    ONESEARCH_USERNAME: "user",
    ONESEARCH_PASSWORD: "password",
    ONESEARCH_PUSH_USERNAME: "pusher",
    ONESEARCH_PUSH_PASSWORD: "a password of theirs",
    ANTHROPIC_API_URL: served.urls.anthropic,
    ANTHROPIC_API_KEY: "key",
    SENTRY_API_URL: served.urls.sentry,
    SENTRY_DSN: "https://key@sentry.test/1",
  })) {
    vi.stubEnv(name, value);
  }
}
