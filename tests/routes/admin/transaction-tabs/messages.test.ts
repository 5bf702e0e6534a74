import { beforeEach, describe, expect, test } from "vitest";
import { askForUpdate } from "#app/domain/conversations/own-messages.server.ts";
import { receiveEmail } from "#app/domain/inbound-emails/received-emails.server.ts";
import { formName } from "#app/routes/admin/shared/conversation/form-name.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { receivedEmail } from "#tests/support/inbound-emails.ts";
import { customerReader } from "#tests/support/readers.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { createPurchaseAtStage } from "./matter.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;
let staff: Visitor;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
  staff = await signIn(db, { type: "admin" });
});

const tab = (query = "") => `/admin/transactions/${sale.id}/messages${query}`;

const receive = (text_body: string, change: Parameters<typeof receivedEmail>[0] = {}) =>
  receiveEmail(db, receivedEmail({ from_email: sale.seller.email, text_body, ...change }));

const readVersion = async () =>
  String(
    (await db.selectFrom("conversations").select("version").executeTakeFirstOrThrow()).version,
  );

const keyOf = (form: "answer" | "note") => newIdempotencyKey(formName(form, `http://x${tab()}`));

const answer = async (change: Record<string, string> = {}) => ({
  ...{ intent: "send", form_key: keyOf("answer"), version: await readVersion() },
  ...{ to: sale.seller.email, subject: "Re: Hello", text: "Saturday is fine." },
  ...change,
});

describe("the tab of a matter’s messages", () => {
  test("shows the stream of a side, with doubtful senders folded", async () => {
    await receive("Can they visit? <script>alert(1)</script>\n> Old text");
    await receive("Pay here: sort code 20-00-00, account 12345678", {
      from_email: "x@example.com",
      from_name: "Sol Ashby",
      mailbox_hashes: [sale.id],
    });
    await receive("I am away", { automatic: "reply" });
    const { status, text, html } = await open(tab(), staff);
    expect(status).toBe(200);
    expect(text).toContain("Can they visit?");
    expect(html).not.toContain("<script>alert");
    expect(text).toContain("Show quoted text");
    expect(text).toMatch(/Sender not proved\s*Claims to be from x@example\.com/);
    expect(text).toContain("This email mentions bank details");
    expect(text).toMatch(/Automatic reply\s*From .*No answer needed/);
    expect(text).toContain("The person it’s about can ask to read it");
  });

  test("an answer is sent, and its sender sees it", async () => {
    await receive("Hello");
    const sent = await postAndReadFlash(tab(), staff, await answer());
    expect(sent).toMatchObject({ location: tab(), flash: { title: "Email sent" } });
    const { text } = await open(tab(), staff);
    expect(text).toContain("Saturday is fine.");
    expect(text).toContain("Answered");
  });

  test("the first email of a side is sent from its empty conversation", async () => {
    const fields = readFields((await open(tab(), staff)).html, "answer");
    const typed = { ...fields, text: "Welcome to Fanlight." };
    const sent = await postAndReadFlash(tab(), staff, typed);
    expect(sent).toMatchObject({ location: tab(), flash: { title: "Email sent" } });
  });

  test("an answer to a conversation that has changed is shown again with the typed text", async () => {
    await receive("Hello");
    const typed = await answer({ text: "My careful answer" });
    await receive("One more thing");
    const { status, text, html } = await open(tab(), { ...staff, fields: typed });
    expect(status).toBe(409);
    expect(text).toContain("A new message arrived while this page was open");
    expect(html).toContain("My careful answer");
    expect(html).toContain(`name="version" value="${await readVersion()}"`);
  });

  test("a preview shows the email and sends nothing", async () => {
    await receive("Hello");
    const { status, text } = await open(tab(), {
      ...staff,
      fields: await answer({ intent: "preview" }),
    });
    expect(status).toBe(200);
    expect(text).toContain("Preview of the email");
    expect(text).toContain("Saturday is fine.");
    const sent = await db.selectFrom("email_log").select("name").execute();
    expect(sent.map(({ name }) => name)).not.toContain("conversation_answer");
  });

  test("a template fills its facts, and cannot be sent while one is missing", async () => {
    await receive("Hello");
    const { html } = await open(tab("?template=completion-date"), staff);
    expect(html).toContain("Hello Ada,");
    expect(html).toContain("{{completion_date}}");
    const { status, text } = await open(tab(), {
      ...staff,
      fields: await answer({ text: "On {{completion_date}}" }),
    });
    expect(status).toBe(400);
    expect(text).toContain("Completion date is not known");
  });

  test("a note is saved for a side without messages, and only there", async () => {
    const { id } = await createPurchaseAtStage(db, sale, { active: true });
    const here = tab(`?purchase=${id}`);
    const saved = await postAndReadFlash(here, staff, {
      ...{ intent: "note", form_key: keyOf("note"), note: "Phone the agent first" },
    });
    expect(saved).toMatchObject({ location: here, flash: { title: "Internal note saved" } });
    expect((await open(here, staff)).text).toContain("Phone the agent first");
    expect((await open(tab(), staff)).text).not.toContain("Phone the agent first");
  });

  test("a note that mentions the reader stays unread until the reader uses its button", async () => {
    const writer = await signIn(db, { type: "admin", first_name: "Tomasin" });
    await postAndReadFlash(tab(), writer, {
      ...{ intent: "note", form_key: keyOf("note"), note: "Phone Hannah", mentions: staff.id },
    });
    const isUnread = async () => {
      const { read_at } = await db
        .selectFrom("message_mentions")
        .select("read_at")
        .executeTakeFirstOrThrow();
      return read_at === null;
    };
    expect((await open(tab(), writer)).text).not.toContain("Mark as read");
    for (let times = 0; times < 2; times++) {
      expect((await open(tab(), staff)).text).toContain("Mark as read");
    }
    expect(await isUnread()).toBe(true);
    const { id } = await db
      .selectFrom("messages")
      .select("id")
      .where("kind", "=", "internal_note")
      .executeTakeFirstOrThrow();
    const read = await postAndReadFlash(tab(), staff, { intent: "read", note: id });
    expect(read).toMatchObject({ location: tab(), flash: { title: "Note marked as read" } });
    expect(await isUnread()).toBe(false);
    expect((await open(tab(), staff)).text).not.toContain("Mark as read");
  });

  test("an answer starts with the subject of its recipient’s newest email", async () => {
    await receive("Hello", { subject: "Re: My first question" });
    await receive("The pack is ready", {
      ...{ from_email: "sol@ashby.example", subject: "Contract pack", mailbox_hashes: [sale.id] },
    });
    const subjectIn = async () => {
      const { html } = await open(tab(), staff);
      return /name="subject"[^>]*value="([^"]*)"/.exec(html)?.[1];
    };
    expect(await subjectIn()).toBe("Re: My first question");
    await db.deleteFrom("messages").execute();
    expect(await subjectIn()).toMatch(/^Your sale: /);
  });

  test("a request for an update has no text, and is not shown as an email without one", async () => {
    const place = { transaction_id: sale.id, side: "seller" as const };
    const reader = customerReader(sale.seller.id);
    await db.transaction().execute((trx) => askForUpdate(trx, { ...place, reader }));
    const { text } = await open(tab(), staff);
    expect(text).toContain("Asked for an update");
    expect(text).not.toContain("This email has no text.");
  });

  test("a preview of an answer to a firm has the number in its subject, and the contact", async () => {
    await receive("Hello");
    await db
      .updateTable("transactions")
      .set({ seller_lawyer_group_id: await insertLawyerGroup(db), handler_id: staff.id })
      .where("id", "=", sale.id)
      .execute();
    const { number } = await db
      .selectFrom("transactions")
      .select("number")
      .where("id", "=", sale.id)
      .executeTakeFirstOrThrow();
    const { text } = await open(tab(), {
      ...staff,
      fields: await answer({ intent: "preview", to: "sol@ashby.example" }),
    });
    expect(text).toContain(`Re: Hello (F-${number})`);
    expect(text).toContain("Your contact: Sam Seller");
  });

  test("a colleague without permission reads and changes nothing", async () => {
    await receive("Hello");
    const reader = await signIn(db, { type: "admin", roles: ["read_only"] });
    const { status, text } = await open(tab(), reader);
    expect(status).toBe(200);
    expect(text).not.toContain("Save internal note");
    const refused = await open(tab(), { ...reader, fields: await answer() });
    expect(refused.status).toBe(403);
  });
});
