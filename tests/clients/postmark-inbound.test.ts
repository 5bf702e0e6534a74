import { describe, expect, test, vi } from "vitest";
import { inboundMessage } from "#mocks/postmark-inbound.ts";
import { verifiedSender } from "#tests/support/inbound-emails.ts";
import { plainText } from "#app/clients/plain-text.ts";
import { readJsonWithFiles } from "#app/clients/postmark/json-with-files.ts";

const newest = "n".repeat(32);
const before = "b".repeat(32);
vi.stubEnv("POSTMARK_WEBHOOK_PASSWORD", `${newest},${before}`);
const { isPostmark, readInboundEmail } = await import("#app/clients/postmark/inbound.server.ts");

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

test.each([
  [basic(`postmark:${newest}`), "accepted", true],
  [basic(`postmark:${before}`), "accepted", true],
  [basic(`postmark:${newest}x`), "refused", false],
  [basic(`somebody:${newest}`), "refused", false],
  [basic("postmark:"), "refused", false],
  [`Bearer ${newest}`, "refused", false],
  ["", "refused", false],
  [null, "refused", false],
])("the authorization “%s” is %s (AMB-T01)", (authorization, _answer, expected) => {
  expect(isPostmark(authorization)).toBe(expected);
});

const ID = "a".repeat(24);
const OTHER = "b".repeat(24);
const letter = {
  from: "Sam Seller <sam@example.com>",
  to: `matters+${ID}@inbound.fanlight.example`,
  subject: "Re: Your sale",
  text: "Thank you\r\nSam",
};

/** Streams the text in parts of a few bytes, which split characters and escapes. */
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

describe("inbound emails from Postmark (AMB-T01)", () => {
  test("reads every field of an inbound email", async () => {
    const answered = { MessageID: "11111111-2222-4333-8444-555555555555" };
    const message = inboundMessage({ ...letter, answers: answered });
    expect(await read(message)).toEqual({
      message_id: message.MessageID,
      from_email: "sam@example.com",
      from_name: "Sam Seller",
      to_email: letter.to,
      subject: "Re: Your sale",
      text_body: "Thank you\nSam",
      html_body: null,
      automatic: null,
      failed_recipients: [],
      mailbox_hashes: [ID],
      in_reply_to: [answered.MessageID],
      thread: [
        `<${answered.MessageID}@mtasv.net>`,
        expect.stringMatching(/^<[\da-f-]{36}@mailer\.example\.net>$/),
      ],
      checks: { ...verifiedSender, spf_domain: "example.com" },
      has_other_senders: false,
      files: [],
    });
  });

  test.each([
    ["a sender", { From: "sam@example.com" }, "sam@example.com"],
    ["an empty sender", { From: "" }, null],
    ["a null sender", { From: "<>", FromFull: { Email: "", Name: "" } }, null],
  ])("an inbound email needs only an id and %s (IN-8)", async (_what, from, from_email) => {
    expect(await read({ MessageID: "1", ...from })).toMatchObject({
      from_email,
      subject: "",
      text_body: "",
      mailbox_hashes: [],
      in_reply_to: [],
      checks: { found: false },
      files: [],
    });
  });

  test("an inbound email lists once the id of each matter that it was sent to", async () => {
    const others = ["newsletter", "beef", `${ID}0`, ID, ID.toUpperCase(), OTHER].map(
      (MailboxHash) => ({ MailboxHash }),
    );
    const message = { ...inboundMessage(letter), MailboxHash: "", ToFull: [], CcFull: others };
    expect((await read(message))?.mailbox_hashes).toEqual([ID, OTHER]);
    const unseen = { ...message, CcFull: [], BccFull: [{ MailboxHash: OTHER }] };
    expect((await read(unseen))?.mailbox_hashes).toEqual([OTHER]);
  });

  test("an inbound email that names two senders has has_other_senders set to true", async () => {
    const message = inboundMessage(letter);
    const { FromFull } = message;
    const senders = async (change: object) =>
      (await read({ ...message, ...change }))?.has_other_senders;
    expect(await senders({ From: '"sam@example.com" <Sam@example.com>' })).toBe(false);
    expect(await senders({ From: "sam@example.com, eve@evil.example" })).toBe(true);
    const Name = "Alex (alex@victim.example)";
    expect(await senders({ FromFull: { ...FromFull, Name } })).toBe(true);
  });

  test("an HTML-only inbound email becomes text, without characters that PostgreSQL cannot store", async () => {
    const HtmlBody = "<style>p{}</style><p>Dear\u0000 all,</p><p>5 &lt; 6 &amp; &#163;7<br>Sam</p>";
    const email = await read({ ...inboundMessage(letter), TextBody: " ", HtmlBody });
    expect(email?.text_body).toBe("Dear all,\n\n5 < 6 & £7\nSam");
    expect(email?.html_body).toBe("<p>Dear all,</p><p>5 &lt; 6 &amp; £7<br />Sam</p>");
  });

  test("the text after long styles in an HTML email is kept, and entities are decoded", async () => {
    const HtmlBody = `<style>${"p{}".repeat(40_000)}</style><p>Caf&eacute; &#x202e;a&#1;b</p>`;
    const email = await read({ ...inboundMessage(letter), TextBody: "", HtmlBody });
    expect(email?.text_body).toBe("Café ab");
  });

  test("characters that reverse the direction of a text are removed", async () => {
    const turned = "\u202egp\u2066j.\u200fpdf\u061c\u0085";
    const message = inboundMessage({
      ...letter,
      from: `${turned} <sam@example.com>`,
      subject: turned,
      text: turned,
      files: [{ name: turned, type: "application/pdf", bytes: Buffer.from("x") }],
    });
    expect(await read(message)).toMatchObject({
      from_name: "gpj.pdf",
      subject: "gpj.pdf",
      text_body: "gpj.pdf",
      files: [{ name: "gpj.pdf" }],
    });
  });

  test("reads an inbound email’s files with any name, however the JSON is split or escaped", async () => {
    const pdf = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
    const message = inboundMessage({
      ...letter,
      files: [
        { name: "../../etc/passwd\u0000\n.pdf", type: "application/pdf", bytes: pdf },
        { name: `${"long ".repeat(50)}.jpeg`, type: "image/jpeg", bytes: Buffer.from("yz") },
        { name: "", type: "image/png", bytes: Buffer.from("x"), content_id: "a@b" },
        { name: "empty.pdf", type: "application/pdf", bytes: Buffer.alloc(0) },
      ],
    });
    const text = JSON.stringify(message);
    const escaped = text.replaceAll("/", "\\/").replaceAll("+", "\\u002b");
    for (const [json, size] of [
      [text, 7],
      [escaped, 5],
      [text, 64 * 1024],
    ] as const) {
      const email = await readInboundEmail(stream(json, size));
      const [first, second, third, fourth] = email?.files ?? [];
      expect(first).toEqual({
        name: "../../etc/passwd .pdf",
        size: 5_000,
        bytes: pdf,
        left_out: null,
        is_embedded: false,
      });
      expect(second?.name).toMatch(/^long long .*….*\.jpeg$/);
      expect(second?.name).toHaveLength(100);
      expect(third).toMatchObject({ name: "", size: 1, left_out: null });
      expect(fourth).toMatchObject({ size: 0, bytes: null, left_out: "empty" });
    }
  });

  test("files beyond 35 MB are listed without their contents", async () => {
    // Postmark’s limit for an email’s files: postmarkapp.com/support/article/1056.
    const most = 35 * 1024 * 1024;
    const Content = "A".repeat((most / 3) * 4);
    const files = [
      { Name: "all.zip", Content },
      { Name: "one-more.pdf", Content: "QUJD" },
    ];
    const message = { ...inboundMessage(letter), Attachments: files };
    const email = await readInboundEmail(stream(JSON.stringify(message), 64 * 1024));
    const size = Math.floor(most / 3) * 3;
    expect(email?.files[0]?.size).toBeGreaterThanOrEqual(size);
    expect(email?.files.map(({ left_out }) => left_out)).toEqual([null, "too_large"]);
    const whole = { ...message, Attachments: [{ Name: "b", Content: `${Content}QUJDREVG` }] };
    const refused = await readInboundEmail(stream(JSON.stringify(whole), 64 * 1024));
    expect(refused?.files).toMatchObject([{ name: "b", bytes: null, left_out: "too_large" }]);
  });

  test("files beyond the first fifty are counted and left out", async () => {
    const files = Array.from({ length: 53 }, (_, index) => ({ Name: `${index}`, Content: "QUJD" }));
    const email = await read({ ...inboundMessage(letter), Attachments: files });
    expect(email?.files).toHaveLength(51);
    expect(email?.files[49]).toMatchObject({ name: "49", size: 3, left_out: null });
    expect(email?.files[50]).toMatchObject({ name: "3 more", left_out: "too_many" });
  });

  test.each([
    ["no headers", [], []],
    ["no Message-ID", [["References", "<a@b.example>"]], []],
    ["its own Message-ID", [["Message-ID", "<c@b.example>"]], ["<c@b.example>"]],
    [
      "References",
      [
        ["In-Reply-To", "<x@b.example>"],
        ["References", "<a@b.example>\t<x@b.example>"],
        ["message-id", "<c@b.example>"],
      ],
      ["<a@b.example>", "<x@b.example>", "<c@b.example>"],
    ],
    [
      "In-Reply-To",
      [
        ["In-Reply-To", "<x@b.example>"],
        ["Message-ID", "<c@b.example>"],
      ],
      ["<x@b.example>", "<c@b.example>"],
    ],
    [
      "a line break and a very long id",
      [
        ["References", `<a\r\nBcc: x@b.example> <${"a".repeat(300)}@b.example>`],
        ["Message-ID", "<c@b.example>"],
      ],
      ["<c@b.example>"],
    ],
  ])("an inbound email with %s names its thread", async (_what, headers, thread) => {
    const Headers = headers.map(([Name, Value]) => ({ Name, Value }));
    expect((await read({ ...inboundMessage(letter), Headers }))?.thread).toEqual(thread);
  });

  test("an inbound email names at most ten emails of its thread, the newest ones", async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `<${at}@b.example>`);
    const Headers = [
      { Name: "References", Value: ids.join(" ") },
      { Name: "Message-ID", Value: "<own@b.example>" },
    ];
    const email = await read({ ...inboundMessage(letter), Headers });
    expect(email?.thread).toEqual([...ids.slice(-9), "<own@b.example>"]);
  });

  test("an inbound email lists at most fifty ids of the emails that it replies to", async () => {
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
    const Value = ids.map((id) => `<${id}@mtasv.net>`).join(" ");
    const message = { ...inboundMessage(letter), Headers: [{ Name: "References", Value }] };
    expect((await read(message))?.in_reply_to).toEqual(ids.slice(0, 50));
  });

  test.each([
    ["an empty body", ""],
    ["HTML", "<html>"],
    ["half of the JSON", JSON.stringify(inboundMessage(letter)).slice(0, -20)],
    ["a list", "[]"],
    ["an email without an id or a sender", "{}"],
    ["an email without an id", JSON.stringify({ From: "sam@example.com" })],
    ["a number instead of a text", JSON.stringify({ ...inboundMessage(letter), Subject: 7 })],
    ["only opening brackets", "[".repeat(500_000)],
    [
      "more text than an email without files may have",
      JSON.stringify(Array(65).fill("x".repeat(64 * 1024))),
    ],
  ])("reading an inbound email returns null for %s", async (_what, body) => {
    expect(await readInboundEmail(stream(body, 64 * 1024))).toBeNull();
  });

  test("pictures that the HTML shows are distinguished from attachments (IN-3)", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    const file = (name: string, bytes: Buffer, content_id: string) => ({
      ...{ name, type: "image/png", bytes, content_id },
    });
    const message = inboundMessage({
      ...letter,
      html: `<img src="cid:logo@mail"><img src=cid:Photo%40mail><a href='cid:pdf@mail'>x</a>`,
      files: [
        file("logo.png", png, "<logo@mail>"),
        file("photo.png", png, "photo@mail"),
        file("bill.png", png, "bill@mail"),
        file("no-id.png", png, ""),
        file("bill.pdf", Buffer.from("%PDF-1.4"), "pdf@mail"),
        file("empty.png", Buffer.alloc(0), "logo@mail"),
      ],
    });
    const files = (await read(message))?.files ?? [];
    expect(files.filter(({ is_embedded }) => is_embedded).map(({ name }) => name)).toEqual([
      "logo.png",
      "photo.png",
    ]);
  });

  test("reading an inbound email returns null if the request has no body", async () => {
    expect(await readInboundEmail(null)).toBeNull();
  });
});

describe("JSON with files", () => {
  const limits = {
    fileKey: "file",
    maxFileBytes: 4,
    maxLetters: 3,
    maxLettersOf: new Map([["long", 5]]),
    maxKept: 1_000,
  };

  test.each([
    ["abcdef", "abc"],
    ["abc", "abc"],
    ["£€😀x", "£€😀"],
    ['\\"\\\\', '\\"\\'],
    ['a"b"c', 'a"b'],
    ["\n\t\u0001\u0002", "\n\t\u0001"],
    ["", ""],
    ["constructor", "con"],
  ])("the JSON reader shortens the strings of %j to %j", async (text, expected) => {
    for (const size of [1, 2, 3, 100]) {
      const body = stream(JSON.stringify({ [text]: [text, 12, null, { text }] }), size);
      const kept = await readJsonWithFiles(body, limits);
      expect(JSON.parse(kept?.json ?? "")).toEqual({
        [expected]: [expected, 12, null, { tex: expected }],
      });
    }
  });

  test("the JSON reader extracts files by key, however the stream is chunked, up to the size limit", async () => {
    const json =
      '{"long":"abcdef","file" : "QU\\/C","of":"file","x":["file","QUJD"],"file":"QUJD"}';
    for (const size of [1, 2, 5, 100]) {
      const read = await readJsonWithFiles(stream(json, size), { ...limits, maxFileBytes: 5 });
      expect(read?.json).toBe('{"lon":"abcde","fil" : "0","of":"fil","x":["fil","QUJ"],"fil":"1"}');
      expect(read?.files).toEqual([
        { size: 3, bytes: Buffer.from("QU/C", "base64") },
        { size: 3, bytes: null },
      ]);
    }
  });

  test("the JSON reader returns null if too much JSON remains without the files", async () => {
    const few = { ...limits, maxKept: 10 };
    expect((await readJsonWithFiles(stream('["abc","d"'), few))?.json).toBe('["abc","d"');
    expect(await readJsonWithFiles(stream('["abc","d"]'), few)).toBeNull();
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
    ["&nbsp;&pound;5&eacute;&unknown;&#x41;&#99999999;&#x110000;", "£5é&unknown;A\ufffd\ufffd"],
    ["<scripted>a</scripted>", "a"],
    ["&amp;lt;", "&lt;"],
    [
      "<tr><td>Purchase price</td><td>£250,000</td></tr><tr><th>To</th></tr>",
      "Purchase price £250,000\n\nTo",
    ],
    ["<dl><dt>a</dt><dd>b</dd></dl>", "a\n\nb"],
    [
      '<a href="https://a.example/x?y=1&amp;z">The pack</a>.',
      "The pack (https://a.example/x?y=1&z).",
    ],
    ["<A class=b\nHREF = 'http://a.example'>The <b>pack</b></A>", "The pack (http://a.example)"],
    ["<a href=https://a.example/>a</a><a href=https://b.example>b", "a (https://a.example/)b"],
    ['<a href="https://a.example">https://a.example</a>', "https://a.example"],
    ['<a href="https://a.example"><img src=x></a>b', "b"],
    [
      '<a href="mailto:sam@example.com">Sam</a> <a href="#a">up</a> <a href="javascript:x">x</a>',
      "Sam up x",
    ],
    ['<a data-href="https://a.example">a</a>', "a"],
    ["<abbr href=https://a.example>a</abbr></a>", "a"],
    ["İİİ<TITLE>No</TITLE>a", "İİİa"],
  ])("HTML %j becomes the plain text %j", (html, expected) => {
    expect(plainText(html)).toBe(expected);
  });

  const link = "<a href=http://a.example>a</a>";
  test.each(["<", "<script>", "<!--", "&", "&#", "<p", "</", " \n", link, "<a href=", "<td>"])(
    "HTML with many repeats of %j is converted in linear time",
    (part) => {
      const seconds = (times: number) => {
        const before = process.cpuUsage();
        plainText(part.repeat(times));
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1e6;
      };
      const some = seconds(16 * 1024);
      // Less than two seconds is too short to measure how the time grows.
      expect(seconds(128 * 1024)).toBeLessThan(Math.max(32 * some, 2));
    },
  );
});
