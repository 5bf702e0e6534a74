import { describe, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { action } from "#app/routes/webhooks/postmark-inbound.ts";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { logged } from "#tests/support/log-guard.ts";

const { db } = useTestDatabase();

const letter = {
  from: "canary.sender@example.com",
  to: env.INBOUND_EMAIL,
  subject: "Canary subject",
  text: "Canary text of 1 Canary Street",
};

async function deliver(body: string, password = env.POSTMARK_WEBHOOK_PASSWORD[0]) {
  const credentials = Buffer.from(`postmark:${password}`).toString("base64");
  const request = new Request("http://localhost:3000/webhooks/postmark/inbound", {
    method: "POST",
    body,
    headers: { Authorization: `Basic ${credentials}` },
  });
  return (await action({ request, params: {}, context: {} })).status;
}

const kept = (message_id: string) =>
  db.selectFrom("inbound_emails").selectAll().where("message_id", "=", message_id).execute();

test("AMB-T01 an email is kept and matched once, however often it is sent", async () => {
  const { id } = await insertSale(db, (await insertPerson(db, "seller@example.com")).id);
  const message = inboundMessage({ ...letter, to: env.INBOUND_EMAIL.replace("@", `+${id}@`) });
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await deliver(JSON.stringify({ ...message, Subject: "Another" }))).toBe(200);
  expect(await kept(message.MessageID)).toMatchObject([
    {
      from_email: letter.from,
      subject: letter.subject,
      text_body: letter.text,
      transaction_id: id,
      match_type: "mailbox_hash",
      received_at: expect.any(Date),
    },
  ]);
});

test("AMB-T01 the same email twice at the same moment is one", async () => {
  const message = inboundMessage(letter);
  const body = JSON.stringify(message);
  expect(await Promise.all([deliver(body), deliver(body), deliver(body)])).toEqual([200, 200, 200]);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

describe("AMB-T01 what does not come from Postmark, or is no email, changes nothing:", () => {
  const before = () => db.selectFrom("inbound_emails").select("id").execute();
  test.each([
    ["another password", JSON.stringify(inboundMessage(letter)), "x".repeat(32), 401],
    ["no password", JSON.stringify(inboundMessage(letter)), "", 401],
    // 403 is what makes Postmark stop: it would send the same again for half a day.
    ["broken JSON", `{"MessageID": "1", "From": "canary@example.com`, undefined, 403],
    ["no email", "{}", undefined, 403],
  ])("%s", async (_what, body, password, status) => {
    const rows = await before();
    expect(await deliver(body, password)).toBe(status);
    expect(await before()).toEqual(rows);
  });
});

test("while the database cannot write, an email is not swallowed: Postmark sends it again", async () => {
  const message = inboundMessage(letter);
  const mend = await breakWrites(db, "inbound_emails");
  await expect(deliver(JSON.stringify(message))).rejects.toThrow();
  await mend();
  expect(await deliver(JSON.stringify(message))).toBe(200);
  expect(await kept(message.MessageID)).toHaveLength(1);
});

test("nothing of an email is logged, whatever becomes of it", async () => {
  await deliver(JSON.stringify(inboundMessage(letter)));
  await deliver(JSON.stringify(inboundMessage(letter)), "wrong");
  await deliver(JSON.stringify({ ...inboundMessage(letter), Headers: "Canary" }));
  expect(logged()).toHaveLength(2);
  expect(JSON.stringify(logged())).not.toMatch(/canary/i);
});
