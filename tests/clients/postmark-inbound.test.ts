import { describe, expect, test, vi } from "vitest";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { plainText } from "#app/clients/plain-text.ts";
import { readShortened } from "#app/clients/shorten-json.ts";

const newest = "n".repeat(32);
const before = "b".repeat(32);
vi.stubEnv("POSTMARK_WEBHOOK_PASSWORD", `${newest},${before}`);
const { isPostmark, readInboundEmail } = await import("#app/clients/postmark-inbound.server.ts");

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

test.each([
  [basic(`postmark:${newest}`), true],
  [basic(`postmark:${before}`), true],
  [basic(`postmark:${newest}x`), false],
  [basic(`somebody:${newest}`), false],
  [basic("postmark:"), false],
  [`Bearer ${newest}`, false],
  ["", false],
  [null, false],
])("AMB-T01 with the authorization %s: %s", (authorization, expected) => {
  expect(isPostmark(authorization)).toBe(expected);
});

const ID = "a".repeat(24);
const letter = {
  from: "Sam Seller <sam@example.com>",
  to: `matters+${ID}@inbound.fanlight.example`,
  subject: "Re: Your sale",
  text: "Thank you\r\nSam",
};

/** In parts of a few bytes, so that letters and escapes are cut. */
function stream(text: string, size = 7) {
  const bytes = Buffer.from(text);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.subarray(at, at + size));
      }
      controller.close();
    },
  });
}

const read = (message: unknown) => readInboundEmail(stream(JSON.stringify(message)));

describe("AMB-T01 an email as Postmark posts it", () => {
  test("is read whole", async () => {
    const answered = { MessageID: "11111111-2222-4333-8444-555555555555" };
    const message = inboundMessage({ ...letter, answers: answered });
    expect(await read(message)).toEqual({
      message_id: message.MessageID,
      from_email: "sam@example.com",
      from_name: null,
      to_email: letter.to,
      subject: "Re: Your sale",
      text_body: "Thank you\nSam",
      mailbox_hash: ID,
      in_reply_to: [answered.MessageID],
    });
  });

  test("may say less: who sent it, and its id, are enough", async () => {
    expect(await read({ MessageID: "1", From: "sam@example.com" })).toMatchObject({
      from_email: "sam@example.com",
      subject: "",
      text_body: "",
      mailbox_hash: null,
      in_reply_to: [],
    });
  });

  test("that went to others too names its matter by the address that is ours", async () => {
    const others = ["newsletter", "beef", `${ID}0`, ID].map((MailboxHash) => ({ MailboxHash }));
    const message = { ...inboundMessage(letter), MailboxHash: "", ToFull: [], CcFull: others };
    expect((await read(message))?.mailbox_hash).toBe(ID);
  });

  test("in HTML alone is kept as its text, and what PostgreSQL cannot store is left out", async () => {
    const HtmlBody = "<style>p{}</style><p>Dear\u0000 all,</p><p>5 &lt; 6 &amp; &#163;7<br>Sam</p>";
    const email = await read({ ...inboundMessage(letter), TextBody: " ", HtmlBody });
    expect(email?.text_body).toBe("Dear all,\n\n5 < 6 & £7\nSam");
  });

  test("its files are thrown away as they arrive, however long they are", async () => {
    const Content = "A".repeat(3 * 1024 * 1024);
    const message = { ...inboundMessage(letter), Attachments: [{ Name: "plan.pdf", Content }] };
    const email = await readInboundEmail(stream(JSON.stringify(message), 64 * 1024));
    expect(email?.subject).toBe("Re: Your sale");
    expect(JSON.stringify(email)).not.toContain("plan.pdf");
  });

  test("names no more than fifty emails that it answers", async () => {
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
    const Value = ids.map((id) => `<${id}@mtasv.net>`).join(" ");
    const message = { ...inboundMessage(letter), Headers: [{ Name: "References", Value }] };
    expect((await read(message))?.in_reply_to).toEqual(ids.slice(0, 50));
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["half of it", JSON.stringify(inboundMessage(letter)).slice(0, -20)],
    ["a list", "[]"],
    ["no sender", JSON.stringify({ MessageID: "1" })],
    ["no id", JSON.stringify({ From: "sam@example.com" })],
    ["a number for a text", JSON.stringify({ ...inboundMessage(letter), Subject: 7 })],
    ["brackets without end", "[".repeat(500_000)],
    ["more than an email without files", JSON.stringify(Array(20).fill("x".repeat(64 * 1024)))],
  ])("is none: %s", async (_what, body) => {
    expect(await readInboundEmail(stream(body, 64 * 1024))).toBeNull();
  });

  test("is none without a body", async () => {
    expect(await readInboundEmail(null)).toBeNull();
  });
});

describe("a JSON text with shortened strings", () => {
  test.each([
    ["abcdef", "abc"],
    ["abc", "abc"],
    ["£€😀x", "£€😀"],
    ['\\"\\\\', '\\"\\'],
    ['a"b"c', 'a"b'],
    ["\n\t\u0001\u0002", "\n\t\u0001"],
    ["", ""],
  ])("of %j keeps %j", async (text, expected) => {
    for (const size of [1, 2, 3, 100]) {
      const body = stream(JSON.stringify({ [text]: [text, 12, null, { text }] }), size);
      const kept = await readShortened(body, { maxLetters: 3, maxKept: 1_000 });
      expect(JSON.parse(kept ?? "")).toEqual({
        [expected]: [expected, 12, null, { tex: expected }],
      });
    }
  });

  test("is null when too much is left", async () => {
    const limits = { maxLetters: 3, maxKept: 10 };
    expect(await readShortened(stream('["abc","d"'), limits)).toBe('["abc","d"');
    expect(await readShortened(stream('["abc","d"]'), limits)).toBeNull();
  });
});

describe("plain text of HTML", () => {
  test.each([
    ["a<b>c</b>d", "acd"],
    ["<p>a</p>\n <p>b</p>", "a\n\nb"],
    ["a<br/>b<BR>c", "a\nb\nc"],
    ["1 < 2 > 0", "1 < 2 > 0"],
    ["<title>No</title><SCRIPT>no</Script >yes<script>never", "yes"],
    ["a<!-- <p>no</p> -->b", "ab"],
    ["a<!-- never", "a"],
    ["a<p never", "a"],
    [
      "&nbsp;&pound;5&unknown;&#x41;&#0;&#99999999;&#x110000;",
      "£5&unknown;A&#0;&#99999999;&#x110000;",
    ],
    ["<scripted>a</scripted>", "a"],
    ["&amp;lt;", "&lt;"],
    ["İİİ<TITLE>No</TITLE>a", "İİİa"],
  ])("%j is %j", (html, expected) => {
    expect(plainText(html)).toBe(expected);
  });

  test.each(["<", "<script>", "<!--", "&", "&#", "<p", "</", " \n"])(
    "of %j over and over, eight times as much takes no sixty-four times the work",
    (part) => {
      const seconds = (times: number) => {
        const before = process.cpuUsage();
        plainText(part.repeat(times));
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1e6;
      };
      const some = seconds(16 * 1024);
      // What is over in a moment says nothing about its growth.
      expect(seconds(128 * 1024)).toBeLessThan(Math.max(32 * some, 2));
    },
  );
});
