import { beforeAll, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { planLetterResend, resendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { checkAlerts, listOpenAlerts } from "#app/domain/operations/alerts.server.ts";
import { listUndelivered } from "#app/domain/deliveries/undelivered.server.ts";
import { action } from "#app/routes/webhooks/postmark-outcomes.ts";
import { outcomeMessages } from "#mocks/postmark-outcomes.ts";
import { assign, withBuyer } from "#tests/domain/assignments/solicitor-assignment.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { solicitorsChoice, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { deliver } from "./messages.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

test("an instruction letter whose email bounced does not count as sent until it is sent again (ST-2)", async () => {
  const { id } = await assignedMatter();
  expect(await readStage(id)).toMatchObject({ stage: "identity" });

  await post(await sentEmail(id, "seller_solicitor_instruction"), "HardBounce");
  expect(await readStage(id)).toMatchObject({ stage: "instructed", holder: "us" });
  expect(await failuresOf(id)).toEqual([
    expect.stringMatching(/to Sol Ashby \(sol@seller\.example\)\. The address doesn’t exist\.$/),
  ]);
  expect(await listUndelivered(db, staffReader(), id)).toMatchObject([
    { recipient: "sol@seller.example", name: "Sol Ashby", part: "seller_solicitor" },
  ]);
  await checkAlerts(db);
  const about = `undelivered:${id}`;
  expect((await listOpenAlerts(db)).map((alert) => alert.about)).toContain(about);

  await sendAgain(id);
  expect(await readStage(id)).toMatchObject({ stage: "identity" });
  await post(await sentEmail(id, "seller_solicitor_instruction"), null);
  expect(await listUndelivered(db, staffReader(), id)).toEqual([]);
  await checkAlerts(db);
  expect((await listOpenAlerts(db)).map((alert) => alert.about)).not.toContain(about);
});

test("an instruction letter that was delivered still counts as sent when the next letter bounces (ST-2)", async () => {
  const { id } = await assignedMatter();
  await post(await sentEmail(id, "seller_solicitor_instruction"), null);
  await sendAgain(id);
  await post(await sentEmail(id, "seller_solicitor_instruction"), "SoftBounce");
  expect(await readStage(id)).toMatchObject({ stage: "identity" });
  expect(await listUndelivered(db, staffReader(), id)).toHaveLength(1);
});

test("repeated reports of a bounce, in any order, record one event (ST-2)", async () => {
  const { id } = await assignedMatter();
  const email = await sentEmail(id, "seller_introduction");
  const bounced = { at: "2026-11-20T10:00:00Z" };
  await Promise.all([1, 2, 3].map(() => post(email, "HardBounce", bounced)));
  await post(email, null, { at: "2026-11-20T09:00:00Z" });
  expect(await failuresOf(id)).toHaveLength(1);
  expect(await listUndelivered(db, staffReader(), id)).toHaveLength(1);
  await post(email, null, { at: "2026-11-20T11:00:00Z" });
  expect(await listUndelivered(db, staffReader(), id)).toEqual([]);
});

test("staff see a customer’s bounced address until it is corrected (ST-2)", async () => {
  const { id, seller } = await assignedMatter();
  await post(await sentEmail(id, "seller_introduction"), "HardBounce");
  expect(await listUndelivered(db, staffReader(), id)).toMatchObject([
    { recipient: seller, part: "seller" },
  ]);
  expect(await readStage(id)).toMatchObject({ stage: "identity" });
  await db
    .updateTable("users")
    .set({ email: `new-${seller}` })
    .where("email", "=", seller)
    .execute();
  expect(await listUndelivered(db, staffReader(), id)).toEqual([]);
});

test("an outcome is matched by our own email id if Postmark’s id is not yet stored (ST-2)", async () => {
  const { id } = await assignedMatter();
  const email = await sentEmail(id, "seller_introduction");
  await db
    .updateTable("email_log")
    .set({ postmark_message_id: null })
    .where("id", "=", email.id)
    .execute();
  await post(email, "HardBounce");
  expect(await failuresOf(id)).toHaveLength(1);
});

test.each([
  ["Transient", 0],
  ["AutoResponder", 0],
  ["SomethingNew", 1],
])(
  "a bounce of the type “%s” records this many delivery failures: %i (ST-2)",
  async (type, failures) => {
    const { id } = await assignedMatter();
    expect(await post(await sentEmail(id, "seller_introduction"), type)).toBe(200);
    expect(await failuresOf(id)).toHaveLength(failures);
  },
);

test("a spam complaint is recorded as an event, and the instruction letter still counts as sent (ST-2)", async () => {
  const { id } = await assignedMatter();
  const email = await sentEmail(id, "seller_solicitor_instruction");
  await post(email, null);
  const [, complaint] = outcomeMessages({ ...messageOf(email), To: "complaint@x.example" });
  expect(await send({ ...complaint, Email: email.recipient })).toBe(200);
  expect(await readStage(id)).toMatchObject({ stage: "identity" });
  expect(await eventsOf(id, "email_marked_as_spam")).toHaveLength(1);
  expect(await listUndelivered(db, staffReader(), id)).toMatchObject([{ failure: "complaint" }]);
});

test.each<[string, unknown, string | undefined, number]>([
  ["a wrong password", { RecordType: "Delivery" }, "x".repeat(32), 401],
  ["no message", [], undefined, 403],
  ["an empty bounce", { RecordType: "Bounce" }, undefined, 403],
  ["a click", { RecordType: "Click" }, undefined, 200],
])("the outcome webhook answers $3 to a post with %s", async (_what, body, password, status) => {
  expect(await send(body, password)).toBe(status);
});

async function assignedMatter() {
  const sale = await withBuyer(db);
  const group = (side: string) =>
    insertLawyerGroup(db, { solicitor: { ...lawyer("Sol"), email: `sol@${side}.example` } });
  const chosen = await solicitorsChoice(db, {
    seller_lawyer_group_id: await group("seller"),
    buyer_lawyer_group_id: await group("buyer"),
  });
  await assign(db, sale.id, chosen, actor);
  return sale;
}

async function sendAgain(id: string) {
  const about = { transaction_id: id, side: "seller", comment: null } as const;
  const { mark } = await planLetterResend(db, staffReader(), about);
  await resendLetter(db, about, { actor, confirmed: mark });
}

type Sent = { id: string; recipient: string; message_id: string };

async function sentEmail(transaction_id: string, name: string): Promise<Sent> {
  const message_id = crypto.randomUUID();
  const { id, recipient } = await db
    .updateTable("email_log")
    .set({ status: "sent", sent_at: new Date(), postmark_message_id: message_id })
    .where("transaction_id", "=", transaction_id)
    .where("name", "=", name)
    .where("status", "=", "queued")
    .returning(["id", "recipient"])
    .executeTakeFirstOrThrow();
  return { id, recipient, message_id };
}

const messageOf = ({ id, recipient, message_id }: Sent) => ({
  MessageID: message_id,
  SubmittedAt: "",
  From: env.FROM_EMAIL,
  To: recipient,
  Subject: "Canary",
  Metadata: { email_log_id: id },
});

/** Posts a bounce of the given type as Postmark does, or a delivery if the type is null. */
function post(email: Sent, type: string | null, { at = new Date().toISOString() } = {}) {
  const of = messageOf(email);
  if (type === null) return send({ ...outcomeMessages(of)[0], DeliveredAt: at });
  const [bounce] = outcomeMessages({ ...of, To: "hardbounce@x.example" });
  return send({ ...bounce, Type: type, Email: email.recipient, BouncedAt: at });
}

async function send(body: unknown, password = env.POSTMARK_WEBHOOK_PASSWORD[0]) {
  const credentials = Buffer.from(`postmark:${password}`).toString("base64");
  const headers = { Authorization: `Basic ${credentials}` };
  return (await deliver(action, { body: JSON.stringify(body), headers })).status;
}

const readStage = (id: string) =>
  db
    .selectFrom("listed_transactions")
    .select(["stage", "holder"])
    .where("id", "=", id)
    .executeTakeFirst();

async function eventsOf(transaction_id: string, event_name: string) {
  const rows = await db
    .selectFrom("events")
    .select("comments")
    .where("transaction_id", "=", transaction_id)
    .where("event_name", "=", event_name)
    .execute();
  return rows.map(({ comments }) => comments);
}

const failuresOf = (id: string) => eventsOf(id, "email_could_not_be_delivered");
