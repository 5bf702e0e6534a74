import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { action as postmark } from "#app/routes/webhooks/postmark-inbound.ts";
import { action as searches } from "#app/routes/webhooks/searches.ts";
import { action as stripe } from "#app/routes/webhooks/stripe.ts";
import { action as thirdfort } from "#app/routes/webhooks/thirdfort.ts";
import { writePush } from "#mocks/one-search/push.ts";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { ageRateLimits } from "#tests/support/limits.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

type Action = (args: ActionFunctionArgs) => Promise<Response>;
type Post = {
  action: Action;
  body: ReadableStream<Uint8Array> | string;
  headers?: Record<string, string>;
  secret?: string;
  from?: string;
};

const sender = { username: env.ONESEARCH_PUSH_USERNAME, password: env.ONESEARCH_PUSH_PASSWORD };
const push = (from = sender) => writePush(from, "SearchStatusSend", { reference: "unknown1" });
const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`,
});
const right = basic(env.POSTMARK_WEBHOOK_PASSWORD[0]);
const seconds = () => Math.floor(Date.now() / 1000);
const mac = "0".repeat(64);

describe("a webhook post without valid credentials", () => {
  test.each<[string, Action, () => Record<string, string>, number]>([
    ["to Postmark’s without a password", postmark, () => ({}), 401],
    ["to Postmark’s with a wrong password", postmark, () => basic("x".repeat(32)), 401],
    ["to Stripe’s without a signature", stripe, () => ({}), 400],
    [
      "to Stripe’s with an unknown scheme",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds()},v0=${mac}` }),
      400,
    ],
    [
      "to Stripe’s with a short signature",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds()},v1=ab` }),
      400,
    ],
    ["to Stripe’s without a time", stripe, () => ({ "Stripe-Signature": `v1=${mac}` }), 400],
    [
      "to Stripe’s with a time six minutes ago",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds() - 360},v1=${mac}` }),
      400,
    ],
    [
      "to Stripe’s with a time six minutes ahead",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds() + 360},v1=${mac}` }),
      400,
    ],
    ["to Thirdfort’s without a signature", thirdfort, () => ({}), 400],
    [
      "to Thirdfort’s with a short signature",
      thirdfort,
      () => ({ [env.THIRDFORT_WEBHOOK_HEADER]: mac.slice(1) }),
      400,
    ],
  ])(
    "a webhook post (%s) answers $3, and its body is not read",
    async (_what, action, headers, status) => {
      const { body, taken } = endless();
      const answer = await post({ action, body, headers: headers() });
      expect(answer.status).toBe(status);
      expect(taken.bytes).toBe(0);
    },
  );
});

describe("reading the body of a post to the searches webhook", () => {
  test("the searches webhook stops reading after the first part if the credentials are missing", async () => {
    const { body, taken } = endless();
    expect((await post({ action: searches, body })).status).toBe(401);
    expect(taken.bytes).toBeLessThanOrEqual(64 * 1024);
    expect(taken.bytes).toBeGreaterThanOrEqual(8 * 1024);
  });

  test("the searches webhook reads a message with credentials to its end, in chunks of any size", async () => {
    const parts = push().match(/[\s\S]{1,7}/g) ?? [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const answer = await post({ action: searches, body });
    expect(answer.status).toBe(404);
  });

  test("the searches webhook refuses credentials that come after the first part of the message", async () => {
    const body = push().replace("?>", `?><!--${"x".repeat(9_000)}-->`);
    expect((await post({ action: searches, body })).status).toBe(401);
  });
});

describe("ONESEARCH_PUSH_SECRET in the webhook path", () => {
  const secret = "s".repeat(32);
  test.each([
    ["none", undefined, "none", undefined, 404],
    ["none", undefined, "one", secret, 401],
    ["one", secret, "none", undefined, 401],
    ["one", secret, "another", `${secret}s`, 401],
    ["one", secret, "the same", secret, 404],
  ])(
    "the searches webhook set to the secret “%s” (%s) answers a post to the path secret “%s” (%s) with %i",
    async (_set, setting, _asked, asked, status) => {
      vi.resetModules();
      vi.stubEnv("ONESEARCH_PUSH_SECRET", setting ?? "");
      const { action } = await import("#app/routes/webhooks/searches.ts");
      const { body, taken } = endless();
      const given = asked ? { secret: asked } : {};
      const sent = status === 404 ? push() : body;
      expect((await post({ action, body: sent, ...given })).status).toBe(status);
      expect(taken.bytes).toBe(0);
    },
  );
});

describe("the limit of 20 wrong webhook passwords in five minutes per network address", () => {
  const message = () =>
    JSON.stringify(
      inboundMessage({ from: "a@example.com", to: "b@example.com", subject: "", text: "" }),
    );
  test.each<[string, Omit<Post, "from">, Omit<Post, "from">, number]>([
    [
      "Postmark's",
      { action: postmark, body: "", headers: basic("wrong") },
      { action: postmark, body: message(), headers: right },
      200,
    ],
    [
      "OneSearch's",
      { action: searches, body: push({ ...sender, password: "wrong" }) },
      { action: searches, body: push() },
      404,
    ],
    [
      "OneSearch’s path secret",
      { action: searches, body: push(), secret: "wrong" },
      { action: searches, body: push() },
      404,
    ],
  ])(
    "the right password answers 429 after 20 wrong ones from one network address: %s",
    async (_what, wrong, good, taken) => {
      for (let attempt = 0; attempt < 20; attempt++) {
        expect((await post(wrong)).status).toBe(401);
      }
      const refused = await post(good);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect((await post({ ...good, from: "10.0.0.2" })).status).toBe(taken);
      await ageRateLimits(db, 300);
      expect((await post(good)).status).toBe(taken);
    },
  );

  test("webhook posts with the right password do not count against the limit of wrong passwords", async () => {
    for (let time = 0; time < 25; time++) {
      expect((await post({ action: searches, body: push() })).status).toBe(404);
    }
  });
});

function post({ action, body, headers = {}, secret, from = "10.0.0.1" }: Post) {
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  const request = new Request("http://localhost:3000/webhooks", init);
  const params = secret ? { secret } : {};
  return runInRequest({ id: "1", socketAddress: from }, () =>
    action({ request, params, context: {} }),
  );
}

/** Returns a body that never ends, and an object that counts the bytes read from it. */
function endless(part = "<a>x</a>".repeat(256)) {
  const bytes = new TextEncoder().encode(part);
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += bytes.length;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}
