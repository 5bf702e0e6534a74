import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as documents from "#app/clients/documents.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { requestWaterBill } from "#app/domain/searches/additional-requests.server.ts";
import { env } from "#app/platform/env.server.ts";
import { action as postmark } from "#app/routes/webhooks/postmark-inbound.ts";
import { inboundMessage, type SimulatedEmail } from "#mocks/postmark-inbound.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { staffReader } from "#tests/support/readers.ts";
import { modules, open } from "./pages.ts";

const { db } = useTestDatabase();
const SELLER = "seller@example.com";
let ada = { cookie: "" };
let sale = { id: "", property_id: "" };

beforeEach(async () => {
  vi.restoreAllMocks();
  await emptyTables(db);
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  sale = await insertSale(db, (await insertPerson(db, SELLER)).id);
});

const addressOf = (id: string) => env.INBOUND_EMAIL.replace("@", `+${id}@`);
const bill = { name: "Water bill.pdf", type: "application/pdf", bytes: pdfOf("Water bill") };

const letterWith = (letter: Partial<SimulatedEmail>): SimulatedEmail => ({
  from: `Sam Seller <${SELLER}>`,
  to: addressOf(sale.id),
  subject: "Hello",
  text: "Here it is, attached.",
  ...letter,
});

const receive = (letter: Partial<SimulatedEmail>) => post(inboundMessage(letterWith(letter)));

const eventsOf = (id: string) => open(`/admin/transactions/${id}/events?emails=all`, ada);

const linksTo = (html: string) =>
  [...html.matchAll(/href="(\/admin\/emails\/[^"]*)"/g)].map(([, href = ""]) => href);

describe("the attachments of a received email", () => {
  test("an email’s attachments are listed, and the browser downloads them and never shows them as pages", async () => {
    const html = Buffer.from("<script>alert(1)</script>");
    const files = [
      bill,
      { name: "../../page.html", type: "text/html", bytes: html },
      { name: "", type: "image/png", bytes: Buffer.alloc(0) },
    ];
    expect(await receive({ files })).toBe(200);
    const page = await eventsOf(sale.id);
    expect(page.text).toContain("3 attachments");
    expect(page.text).toMatch(/Water bill\.pdf ?PDF, (?:\d+ bytes|1 kB)/);
    expect(page.html).toContain("<bdi>../../page.html</bdi>");
    expect(page.text).toContain("Not saved: the file is empty");
    const [first, second, none] = linksTo(page.html);
    expect(none).toBeUndefined();

    const pdf = await download(first!);
    expect(pdf.status).toBe(200);
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(Buffer.from(bill.bytes));
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="Email attachment 1.pdf"',
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const other = await download(second!);
    expect(other.headers.get("content-type")).toBe("text/plain");
    expect(other.headers.get("content-disposition")).toContain("Email attachment 2.txt");
    const taken = await db
      .selectFrom("audit_log")
      .innerJoin("inbound_attachments", "inbound_attachments.id", "audit_log.subject_id")
      .select(["action", "subject_type", "position"])
      .orderBy("position")
      .execute();
    expect(taken).toEqual([
      { action: "attachment_downloaded", subject_type: "inbound_attachment", position: 1 },
      { action: "attachment_downloaded", subject_type: "inbound_attachment", position: 2 },
    ]);
  });

  test("the URL of an attachment answers 404 for another number or id, and redirects customers and signed-out visitors", async () => {
    await receive({ files: [bill, { ...bill, bytes: Buffer.alloc(0) }] });
    const [href = ""] = linksTo((await eventsOf(sale.id)).html);
    for (const path of [
      href.replace(/1$/, "2"),
      href.replace(/1$/, "0"),
      href.replace(/1$/, "1e9"),
      href.replace(/1$/, "x"),
      `/admin/emails/${sale.id}/attachments/1`,
      "/admin/emails/nonsense/attachments/1",
    ]) {
      expect((await download(path)).status).toBe(404);
    }
    const customer = await signIn(db, { type: "customer" });
    await expect(download(href, customer)).rejects.toMatchObject({ status: 302 });
    await expect(download(href, { cookie: "" })).rejects.toMatchObject({ status: 302 });
  });

  test("attachments are stored once, however often Postmark delivers the email", async () => {
    const message = inboundMessage(letterWith({ files: [bill] }));
    expect(await Promise.all([post(message), post(message)])).toEqual([200, 200]);
    expect(await post(message)).toBe(200);
    const kept = await db.selectFrom("inbound_attachments").select("position").execute();
    expect(kept).toEqual([{ position: 1 }]);
  });

  test("an email is rejected while its attachments cannot be stored, so attachments are never listed without their content", async () => {
    const message = inboundMessage(letterWith({ files: [bill] }));
    const put = vi.spyOn(documents, "putDocument").mockRejectedValue(new Error("full"));
    await expect(post(message)).rejects.toThrow("full");
    expect(await db.selectFrom("inbound_emails").select("id").execute()).toEqual([]);
    put.mockRestore();
    expect(await post(message)).toBe(200);
    expect(linksTo((await eventsOf(sale.id)).html)).toHaveLength(1);
  });

  test("an attachment answers 500 if its stored file is missing or has changed", async () => {
    expectError(/The attachment cannot be downloaded\. Please try again\./);
    await receive({ files: [bill] });
    const [href = ""] = linksTo((await eventsOf(sale.id)).html);
    await db.updateTable("inbound_attachments").set({ sha256: "0" }).execute();
    expect((await download(href)).status).toBe(500);
    await db.updateTable("inbound_attachments").set({ s3_document_key: "test/none.pdf" }).execute();
    expect((await download(href)).status).toBe(500);
  });

  test("attachments of an unmatched email are listed and can be downloaded", async () => {
    await receive({ to: env.INBOUND_EMAIL, from: "stranger@example.com", files: [bill] });
    const page = await open("/admin/unmatched-emails", ada);
    expect((await download(linksTo(page.html)[0]!)).status).toBe(200);
  });
});

describe("documents that we requested by email", () => {
  const searchesOf = (id: string) => open(`/admin/transactions/${id}/searches`, ada);
  const MESSAGE = "11111111-2222-4333-8444-555555555555";

  async function askForBill() {
    const actor = { id: (await insertPerson(db, "eve@fanlight.example")).id, request_id: "r" };
    await db
      .transaction()
      .execute((trx) => requestWaterBill(trx, sale.id, { actor, confirmed: [SELLER] }));
    await db.updateTable("email_log").set({ postmark_message_id: MESSAGE }).execute();
  }

  test("a document request is shown as answered, with a link to the reply, once a reply has attachments", async () => {
    await receive({ files: [bill] });
    await askForBill();
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
    const answers = { MessageID: MESSAGE };
    await receive({ answers });
    await receive({ from: "agent@example.com", files: [bill] });
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
    await receive({ answers, files: [bill, bill, { ...bill, bytes: Buffer.alloc(0) }] });
    const page = await searchesOf(sale.id);
    expect(page.text).toMatch(/Water bill ?Answered: 2 attachments, \d\d\/\d\d\/\d{4}/);
    expect(page.text).not.toContain("Sender not verified");
    const [, href = ""] = /href="([^"]*#email-[^"]*)"/.exec(page.html) ?? [];
    const [path = "", anchor = ""] = href.replaceAll("&amp;", "&").split("#");
    const { html } = await open(path, ada);
    expect(html).toContain(`id="${anchor}"`);
    expect(html.match(/<details [^>]*open=""/g)).toHaveLength(1);
  });

  test("a new email from the seller answers a document request only if the sender is verified, and a forged reply is marked", async () => {
    await askForBill();
    await receive({ files: [bill], sender: "forged" });
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
    await receive({ files: [bill] });
    expect((await searchesOf(sale.id)).text).toContain("Answered: 1 attachment");
    await receive({ answers: { MessageID: MESSAGE }, files: [bill], sender: "forged" });
    expect((await searchesOf(sale.id)).text).toMatch(
      /Answered: 2 attachments, [\d/]+ , Water bill Sender not verified/,
    );
  });

  const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const logo = { name: "logo.png", type: "image/png", bytes: png, content_id: "<logo@mail>" };

  test("a document request is not shown as answered by an automatic reply (IN-3)", async () => {
    await askForBill();
    const answers = { MessageID: MESSAGE };
    const headers = { "Auto-Submitted": "auto-replied" };
    await receive({ answers, headers, files: [bill] });
    await receive({ headers, files: [bill] });
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
    expect((await eventsOf(sale.id)).text).toContain("Automatic reply");
  });

  test("a document request is shown as answered by an attached picture, but not by a picture inside the text (IN-3)", async () => {
    await askForBill();
    const answers = { MessageID: MESSAGE };
    const html = '<p>Thank you</p><img src="cid:logo@mail">';
    await receive({ answers, html, files: [logo] });
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
    const events = await eventsOf(sale.id);
    expect(events.text).toContain("PNG picture within the text");
    expect(events.text).not.toContain("1 attachment");
    await receive({ answers, html, files: [logo, { ...logo, content_id: "bill@mail" }] });
    expect((await searchesOf(sale.id)).text).toContain("Answered: 1 attachment");
  });

  test("a document request is not shown as answered by a reply to another matter’s request", async () => {
    await askForBill();
    const owner = await insertPerson(db, "olga@customers.example");
    const { id: transaction_id } = await insertSale(db, owner.id);
    const theirs = "99999999-2222-4333-8444-555555555555";
    await db
      .insertInto("email_log")
      .values({
        name: "sewer_bill_request",
        recipient: "olga@customers.example",
        status: "sent",
        transaction_id,
        postmark_message_id: theirs,
      })
      .execute();
    await receive({ from: "agent@example.com", answers: { MessageID: theirs }, files: [bill] });
    expect((await searchesOf(sale.id)).text).not.toContain("Answered");
  });

  test("a plot plan is listed among the requests only after staff have requested it", async () => {
    expect((await searchesOf(sale.id)).text).not.toContain("Plot plan");
    await recordEvent(db, {
      transaction_id: sale.id,
      event_name: "plot_plan_request_email_sent",
      author: "system",
    });
    expect((await searchesOf(sale.id)).text).toContain("Plot plan");
    await receive({ files: [bill] });
    expect((await searchesOf(sale.id)).text).toMatch(/Plot plan ?Answered: 1 attachment/);
  });
});

describe("received emails whose sender is not verified", () => {
  const NEW_BANK = "Our bank details have changed: 20-00-00, 12345678.";

  test.each<[SimulatedEmail["sender"], string]>([
    [
      "forged",
      "The email looks like spam. Results: SPF failed, DKIM none, DMARC failed, spam score 15.",
    ],
    ["forged_headers", "Results: SPF failed, DKIM none, spam score 2.1."],
    ["unsigned", "Results: SPF none, DKIM none, spam score 0.8."],
  ])(
    "an email whose sender is “%s” is shown as only claiming to be from the seller, with the reason $1",
    async (sender, found) => {
      await receive({ to: env.INBOUND_EMAIL, text: NEW_BANK, sender });
      const { text } = await eventsOf(sale.id);
      expect(text).toContain("Sender not verified");
      expect(text).toContain(found);
      expect(text).toContain(`Claims to be from Sam Seller (${SELLER})`);
      expect(text).toContain("Matched by: Email address of a participant, sender not verified");
      expect(text).toContain(
        "This email mentions bank details. Before anyone pays, phone the sender on a number you already have",
      );
    },
  );

  test.each([
    ["the reply address", {}],
    ["the id in the subject", { to: env.INBOUND_EMAIL, subject: "ID" }],
  ])(
    "an email from an address that is not on the matter is marked “Sender not verified” even if the sender knows %s",
    async (_what, letter: Partial<SimulatedEmail>) => {
      const subject = letter.subject === "ID" ? sale.id : "Hello";
      await receive({ ...letter, subject, from: "Sam Seller <sam@elsewhere.example>" });
      const { text } = await eventsOf(sale.id);
      expect(text).toContain("Sender not verified");
      expect(text).toContain("The sender’s address doesn’t belong to anyone on this matter.");
      expect(text).toContain("Claims to be from Sam Seller (sam@elsewhere.example)");
    },
  );

  test("an email from a verified sender is not marked, but bank details still show a warning", async () => {
    await receive({ text: NEW_BANK });
    const { text } = await eventsOf(sale.id);
    expect(text).not.toContain("not verified");
    expect(text).not.toContain("Claims to be from");
    expect(text).toContain("Sender verified: SPF passed, DKIM passed, spam score -0.1.");
    expect(text).toContain(
      "This email mentions bank details. Before anyone pays, phone the sender on a number you already have",
    );
    await receive({ text: "When do we exchange?" });
    expect((await eventsOf(sale.id)).text.match(/This email mentions bank details/g)).toHaveLength(
      1,
    );
  });

  test("an email whose sender is not verified does not count as the last email of a matter", async () => {
    await receive({ sender: "forged" });
    await receive({ from: "stranger@example.com" });
    await receive({ headers: { "Auto-Submitted": "auto-replied" } });
    expect((await readFacts(db, staffReader(), sale.id)).last_email_at).toBeNull();
    await receive({});
    expect((await readFacts(db, staffReader(), sale.id)).last_email_at).toBeInstanceOf(Date);
  });

  test("an unmatched email whose sender is not verified is marked “Sender not verified”", async () => {
    await receive({ to: env.INBOUND_EMAIL, from: "stranger@example.com", text: NEW_BANK });
    const { text } = await open("/admin/unmatched-emails", ada);
    expect(text).toContain("Sender not verified");
    expect(text).toContain("The sender’s address doesn’t belong to anyone on any matter.");
    expect(text).toContain(
      "This email mentions bank details. Before anyone pays, phone the sender on a number you already have",
    );
  });
});

test("an email without a sender is saved on the matter in its reply address (IN-8)", async () => {
  const text = "Your email to sam@example.com could not be delivered.";
  expect(await receive({ from: "", subject: "Undelivered", text })).toBe(200);
  const page = await eventsOf(sale.id);
  expect(page.text).toMatch(/Undelivered No sender ?, /);
  expect(page.text).toContain("Email not delivered");
  expect(page.text).toContain("The email doesn’t name a sender.");
  expect(page.text).not.toMatch(/Claims to be from|null/);
});

test("an Outlook package (winmail.dat) is shown with advice to request each file as a PDF (IN-6)", async () => {
  const bytes = Buffer.from("\x78\x9f\x3e\x22\x01\0", "latin1");
  await receive({ files: [{ name: "winmail.dat", type: "application/ms-tnef", bytes }] });
  const page = await eventsOf(sale.id);
  expect(page.text).toContain("Outlook package, 6 bytes");
  expect(page.text).toContain("Ask the sender to email each file again as a PDF.");
  const file = await download(linksTo(page.html)[0]!);
  expect(file.headers.get("content-disposition")).toContain("Email attachment 1.dat");
});

describe("the HTML of a received email (IN-5)", () => {
  const html =
    '<p onclick="x()">Price</p><table><tr><td>Purchase price</td><td>£250,000</td></tr></table>' +
    '<a href="https://a.example/pack">Please download the contract pack</a><script>alert(1)</script>';
  const framesIn = (page: string) =>
    [...page.matchAll(/<iframe[^>]*src="([^"]*)"[^>]*>/g)].map(([tag, href = ""]) => ({
      tag,
      href,
    }));

  test("an email’s HTML is shown below its text in a sandboxed frame without scripts", async () => {
    await receive({ text: "", html });
    const page = await eventsOf(sale.id);
    expect(page.text).toContain("Purchase price £250,000");
    expect(page.text).toContain("Please download the contract pack (https://a.example/pack)");
    const [frame] = framesIn(page.html);
    expect(frame?.tag).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const response = await formatted(frame!.href);
    const text = await response.text();
    expect(text).toContain("<td>Purchase price</td><td>£250,000</td>");
    expect(text).toContain(
      '<a href="https://a.example/pack" target="_blank" rel="noopener noreferrer nofollow">',
    );
    expect(text).not.toMatch(/<script|onclick/);
    const policy = response.headers.get("content-security-policy") ?? "";
    const [, style = ""] = /<style>(.*)<\/style>/.exec(text) ?? [];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-popups allow-popups-to-escape-sandbox",
    ]);
    expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  test("an email’s HTML is shown only to staff, and an email without HTML answers 404", async () => {
    await receive({ html });
    await receive({ subject: "Text alone" });
    const frames = framesIn((await eventsOf(sale.id)).html);
    expect(frames).toHaveLength(1);
    const customer = await signIn(db, { type: "customer" });
    for (const visitor of [customer, { cookie: "" }]) {
      await expect(formatted(frames[0]!.href, visitor)).rejects.toMatchObject({ status: 302 });
    }
    const { id } = await db
      .selectFrom("inbound_emails")
      .select("id")
      .where("subject", "=", "Text alone")
      .executeTakeFirstOrThrow();
    for (const none of [id, sale.id, "nonsense"]) {
      expect((await formatted(`/admin/emails/${none}/formatted`)).status).toBe(404);
    }
  });

  test("opening an email’s HTML directly writes an audit row", async () => {
    await receive({ html });
    await receive({ to: env.INBOUND_EMAIL, from: "stranger@example.com", html });
    const emails = await db
      .selectFrom("inbound_emails")
      .select("id")
      .orderBy("transaction_id", (order) => order.asc().nullsLast())
      .execute();
    const tom = await signIn(db, { type: "admin" });
    for (const { id } of [...emails, ...emails]) {
      expect((await formatted(`/admin/emails/${id}/formatted`, tom)).status).toBe(200);
    }
    const rows = await db
      .selectFrom("audit_log")
      .select(["action", "subject_type", "subject_id"])
      .where("actor_id", "=", tom.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { action: "transaction_viewed", subject_type: "transaction", subject_id: sale.id },
      { action: "list_viewed", subject_type: "list", subject_id: "inbound_emails" },
    ]);
  });

  test("bank details in an email’s HTML show the warning even if its text has none", async () => {
    const bank = "<p>Our bank details have changed: <b>20-00-00</b>, 12345678.</p>";
    await receive({ text: "See below.", html: bank });
    expect((await eventsOf(sale.id)).text).toContain("This email mentions bank details.");
  });

  test("an email is matched by an address in the table cells of its HTML", async () => {
    await db.updateTable("addresses").set({ postcode: "BA1 1AA" }).execute();
    const home = "<table><tr><td>1 Arch Street</td><td>Bath</td><td>BA1 1AA</td></tr></table>";
    await receive({ to: env.INBOUND_EMAIL, from: "agent@example.com", text: "", html: home });
    expect((await eventsOf(sale.id)).text).toContain(
      "Matched by: Postcode and first line of the property",
    );
  });
});

test("an email to the reply addresses of two matters is shown on both, with its files", async () => {
  const other = await insertSale(db, (await insertPerson(db, "other@example.com")).id);
  const cc = `${addressOf(other.id)}, ${addressOf("f".repeat(24))}`;
  const message = inboundMessage(letterWith({ cc, subject: "Both homes", files: [bill] }));
  expect(await post(message)).toBe(200);
  expect(await post(message)).toBe(200);
  for (const { id } of [sale, other]) {
    const page = await eventsOf(id);
    // The email appears in the latest events, on the timeline, and with its files.
    expect(page.text.match(/Both homes/g)).toHaveLength(3);
    expect((await download(linksTo(page.html)[0]!)).status).toBe(200);
  }
  expect((await open("/admin/unmatched-emails", ada)).text).toContain("No unmatched emails");
});

test("senders’ names, subjects and file names cannot change the text direction of the page", async () => {
  await receive({ subject: "שלום \u202ehello", files: [bill] });
  const { html } = await eventsOf(sale.id);
  expect(html).toContain("<bdi>שלום hello</bdi>");
  expect(html).toContain(`<bdi>Sam Seller (${SELLER})</bdi>`);
  expect(html).toContain("<bdi>Water bill.pdf</bdi>");
});

async function post(message: ReturnType<typeof inboundMessage>) {
  const credentials = Buffer.from(`postmark:${env.POSTMARK_WEBHOOK_PASSWORD[0]}`);
  const request = new Request("http://localhost:3000/webhooks/postmark/inbound", {
    method: "POST",
    body: JSON.stringify(message),
    headers: { Authorization: `Basic ${credentials.toString("base64")}` },
  });
  return (await postmark({ request, params: {}, context: {} })).status;
}

async function formatted(href: string, visitor = ada) {
  const [, , , id = ""] = href.split("/");
  const { loader } = modules.get("routes/admin/unmatched-emails/formatted.ts")!;
  const request = new Request(`http://localhost:3000${href}`, {
    headers: { Cookie: visitor.cookie },
  });
  return loader!({ request, params: { id }, context: {} }) as Promise<Response>;
}

async function download(href: string, visitor = ada) {
  const [, , , id = "", , position = ""] = href.split("/");
  const { loader } = modules.get("routes/admin/unmatched-emails/attachment.ts")!;
  const request = new Request(`http://localhost:3000${href}`, {
    headers: { Cookie: visitor.cookie },
  });
  return loader!({ request, params: { id, position }, context: {} }) as Promise<Response>;
}
