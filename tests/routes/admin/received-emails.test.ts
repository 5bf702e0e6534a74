import { beforeEach, describe, expect, test, vi } from "vitest";
import * as documents from "#app/clients/documents.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { readFacts } from "#app/domain/intelligence/read-facts.server.ts";
import { requestWaterBill } from "#app/domain/searches/additional-requests.server.ts";
import { env } from "#app/env.server.ts";
import { action as postmark } from "#app/routes/webhooks/postmark-inbound.ts";
import { inboundMessage, type Letter } from "#mocks/postmark-inbound.ts";
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

const letterWith = (letter: Partial<Letter>): Letter => ({
  from: `Sam Seller <${SELLER}>`,
  to: addressOf(sale.id),
  subject: "Hello",
  text: "Here it is, attached.",
  ...letter,
});

const receive = (letter: Partial<Letter>) => post(inboundMessage(letterWith(letter)));

const eventsOf = (id: string) => open(`/admin/transactions/${id}/events?emails=all`, ada);

const linksTo = (html: string) =>
  [...html.matchAll(/href="(\/admin\/emails\/[^"]*)"/g)].map(([, href = ""]) => href);

describe("V1 the attachments of an email", () => {
  test("are listed with it and can be downloaded, as files and never as pages of ours", async () => {
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
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const other = await download(second!);
    expect(other.headers.get("content-type")).toBe("application/octet-stream");
    expect(other.headers.get("content-disposition")).toContain("Email attachment 2.bin");
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

  test("are there for no one else, and nothing else is there", async () => {
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

  test("are kept once, however often the email is sent", async () => {
    const message = inboundMessage(letterWith({ files: [bill] }));
    expect(await Promise.all([post(message), post(message)])).toEqual([200, 200]);
    expect(await post(message)).toBe(200);
    const kept = await db.selectFrom("inbound_attachments").select("position").execute();
    expect(kept).toEqual([{ position: 1 }]);
  });

  test("are never listed without their bytes: the email is sent again while they cannot be kept", async () => {
    const message = inboundMessage(letterWith({ files: [bill] }));
    const put = vi.spyOn(documents, "putDocument").mockRejectedValue(new Error("full"));
    await expect(post(message)).rejects.toThrow("full");
    expect(await db.selectFrom("inbound_emails").select("id").execute()).toEqual([]);
    put.mockRestore();
    expect(await post(message)).toBe(200);
    expect(linksTo((await eventsOf(sale.id)).html)).toHaveLength(1);
  });

  test("that the store has lost or changed are said to be so", async () => {
    expectError(/The attachment cannot be downloaded\. Please try again\./);
    await receive({ files: [bill] });
    const [href = ""] = linksTo((await eventsOf(sale.id)).html);
    await db.updateTable("inbound_attachments").set({ sha256: "0" }).execute();
    expect((await download(href)).status).toBe(500);
    await db.updateTable("inbound_attachments").set({ s3_document_key: "test/none.pdf" }).execute();
    expect((await download(href)).status).toBe(500);
  });

  test("of an email of no matter are listed with it", async () => {
    await receive({ to: env.INBOUND_EMAIL, from: "stranger@example.com", files: [bill] });
    const page = await open("/admin/unmatched-emails", ada);
    expect((await download(linksTo(page.html)[0]!)).status).toBe(200);
  });
});

describe("V1 what was asked for by email", () => {
  const searchesOf = (id: string) => open(`/admin/transactions/${id}/searches`, ada);
  const MESSAGE = "11111111-2222-4333-8444-555555555555";

  async function askForBill() {
    const actor = { id: (await insertPerson(db, "eve@fanlight.example")).id, request_id: "r" };
    await db
      .transaction()
      .execute((trx) => requestWaterBill(trx, sale.id, { actor, confirmed: SELLER }));
    await db.updateTable("email_log").set({ postmark_message_id: MESSAGE }).execute();
  }

  test("is answered by the attachments of its answers, on the page of searches", async () => {
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

  test("is answered by what the seller writes anew too, and not by somebody in their name", async () => {
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

  test("is not answered by what answers another matter's request", async () => {
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

  test("is listed for a plot plan too, once it was asked for", async () => {
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

describe("D3 T a sender who is not proved", () => {
  const NEW_BANK = "Our bank details have changed: 20-00-00, 12345678.";

  test.each<[Letter["sender"], string]>([
    [
      "forged",
      "The email looks like spam. Results: SPF failed, DKIM none, DMARC failed, spam score 15.",
    ],
    ["forged_headers", "Results: SPF failed, DKIM none, spam score 2.1."],
    ["unsigned", "Results: SPF none, DKIM none, spam score 0.8."],
  ])("is never shown as the seller: %s", async (sender, found) => {
    await receive({ to: env.INBOUND_EMAIL, text: NEW_BANK, sender });
    const { text } = await eventsOf(sale.id);
    expect(text).toContain("Sender not verified");
    expect(text).toContain(found);
    expect(text).toContain(`Claims to be from Sam Seller (${SELLER})`);
    expect(text).toContain("Matched by: Email address of a participant, sender not verified");
    expect(text).toContain(
      "This email mentions bank details. Before anyone pays, phone the sender on a number you already have",
    );
  });

  test.each([
    ["the reply address", {}],
    ["the id in the subject", { to: env.INBOUND_EMAIL, subject: "ID" }],
  ])("may be a stranger who knows %s", async (_what, letter: Partial<Letter>) => {
    const subject = letter.subject === "ID" ? sale.id : "Hello";
    await receive({ ...letter, subject, from: "Sam Seller <sam@elsewhere.example>" });
    const { text } = await eventsOf(sale.id);
    expect(text).toContain("Sender not verified");
    expect(text).toContain("The sender’s address doesn’t belong to anyone on this matter.");
    expect(text).toContain("Claims to be from Sam Seller (sam@elsewhere.example)");
  });

  test("is not the seller: who is proved is shown so, with the warning all the same", async () => {
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

  test("counts for nothing where it is said when somebody last wrote", async () => {
    await receive({ sender: "forged" });
    await receive({ from: "stranger@example.com" });
    expect((await readFacts(db, staffReader(), sale.id)).last_email_at).toBeNull();
    await receive({});
    expect((await readFacts(db, staffReader(), sale.id)).last_email_at).toBeInstanceOf(Date);
  });

  test("is among the unmatched emails too", async () => {
    await receive({ to: env.INBOUND_EMAIL, from: "stranger@example.com", text: NEW_BANK });
    const { text } = await open("/admin/unmatched-emails", ada);
    expect(text).toContain("Sender not verified");
    expect(text).toContain("The sender’s address doesn’t belong to anyone on any matter.");
    expect(text).toContain(
      "This email mentions bank details. Before anyone pays, phone the sender on a number you already have",
    );
  });
});

test("V12 an email to two matters' addresses is shown on both, with its files", async () => {
  const other = await insertSale(db, (await insertPerson(db, "other@example.com")).id);
  const cc = `${addressOf(other.id)}, ${addressOf("f".repeat(24))}`;
  const message = inboundMessage(letterWith({ cc, subject: "Both homes", files: [bill] }));
  expect(await post(message)).toBe(200);
  expect(await post(message)).toBe(200);
  for (const { id } of [sale, other]) {
    const page = await eventsOf(id);
    expect(page.text.match(/Both homes/g)).toHaveLength(1);
    expect((await download(linksTo(page.html)[0]!)).status).toBe(200);
  }
  expect((await open("/admin/unmatched-emails", ada)).text).toContain("No unmatched emails");
});

test("V12 a name and a subject stand for themselves, whatever letters they have", async () => {
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

async function download(href: string, visitor = ada) {
  const [, , , id = "", , position = ""] = href.split("/");
  const { loader } = modules.get("routes/admin/unmatched-emails/attachment.ts")!;
  const request = new Request(`http://localhost:3000${href}`, {
    headers: { Cookie: visitor.cookie },
  });
  return loader!({ request, params: { id, position }, context: {} }) as Promise<Response>;
}
