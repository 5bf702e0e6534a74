import { createHmac } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { report } from "#app/observability/report.server.ts";
import { action as postmark } from "#app/routes/webhooks/postmark-inbound.ts";
import { action as searches } from "#app/routes/webhooks/searches.ts";
import { action as stripe } from "#app/routes/webhooks/stripe.ts";
import { action as thirdfort } from "#app/routes/webhooks/thirdfort.ts";
import { writePush } from "#mocks/one-search/push.ts";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { newIntent } from "#mocks/stripe/objects.ts";
import { signed } from "#mocks/stripe/webhooks.ts";
import { signedWebhook } from "#mocks/thirdfort/transactions.ts";
import { aMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";
import { intentFor, sellerAtPayment } from "#tests/support/payments.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { tableChanges } from "#tests/support/table-changes.ts";

/**
 * What the four webhooks do with what they should not take: each is asked with everything right but for one thing. No
 * row of any table changes, and nothing that was sent is in the log. What repeats, is late or comes in another order is
 * tried in the tests of each.
 */

const { db } = useTestDatabase();

type Sent = { body: string; headers?: Record<string, string> };
type Answer = { status: number; text: string };

/** Each secret, and what stands for a person. */
const SECRET = new RegExp(
  [
    ...env.STRIPE_WEBHOOK_SECRET,
    ...env.THIRDFORT_WEBHOOK_SECRET,
    ...env.POSTMARK_WEBHOOK_PASSWORD,
    env.ONESEARCH_PUSH_USERNAME,
    env.ONESEARCH_PUSH_PASSWORD,
    "canary",
  ].join("|"),
  "i",
);

const MEGABYTES = "canary ".repeat(1_500_000);
const DEEP = "[".repeat(200_000) + "]".repeat(200_000);
const hmac = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("hex");
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let event: object;
let reference: string;

beforeAll(async () => {
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  const charged = { amount: 24_000, currency: "gbp", customer: null, description: "canary" };
  const intent = newIntent({ ...charged, receipt_email: "canary@example.com", metadata });
  event = {
    id: "evt_1",
    object: "event",
    type: "payment_intent.succeeded",
    created: 1_700_000_000,
    livemode: false,
    data: { object: { ...intent, status: "succeeded", amount_received: 24_000 } },
  };
  ({ reference } = await insertSearchOrder(db, (await aMatter(db)).id));
  // A check is being ordered, so that a webhook about one that is not known yet is looked into.
  const { id } = await aMatter(db);
  const { id: requested_by } = await db
    .selectFrom("users")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("checks")
    .values({
      transaction_id: id,
      person_type: "seller",
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.test",
      phone_number: "+447400123456",
      status: "pending",
      order_key: "key",
      order_sent_at: new Date(),
      requested_by,
    })
    .execute();
});

describe("E-017 AMB-E09 Stripe's", () => {
  const secret = env.STRIPE_WEBHOOK_SECRET[0];
  const withSignature = ({ body, signature }: { body: string; signature: string }): Sent => ({
    body,
    headers: { "Stripe-Signature": signature },
  });
  /** Signed as Stripe does, whatever it is. */
  const signedText = (body: string) => {
    const { signature } = signed(null, secret);
    const time = /t=(\d+)/.exec(signature)?.[1] ?? "";
    const mac = hmac(secret, `${time}.${body}`);
    return withSignature({ body, signature: `t=${time},v1=${mac}` });
  };

  test.each<[string, () => Sent, number]>([
    ["no signature", () => ({ body: signed(event, secret).body }), 400],
    ["another secret", () => withSignature(signed(event, "whsec_other")), 400],
    ["six minutes old", () => withSignature(signed(event, secret, minutesAgo(6))), 400],
    [
      "the signature of another event",
      () => ({ ...withSignature(signed({}, secret)), body: signed(event, secret).body }),
      400,
    ],
    ["broken JSON", () => signedText('{"id":"evt_1","canary'), 400],
    ["nothing", () => signedText(""), 400],
    ["XML", () => signedText("<canary/>"), 400],
    [
      "ten megabytes",
      () => ({ body: MEGABYTES, headers: { "Stripe-Signature": "t=1,v1=canary" } }),
      400,
    ],
    ["deep brackets", () => signedText(DEEP), 500],
    ["no event", () => signedText('{"canary":1}'), 500],
    [
      "an event of no moment",
      () => withSignature(signed({ ...event, created: "canary" }, secret)),
      500,
    ],
  ])("%s", (_what, sent, status) => expectRefusal(stripe, sent(), status));
});

describe("AMB-N04 Thirdfort's", () => {
  const secret = env.THIRDFORT_WEBHOOK_SECRET[0];
  const withSignature = ({ body, signature }: { body: string; signature: string }): Sent => ({
    body,
    headers: { [env.THIRDFORT_WEBHOOK_HEADER]: signature },
  });
  const signedText = (body: string) => withSignature({ body, signature: hmac(secret, body) });
  const good = () => signedWebhook("canary1", secret);

  test.each<[string, () => Sent, number]>([
    ["no signature", () => ({ body: good().body }), 400],
    ["another secret", () => withSignature(signedWebhook("canary1", "another")), 400],
    ["six minutes old", () => withSignature(signedWebhook("canary1", secret, minutesAgo(6))), 400],
    [
      "six minutes ahead",
      () => withSignature(signedWebhook("canary1", secret, minutesAgo(-6))),
      400,
    ],
    [
      "the signature of another message",
      () => withSignature({ ...good(), signature: signedWebhook("t2", secret).signature }),
      400,
    ],
    ["ten megabytes", () => withSignature({ body: MEGABYTES, signature: "canary" }), 400],
    // V12: what is signed and names no check is answered so that Thirdfort does not send it again.
    ["broken JSON", () => signedText('{"data":{"id":"canary'), 204],
    ["nothing", () => signedText(""), 204],
    ["XML", () => signedText("<canary/>"), 204],
    ["deep brackets", () => signedText(DEEP), 204],
    ["no check", () => signedText('{"data":{"canary":1}}'), 204],
    [
      "an id of many letters",
      () => signedText(JSON.stringify({ data: { id: "canary".repeat(50) } })),
      204,
    ],
  ])("%s", (_what, sent, status) => expectRefusal(thirdfort, sent(), status));
});

describe("AMB-T01 Postmark's", () => {
  const letter = {
    from: "canary@example.com",
    to: env.INBOUND_EMAIL,
    subject: "canary",
    text: "canary",
  };
  const message = () => JSON.stringify(inboundMessage(letter));
  const from = (credentials: string, body: string): Sent => ({
    body,
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  const right = (body: string) => from(`postmark:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`, body);

  test.each<[string, () => Sent, number]>([
    ["no password", () => ({ body: message() }), 401],
    ["another password", () => from("postmark:canary", message()), 401],
    ["another user", () => from(`canary:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`, message()), 401],
    ["ten megabytes of a stranger", () => from("postmark:canary", MEGABYTES), 401],
    // What will never be an email is answered so that Postmark does not send it again.
    ["broken JSON", () => right(message().slice(0, -9)), 403],
    ["nothing", () => right(""), 403],
    ["XML", () => right("<canary/>"), 403],
    ["deep brackets", () => right(DEEP), 403],
    ["ten megabytes that are no email", () => right(MEGABYTES), 403],
    ["no sender", () => right('{"MessageID":"canary"}'), 403],
    [
      "a list for a subject",
      () => right(JSON.stringify({ ...inboundMessage(letter), Subject: ["canary"] })),
      403,
    ],
  ])("%s", (_what, sent, status) => expectRefusal(postmark, sent(), status));
});

describe("O-004 O-005 AMB-O05 OneSearch's", () => {
  const sender = { username: env.ONESEARCH_PUSH_USERNAME, password: env.ONESEARCH_PUSH_PASSWORD };
  const status = (from = sender, of = reference) =>
    writePush(from, "SearchStatusSend", {
      reference: of,
      SearchProduct: { ProductType: "ENVRES", Status: "Complete", AsOfDate: "2026-11-18" },
    });
  const inside = (content: string) =>
    status().replace("<SearchProduct>", `<SearchProduct>${content}`);
  const before = (content: string) => status().replace("?>", `?>${content}`);

  test.each<[string, () => string, number]>([
    ["no password", () => status().replace(/<Authentication[\s\S]*<\/Authentication>/, ""), 401],
    ["another password", () => status({ ...sender, password: "canary" }), 401],
    ["another user", () => status({ ...sender, username: "canary" }), 401],
    ["JSON", () => '{"canary":1}', 401],
    ["nothing", () => "", 401],
    ["ten megabytes of a stranger", () => MEGABYTES, 401],
  ])("%s", (_what, body, expected) => expectRefusal(searches, { body: body() }, expected));

  test.each<[string, () => string]>([
    ["ten megabytes more", () => inside(MEGABYTES)],
    ["half of it", () => status().slice(0, -20)],
    ["a document type", () => before("<!DOCTYPE canary>")],
    ["a file of ours", () => before('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>')],
    [
      "entities of its own",
      () => before('<!doctype a [<!ENTITY b "canary"><!ENTITY c "&b;&b;">]>'),
    ],
    ["deep elements", () => inside("<a>".repeat(1_000) + "</a>".repeat(1_000))],
    ["masses of elements", () => inside("<a/>".repeat(6_000))],
  ])("V6 %s: it is kept, staff are told, and nothing of it is taken", async (_what, body) => {
    let answer: Answer | null = null;
    const changes = await tableChanges(
      db,
      async () => void (answer = await deliver(searches, { body: body() })),
    );
    const added = { added: 1, gone: 0 };
    expect(changes).toEqual({
      "public.events": added,
      "public.search_messages": added,
      "public.search_problems": added,
    });
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(logged()).toEqual([]);
  });

  test("an order that we do not know: it is kept until we do", async () => {
    const changes = await tableChanges(db, async () => {
      const answer = await deliver(searches, { body: status(sender, "canary1") });
      expect(answer).toMatchObject({ status: 404 });
    });
    expect(changes).toEqual({ "public.search_messages": { added: 1, gone: 0 } });
    expect(JSON.stringify(logged())).not.toMatch(SECRET);
  });
});

test("AMB-E09 AMB-N04 AMB-T01 AMB-O05 what is right is taken, whatever its content type says", async () => {
  const sent: [typeof stripe, Sent][] = [];
  const event1 = signed(event, env.STRIPE_WEBHOOK_SECRET[0]);
  sent.push([stripe, { body: event1.body, headers: { "Stripe-Signature": event1.signature } }]);
  const told = signedWebhook("t1", env.THIRDFORT_WEBHOOK_SECRET[0]);
  sent.push([
    thirdfort,
    { body: told.body, headers: { [env.THIRDFORT_WEBHOOK_HEADER]: told.signature } },
  ]);
  for (const [action, { body, headers }] of sent) {
    const answer = await deliver(action, {
      body,
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(204);
  }
  expect(logged()).toEqual([]);
});

async function deliver(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  { body, headers = {} }: Sent,
): Promise<Answer> {
  const request = new Request("http://localhost:3000/webhooks", { method: "POST", body, headers });
  try {
    const answer = await action({ request, params: {}, context: {} });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    // As the server does with what an action throws: whoever has sent it sends it again.
    expectError(/answered with something else than it should/);
    report(error);
    return { status: 500, text: "" };
  }
}

/** Refused with a status, and with a line in the log that says nothing of what was sent. */
async function expectRefusal(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  sent: Sent,
  status: number,
) {
  let answer: Answer | null = null;
  const changes = await tableChanges(db, async () => void (answer = await deliver(action, sent)));
  // Wrong passwords are counted, and nothing else.
  const counted = { "public.rate_limits": { added: 1, gone: 0 } };
  expect(changes).toEqual(status === 401 ? counted : {});
  expect(answer).toMatchObject({ status });
  expect(answer!.text).not.toMatch(SECRET);
  expect(logged()).toHaveLength(1);
  expect(JSON.stringify(logged())).not.toMatch(SECRET);
}
