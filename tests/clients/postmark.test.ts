import { Errors, Models, ServerClient } from "postmark";
import { describe, expect, test, vi } from "vitest";
import { findSentEmail, sendEmail } from "#app/clients/postmark/client.server.ts";
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
  cc: ["bea@example.com", "cy@example.com"],
  reply_to: "matter+1@inbound.fanlight.example",
  unsubscribe: "mailto:support@fanlight.example?subject=Unsubscribe",
};

test("sending an email delivers all of its fields, under the returned id", async () => {
  const id = await sendEmail(email);
  expect(await doubles.state.list(emails)).toEqual([
    {
      MessageID: id,
      SubmittedAt: expect.any(String),
      From: "Fanlight <hello@fanlight.example>",
      To: "alex@example.com",
      Cc: "bea@example.com, cy@example.com",
      ReplyTo: "matter+1@inbound.fanlight.example",
      Subject: "Your sign-in link",
      HtmlBody: "<p>Hello</p>",
      TextBody: "Hello",
      Tag: "magic_link_sign_in",
      MessageStream: "outbound",
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

test("an optional email has the one-click unsubscribe headers (RFC 8058)", async () => {
  await sendEmail({ ...email, unsubscribe: "https://fanlight.example/your-emails/off/a" });
  const [arrived] = await doubles.state.list(emails);
  expect(arrived?.Headers).toEqual([
    { Name: "List-Unsubscribe", Value: "<https://fanlight.example/your-emails/off/a>" },
    { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
  ]);
});

test("an answer names the thread of the email that it answers", async () => {
  const { to, subject, html, text } = email;
  await sendEmail({ to, subject, html, text, thread: ["<a@b.example>", "<c@b.example>"] });
  const [arrived] = await doubles.state.list(emails);
  expect(arrived?.Headers).toEqual([
    { Name: "In-Reply-To", Value: "<c@b.example>" },
    { Name: "References", Value: "<a@b.example> <c@b.example>" },
  ]);
});

test("the double refuses a header with a line break", async () => {
  const thread = ["<c@b.example>\r\nBcc: x@b.example"];
  await expect(sendEmail({ ...email, thread })).rejects.toMatchObject({ status: 422 });
});

test.each([
  ["bounce@example.com", { kind: "4xx", status: 422, code: "406", permanent: true }],
  ["invalid@example.com", { kind: "4xx", status: 422, code: "300", permanent: true }],
  ["down@example.com", { kind: "5xx", status: 500, permanent: false }],
])("the error for a failed email to %s is %j, without the address", async (to, expected) => {
  const error: unknown = await sendEmail({ ...email, to }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "VendorError", vendor: "postmark", ...expected });
  expect(JSON.stringify([error, String(error)])).not.toContain(to);
  expect(await doubles.state.list(emails)).toEqual([]);
});

test("searching Postmark by metadata finds an email that was sent despite an error", async () => {
  await expect(sendEmail({ ...email, to: "lost@example.com" })).rejects.toMatchObject({
    kind: "5xx",
  });
  const [sent] = await doubles.state.list(emails);
  expect(await findSentEmail("a".repeat(24))).toBe(sent?.MessageID);
  expect(await findSentEmail("b".repeat(24))).toBeNull();
});

describe("requests to Postmark", () => {
  const sent = { To: "", SubmittedAt: "", MessageID: "m1", ErrorCode: 0, Message: "OK" };
  const given = () => vi.spyOn(ServerClient.prototype, "sendEmail");

  test("a transactional message is sent without tracking (B-062)", async () => {
    const asked = given().mockResolvedValue(sent);
    expect(await sendEmail(email)).toBe("m1");
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      MessageStream: "outbound",
      TrackOpens: false,
      TrackLinks: Models.LinkTrackingOptions.None,
    });
  });

  test("an email without optional fields is sent from the given sender", async () => {
    const asked = given().mockResolvedValue(sent);
    const { to, subject, html, text } = email;
    await sendEmail({ to, subject, html, text, from: "Ada <ada@fanlight.example>" });
    const message = asked.mock.calls[0]?.[0];
    expect(message).toMatchObject({ From: "Ada <ada@fanlight.example>", To: to });
    for (const name of ["Tag", "Metadata", "ReplyTo", "Headers"]) {
      expect(Reflect.get(message ?? {}, name), name).toBeUndefined();
    }
  });

  test.each([
    ["an error with status 200", { ...sent, ErrorCode: 1 }],
    ["a message without an id", { ...sent, MessageID: "" }],
  ])("an answer is rejected if it is %s", async (_what, answer) => {
    given().mockResolvedValue(answer);
    await expect(sendEmail(email)).rejects.toMatchObject({ kind: "bad_body" });
  });

  test.each([
    [new Errors.PostmarkError("timeout of 8000ms exceeded"), "timeout"],
    [new Errors.PostmarkError("connect ECONNREFUSED"), "network"],
    [new TypeError("x"), "bad_body"],
  ])("the fault %s becomes an error of the kind %s (A-044)", async (error, kind) => {
    given().mockRejectedValue(error);
    await expect(sendEmail(email)).rejects.toMatchObject({ vendor: "postmark", kind });
  });

  test.each([
    [300, "permanent", true],
    [406, "permanent", true],
    [405, "not permanent", false],
    [0, "not permanent", false],
  ])("Postmark’s error code %i is %s (A-044)", async (code, _kind, permanent) => {
    given().mockRejectedValue(new Errors.PostmarkError("x", code, 422));
    await expect(sendEmail(email)).rejects.toMatchObject({
      kind: "4xx",
      status: 422,
      permanent,
      code: code ? String(code) : undefined,
    });
  });

  test("a failed email is not sent again, but a failed search for a sent email is retried (A-044)", async () => {
    const failed = new Errors.PostmarkError("x", 0, 500);
    const sending = given().mockRejectedValue(failed);
    await expect(sendEmail(email)).rejects.toThrow();
    expect(sending).toHaveBeenCalledOnce();
    const looking = vi
      .spyOn(ServerClient.prototype, "getOutboundMessages")
      .mockRejectedValue(failed);
    await expect(findSentEmail("a".repeat(24))).rejects.toThrow();
    expect(looking).toHaveBeenCalledTimes(2);
  });
});
