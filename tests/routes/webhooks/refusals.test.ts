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
import { aMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
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
 * What the four webhooks do with what they should not take: each is asked with everything right but for one thing. No
 * row of any table changes, and nothing that was sent is in the log. What repeats, is late or comes in another order is
 * tried in the tests of each.
 */

const { db } = useTestDatabase();

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
  ({ reference } = await insertSearchOrder(db, (await aMatter(db)).id));
  await insertCheckBeingOrdered((await aMatter(db)).id);
});

describe("E-017 AMB-E09 Stripe's", () => {
  test.each<[string, () => Message, number]>([
    ["no signature", () => ({ body: fromStripe(event).body }), 400],
    ["another secret", () => fromStripe(event, "whsec_other"), 400],
    ["six minutes old", () => fromStripe(event, undefined, minutesAgo(6)), 400],
    [
      "the signature of another event",
      () => ({ ...fromStripe({}), body: fromStripe(event).body }),
      400,
    ],
    ["broken JSON", () => textFromStripe('{"id":"evt_1","canary'), 400],
    ["nothing", () => textFromStripe(""), 400],
    ["XML", () => textFromStripe("<canary/>"), 400],
    [
      "ten megabytes",
      () => ({ body: MEGABYTES, headers: { "Stripe-Signature": "t=1,v1=canary" } }),
      400,
    ],
    ["deep brackets", () => textFromStripe(DEEP), 500],
    ["no event", () => textFromStripe('{"canary":1}'), 500],
    ["an event of no moment", () => fromStripe({ ...event, created: "canary" }), 500],
  ])("%s", (_what, sent, status) => expectRefusal(stripe, sent(), status));
});

describe("AMB-N04 Thirdfort's", () => {
  const good = () => fromThirdfort("canary1");

  test.each<[string, () => Message, number]>([
    ["no signature", () => ({ body: good().body }), 400],
    ["another secret", () => fromThirdfort("canary1", "another"), 400],
    ["six minutes old", () => fromThirdfort("canary1", undefined, minutesAgo(6)), 400],
    ["six minutes ahead", () => fromThirdfort("canary1", undefined, minutesAgo(-6)), 400],
    [
      "the signature of another message",
      () => ({ ...fromThirdfort("t2"), body: good().body }),
      400,
    ],
    [
      "ten megabytes",
      () => ({ body: MEGABYTES, headers: { "X-Thirdfort-Signature": "canary" } }),
      400,
    ],
    // V12: what is signed and names no check is answered so that Thirdfort does not send it again.
    ["broken JSON", () => textFromThirdfort('{"data":{"id":"canary'), 204],
    ["nothing", () => textFromThirdfort(""), 204],
    ["XML", () => textFromThirdfort("<canary/>"), 204],
    ["deep brackets", () => textFromThirdfort(DEEP), 204],
    ["no check", () => textFromThirdfort('{"data":{"canary":1}}'), 204],
    [
      "an id of many letters",
      () => textFromThirdfort(JSON.stringify({ data: { id: "canary".repeat(50) } })),
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
  const from = (credentials: string, body: string): Message => ({
    body,
    headers: { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  });
  const right = (body: string) => from(`postmark:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`, body);

  test.each<[string, () => Message, number]>([
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

describe("ST-2 Postmark's of deliveries and bounces", () => {
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
    ["another password", () => from("canary", JSON.stringify(delivery)), 401],
    ["broken JSON", () => right('{"RecordType":"canary'), 403],
    ["nothing", () => right(""), 403],
    ["deep brackets", () => right(DEEP), 403],
    ["no time", () => right(JSON.stringify({ ...delivery, DeliveredAt: "canary" })), 403],
  ])("%s", (_what, sent, status) => expectRefusal(outcomes, sent(), status));
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
      async () => void (answer = await answerTo(searches, { body: body() })),
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
      const answer = await answerTo(searches, { body: status(sender, "canary1") });
      expect(answer).toMatchObject({ status: 404 });
    });
    expect(changes).toEqual({ "public.search_messages": { added: 1, gone: 0 } });
    expect(JSON.stringify(logged())).not.toMatch(SECRET);
  });
});

test("AMB-E09 AMB-N04 AMB-T01 AMB-O05 what is right is taken, whatever its content type says", async () => {
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
    // As the server does with what an action throws: whoever has sent it sends it again.
    expectError(/gave an unexpected answer/);
    report(error);
    return { status: 500, text: "" };
  }
}

/** Refused with a status, and with a line in the log that says nothing of what was sent. */
async function expectRefusal(
  action: (args: ActionFunctionArgs) => Promise<Response>,
  sent: Message,
  status: number,
) {
  let answer: Answer | null = null;
  const changes = await tableChanges(db, async () => void (answer = await answerTo(action, sent)));
  // Wrong passwords are counted, and nothing else.
  const counted = { "public.rate_limits": { added: 1, gone: 0 } };
  expect(changes).toEqual(status === 401 ? counted : {});
  expect(answer).toMatchObject({ status });
  expect(answer!.text).not.toMatch(SECRET);
  expect(logged()).toHaveLength(1);
  expect(JSON.stringify(logged())).not.toMatch(SECRET);
}

/** A check that is being ordered, so that a webhook about one that is not known yet is looked into. */
async function insertCheckBeingOrdered(transaction_id: string) {
  const { id: requested_by } = await db
    .selectFrom("users")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("checks")
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
