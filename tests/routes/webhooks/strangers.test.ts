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
import { letPass } from "#tests/support/limits.ts";

/** How little of what a stranger posts is read, and how often a password may be tried. */

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

describe("D1 nothing is read of a post", () => {
  test.each<[string, Action, () => Record<string, string>, number]>([
    ["to Postmark's without the password", postmark, () => ({}), 401],
    ["to Postmark's with another", postmark, () => basic("x".repeat(32)), 401],
    ["to Stripe's without a signature", stripe, () => ({}), 400],
    [
      "to Stripe's with another scheme",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds()},v0=${mac}` }),
      400,
    ],
    [
      "to Stripe's with a short signature",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds()},v1=ab` }),
      400,
    ],
    ["to Stripe's without a time", stripe, () => ({ "Stripe-Signature": `v1=${mac}` }), 400],
    [
      "to Stripe's signed six minutes ago",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds() - 360},v1=${mac}` }),
      400,
    ],
    [
      "to Stripe's signed in six minutes",
      stripe,
      () => ({ "Stripe-Signature": `t=${seconds() + 360},v1=${mac}` }),
      400,
    ],
    ["to Thirdfort's without a signature", thirdfort, () => ({}), 400],
    [
      "to Thirdfort's with half a one",
      thirdfort,
      () => ({ [env.THIRDFORT_WEBHOOK_HEADER]: mac.slice(1) }),
      400,
    ],
  ])("%s", async (_what, action, headers, status) => {
    const { body, taken } = endless();
    const answer = await post({ action, body, headers: headers() });
    expect(answer.status).toBe(status);
    expect(taken.bytes).toBe(0);
  });
});

describe("D1 of a message to the webhook of searches", () => {
  test("the beginning is read, and no more of a stranger's", async () => {
    const { body, taken } = endless();
    expect((await post({ action: searches, body })).status).toBe(401);
    expect(taken.bytes).toBeLessThanOrEqual(64 * 1024);
    expect(taken.bytes).toBeGreaterThanOrEqual(8 * 1024);
  });

  test("all is read when OneSearch has sent it, however it is cut", async () => {
    const parts = push().match(/[\s\S]{1,7}/g) ?? [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const answer = await post({ action: searches, body });
    // The order is one that nobody has made.
    expect(answer.status).toBe(404);
  });

  test("a name and password that come later are a stranger's", async () => {
    const body = push().replace("?>", `?><!--${"x".repeat(9_000)}-->`);
    expect((await post({ action: searches, body })).status).toBe(401);
  });
});

describe("D1 ONESEARCH_PUSH_SECRET ends the address", () => {
  const secret = "s".repeat(32);
  test.each([
    ["none", undefined, "none", undefined, 404],
    ["none", undefined, "one", secret, 401],
    ["one", secret, "none", undefined, 401],
    ["one", secret, "another", `${secret}s`, 401],
    ["one", secret, "the same", secret, 404],
  ])("set: %s, %s asked for: %s", async (_set, setting, _asked, asked, status) => {
    vi.resetModules();
    vi.stubEnv("ONESEARCH_PUSH_SECRET", setting ?? "");
    const { action } = await import("#app/routes/webhooks/searches.ts");
    const { body, taken } = endless();
    const given = asked ? { secret: asked } : {};
    const sent = status === 404 ? push() : body;
    expect((await post({ action, body: sent, ...given })).status).toBe(status);
    expect(taken.bytes).toBe(0);
  });
});

describe("D12 a password may be tried twenty times in five minutes from one network address:", () => {
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
      "the address of OneSearch",
      { action: searches, body: push(), secret: "wrong" },
      { action: searches, body: push() },
      404,
    ],
  ])("%s", async (_what, wrong, good, taken) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      expect((await post(wrong)).status).toBe(401);
    }
    const refused = await post(good);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await post({ ...good, from: "10.0.0.2" })).status).toBe(taken);
    await letPass(db, 300);
    expect((await post(good)).status).toBe(taken);
  });

  test("the right one is never counted", async () => {
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

/** A body that never ends, and how much was taken of it. */
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
