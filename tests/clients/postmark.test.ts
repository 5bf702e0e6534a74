import { expect, test } from "vitest";
import { findSentEmail, sendEmail } from "#app/clients/postmark.server.ts";
import { emails } from "#mocks/postmark.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();

const email = {
  to: "alex@example.com",
  subject: "Your sign-in link",
  html: "<p>Hello</p>",
  text: "Hello",
  tag: "magic_link_sign_in",
  metadata: { email_log_id: "a".repeat(24) },
  reply_to: "matter+1@inbound.fanlight.example",
  unsubscribe: "support@fanlight.example",
};

test("an email arrives whole, in the post-box, under the id that was answered", async () => {
  const id = await sendEmail(email);
  expect(await doubles.state.list(emails)).toEqual([
    {
      MessageID: id,
      SubmittedAt: expect.any(String),
      From: "Fanlight <hello@fanlight.example>",
      To: "alex@example.com",
      ReplyTo: "matter+1@inbound.fanlight.example",
      Subject: "Your sign-in link",
      HtmlBody: "<p>Hello</p>",
      TextBody: "Hello",
      Tag: "magic_link_sign_in",
      Metadata: { email_log_id: "a".repeat(24) },
      Headers: [
        {
          Name: "List-Unsubscribe",
          Value: "<mailto:support@fanlight.example?subject=Unsubscribe>",
        },
      ],
    },
  ]);
});

test.each([
  ["bounce@example.com", { kind: "4xx", status: 422, code: "406", permanent: true }],
  ["invalid@example.com", { kind: "4xx", status: 422, code: "300", permanent: true }],
  ["down@example.com", { kind: "5xx", status: 500, permanent: false }],
])("a refusal says what it is, and not to whom: %s", async (to, expected) => {
  const error: unknown = await sendEmail({ ...email, to }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "VendorError", vendor: "postmark", ...expected });
  expect(JSON.stringify([error, String(error)])).not.toContain(to);
  expect(await doubles.state.list(emails)).toEqual([]);
});

test("what was sent although the answer was an error is found by its metadata", async () => {
  await expect(sendEmail({ ...email, to: "lost@example.com" })).rejects.toMatchObject({
    kind: "5xx",
  });
  const [sent] = await doubles.state.list(emails);
  expect(await findSentEmail("a".repeat(24))).toBe(sent?.MessageID);
  expect(await findSentEmail("b".repeat(24))).toBeNull();
});
