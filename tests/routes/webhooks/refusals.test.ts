import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { report } from "#app/observability/report.server.ts";
import { action as postmark } from "#app/routes/webhooks/postmark-inbound.ts";
import { action as outcomes } from "#app/routes/webhooks/postmark-outcomes.ts";
import { action as searches } from "#app/routes/webhooks/searches.ts";
import { action as stripe } from "#app/routes/webhooks/stripe.ts";
import { action as thirdfort } from "#app/routes/webhooks/thirdfort.ts";
import { writePush } from "#mocks/one-search/push.ts";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { createMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";
import { intentFor, sellerAtPayment } from "#tests/support/payments.ts";
import { insertSearchOrder } from "#tests/support/searches.ts";
import { tableChanges } from "#tests/support/table-changes.ts";
import {
  deliver,
  fromStripe,
  fromThirdfort,
  type Message,
  paymentSucceeded,
  textFromStripe,
  textFromThirdfort,
} from "./messages.ts";

/**
 * These tests send each webhook a message that is correct except for one fault. The webhook must
 * refuse the message, change no row of any table, and log no part of the message. The other tests
 * of each webhook cover repeats, delays and order.
 */

const { db } = useTestDatabase();

type Answer = { status: number; text: string };

/** Secrets and personal data, which must not be logged. */
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
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let event: object;
let reference: string;

beforeAll(async () => {
  const { sale } = await sellerAtPayment(db);
  const { metadata } = await intentFor(db, sale);
  event = paymentSucceeded(
    { ...metadata },
    { description: "canary", receipt_email: "canary@example.com" },
  );
  ({ reference } = await insertSearchOrder(db, (await createMatter(db)).id));
  await insertCheckBeingOrdered((await createMatter(db)).id);
});

describe("Stripe’s webhook (E-017 AMB-E09)", () => {
  test.each<[string, () => Message, number]>([
    ["no signature", () => ({ body: fromStripe(event).body }), 400],
    ["a wrong secret", () => fromStripe(event, "whsec_other"), 400],
    ["a signature six minutes old", () => fromStripe(event, undefined, minutesAgo(6)), 400],
    [
      "the signature of a different event",
      () => ({ ...fromStripe({}), body: fromStripe(event).body }),
      400,
    ],
    ["broken JSON", () => textFromStripe('{"id":"evt_1","canary'), 400],
    ["an empty body", () => textFromStripe(""), 400],
    ["XML", () => textFromStripe("<canary/>"), 400],
    [
      "ten megabytes",
      () => ({ body: MEGABYTES, headers: { "Stripe-Signature": "t=1,v1=canary" } }),
      400,
    ],
    ["deep brackets", () => textFromStripe(DEEP), 500],
    ["no event", () => textFromStripe('{"canary":1}'), 500],
    ["an event without a valid time", () => fromStripe({ ...event, created: "canary" }), 500],
  ])("Stripe’s webhook answers $2 to a message with %s", (_what, sent, status) =>
    expectRefusal(stripe, sent(), status),
  );
});

describe("Thirdfort’s webhook (AMB-N04)", () => {
  const good = () => fromThirdfort("canary1");

  test.each<[string, () => Message, number]>([
    ["no signature", () => ({ body: good().body }), 400],
    ["a wrong secret", () => fromThirdfort("canary1", "another"), 400],
    ["a signature six minutes old", () => fromThirdfort("canary1", undefined, minutesAgo(6)), 400],
    [
      "a signature six minutes ahead",
      () => fromThirdfort("canary1", undefined, minutesAgo(-6)),
      400,
    ],
    [
      "the signature of a different message",
      () => ({ ...fromThirdfort("t2"), body: good().body }),
      400,
    ],
    [
      "ten megabytes",
      () => ({ body: MEGABYTES, headers: { "X-Thirdfort-Signature": "canary" } }),
      400,
    ],
    // A signed message without a check is answered with 204, so that Thirdfort does not retry.
    ["broken JSON", () => textFromThirdfort('{"data":{"id":"canary'), 204],
    ["an empty body", () => textFromThirdfort(""), 204],
    ["XML", () => textFromThirdfort("<canary/>"), 204],
    ["deep brackets", () => textFromThirdfort(DEEP), 204],
    ["no check", () => textFromThirdfort('{"data":{"canary":1}}'), 204],
    [
      "an overlong id",
      () => textFromThirdfort(JSON.stringify({ data: { id: "canary".repeat(50) } })),
      204,
    ],
  ])("Thirdfort’s webhook answers $2 to a message with %s", (_what, sent, status) =>
    expectRefusal(thirdfort, sent(), status),
  );
});

describe("Postmark’s inbound webhook (AMB-T01)", () => {
  const letter = {
    from: "canary@example.com",
    to: env.INBOUND_EMAIL,
    subject: "canary",
    text: "canary",
  };
  const message = () => JSON.stringify(inboundMessage(letter));
  const from = (credentials: string, body: string): Message => ({
    body,
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  const right = (body: string) => from(`postmark:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`, body);

  test.each<[string, () => Message, number]>([
    ["no password", () => ({ body: message() }), 401],
    ["a wrong password", () => from("postmark:canary", message()), 401],
    ["a wrong user", () => from(`canary:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`, message()), 401],
    ["ten megabytes and a wrong password", () => from("postmark:canary", MEGABYTES), 401],
    // A message that can never be an email is answered with 403, so that Postmark does not retry.
    ["broken JSON", () => right(message().slice(0, -9)), 403],
    ["an empty body", () => right(""), 403],
    ["XML", () => right("<canary/>"), 403],
    ["deep brackets", () => right(DEEP), 403],
    ["ten megabytes that are no email", () => right(MEGABYTES), 403],
    ["no sender", () => right('{"MessageID":"canary"}'), 403],
    [
      "a list as the subject",
      () => right(JSON.stringify({ ...inboundMessage(letter), Subject: ["canary"] })),
      403,
    ],
  ])("Postmark’s inbound webhook answers $2 to a message with %s", (_what, sent, status) =>
    expectRefusal(postmark, sent(), status),
  );
});

describe("Postmark’s outcome webhook (ST-2)", () => {
  const delivery = {
    RecordType: "Delivery",
    MessageID: crypto.randomUUID(),
    Recipient: "canary@example.com",
    DeliveredAt: "2026-11-20T10:00:00Z",
  };
  const from = (password: string, body: string): Message => ({
    body,
    headers: {
      Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`,
    },
  });
  const right = (body: string) => from(env.POSTMARK_WEBHOOK_PASSWORD[0], body);

  test.each<[string, () => Message, number]>([
    ["no password", () => ({ body: JSON.stringify(delivery) }), 401],
    ["a wrong password", () => from("canary", JSON.stringify(delivery)), 401],
    ["broken JSON", () => right('{"RecordType":"canary'), 403],
    ["an empty body", () => right(""), 403],
    ["deep brackets", () => right(DEEP), 403],
    ["an invalid time", () => right(JSON.stringify({ ...delivery, DeliveredAt: "canary" })), 403],
  ])("Postmark’s outcome webhook answers $2 to a message with %s", (_what, sent, status) =>
    expectRefusal(outcomes, sent(), status),
  );
});

describe("OneSearch’s webhook (O-004 O-005 AMB-O05)", () => {
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
    ["a wrong password", () => status({ ...sender, password: "canary" }), 401],
    ["a wrong user", () => status({ ...sender, username: "canary" }), 401],
    ["JSON", () => '{"canary":1}', 401],
    ["an empty body", () => "", 401],
    ["ten megabytes and no password", () => MEGABYTES, 401],
  ])("OneSearch’s webhook answers $2 to a message with %s", (_what, body, expected) =>
    expectRefusal(searches, { body: body() }, expected),
  );

  test.each<[string, () => string]>([
    ["ten megabytes inside", () => inside(MEGABYTES)],
    ["a missing end", () => status().slice(0, -20)],
    ["a document type", () => before("<!DOCTYPE canary>")],
    ["an external entity", () => before('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>')],
    ["internal entities", () => before('<!doctype a [<!ENTITY b "canary"><!ENTITY c "&b;&b;">]>')],
    ["1,000 nested elements", () => inside("<a>".repeat(1_000) + "</a>".repeat(1_000))],
    ["6,000 elements", () => inside("<a/>".repeat(6_000))],
  ])(
    "OneSearch’s webhook answers 204 to a message with %s, and stores it as a problem for staff",
    async (_what, body) => {
      let answer: Answer | null = null;
      const changes = await tableChanges(
        db,
        async () => void (answer = await answerTo(searches, { body: body() })),
      );
      const added = { added: 1, gone: 0 };
      expect(changes).toEqual({
        "public.events": added,
        "public.search_messages": added,
        "public.search_message_errors": added,
      });
      expect(answer).toMatchObject({ status: 204, text: "" });
      expect(logged()).toEqual([]);
    },
  );

  test("OneSearch’s webhook answers 404 to a message about an unknown order, and stores the message", async () => {
    const changes = await tableChanges(db, async () => {
      const answer = await answerTo(searches, { body: status(sender, "canary1") });
      expect(answer).toMatchObject({ status: 404 });
    });
    expect(changes).toEqual({ "public.search_messages": { added: 1, gone: 0 } });
    expect(JSON.stringify(logged())).not.toMatch(SECRET);
  });
});

test("Stripe’s and Thirdfort’s webhooks accept valid messages with another content type (AMB-E09 AMB-N04 AMB-T01 AMB-O05)", async () => {
  const sent: [typeof stripe, Message][] = [
    [stripe, fromStripe(event)],
    [thirdfort, fromThirdfort("t1")],
  ];
  for (const [action, { body, headers }] of sent) {
    const answer = await answerTo(action, {
      body,
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(204);
  }
  expect(logged()).toEqual([]);
});

async function answerTo(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  message: Message,
): Promise<Answer> {
  try {
    const answer = await deliver(action, message);
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    // If an action throws an error, the server answers 500, so the sender retries.
    expectError(/gave an unexpected answer/);
    report(error);
    return { status: 500, text: "" };
  }
}

/**
 * Expects that a message is refused with a status, changes no rows, and causes one log line that
 * contains no part of the message.
 */
async function expectRefusal(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  sent: Message,
  status: number,
) {
  let answer: Answer | null = null;
  const changes = await tableChanges(db, async () => void (answer = await answerTo(action, sent)));
  // A message with a wrong password changes only the rate limit.
  const counted = { "public.rate_limits": { added: 1, gone: 0 } };
  expect(changes).toEqual(status === 401 ? counted : {});
  expect(answer).toMatchObject({ status });
  expect(answer!.text).not.toMatch(SECRET);
  expect(logged()).toHaveLength(1);
  expect(JSON.stringify(logged())).not.toMatch(SECRET);
}

/**
 * Inserts an identity check that is being ordered. Without one, Thirdfort’s webhook does not
 * examine messages about unknown identity checks.
 */
async function insertCheckBeingOrdered(transaction_id: string) {
  const { id: requested_by } = await db
    .selectFrom("users")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("identity_checks")
    .values({
      transaction_id,
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
}
