import { beforeEach, describe, expect, test } from "vitest";
import { createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale } from "#tests/support/documents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
});

const page = (role = "sell", id = sale.id) => `/dashboard/${role}/${id}/messages`;
const send = (fields: FormData | Record<string, string>, cookie = sale.seller.cookie) =>
  open(page(), { cookie, fields });

const pdf = (name = "lease.pdf", text = "one") =>
  new File([`%PDF-1.4\n${text}\n%%EOF\n`], name, { type: "application/pdf" });

function letterOf(message: string, ...files: File[]) {
  const form = new FormData();
  form.append("key", "key of the form");
  form.append("message", message);
  for (const file of files) form.append("files", file);
  return form;
}

describe("the page of a customer’s messages", () => {
  test("shows what the seller wrote, and is linked from the dashboard", async () => {
    const empty = await open(page(), sale.seller);
    expect(empty.status).toBe(200);
    expect(empty.text).toContain("No messages yet.");
    const { status, headers } = await send({
      key: "key 1",
      message: "Can they visit? <b>Soon</b>",
    });
    expect(status).toBe(303);
    expect(await flashIn({ headers })).toMatchObject({ title: "Message sent" });
    const shown = await open(page(), sale.seller);
    expect(shown.text).toContain("Can they visit?");
    expect(shown.html).not.toContain("<b>Soon");
    const dashboard = await open(`/dashboard/sell/${sale.id}`, sale.seller);
    expect(dashboard.html).toContain(`href="${page()}"`);
  });

  test("sends files, which go to Documents, and shows them with the message", async () => {
    const { status, headers } = await send(letterOf("Two files", pdf(), pdf("plan.pdf", "two")));
    expect(status).toBe(303);
    expect(await flashIn({ headers })).toMatchObject({ title: "Message sent" });
    const documents = await db
      .selectFrom("documents")
      .select(["id", "file_name", "uploaded_by", "request_id", "purchase_intent_id"])
      .orderBy("file_name")
      .execute();
    const sent = { uploaded_by: sale.seller.id, request_id: null, purchase_intent_id: null };
    expect(documents).toMatchObject([
      { ...sent, file_name: "lease.pdf" },
      { ...sent, file_name: "plan.pdf" },
    ]);
    const shown = await open(page(), sale.seller);
    for (const { id, file_name } of documents) {
      expect(shown.html).toMatch(new RegExp(`href="/documents/${id}"[^>]*><bdi>${file_name}`));
    }
    const others = await open(`/dashboard/sell/${sale.id}/documents`, sale.seller);
    expect(others.text).toContain("plan.pdf");
  });

  test("sends nothing if a file is refused, and keeps the typed message", async () => {
    const fake = new File(["<html>"], "page.pdf", { type: "application/pdf" });
    const { status, title, text, html } = await send(letterOf("With a plan", fake, pdf()));
    expect(status).toBe(400);
    expect(title).toMatch(/^Error: /);
    expect(text).toContain("“page.pdf” isn’t a PDF, photo, Word or Excel file");
    expect(html).toContain("With a plan</textarea>");
    expect(await db.selectFrom("messages").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("documents").select("id").execute()).toEqual([]);
  });

  test("stores one message and its files once if the button is pressed twice at once", async () => {
    await Promise.all([1, 2].map(() => send(letterOf("Once", pdf()))));
    expect(await db.selectFrom("messages").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("documents").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("message_documents").selectAll().execute()).toHaveLength(1);
    await send(letterOf("Once", pdf("other.pdf", "other")));
    expect(await db.selectFrom("messages").select("id").execute()).toHaveLength(2);
  });

  test("refuses the 21st message in an hour, keeps its text, and counts a repeated submit once", async () => {
    for (let count = 0; count < 20; count++) {
      expect((await send({ key: `key ${count}`, message: "Hello" })).status).toBe(303);
    }
    expect((await send({ key: "key 19", message: "Hello" })).status).toBe(303);
    const { status, text, html } = await send({ key: "key 20", message: "One more" });
    expect(status).toBe(429);
    expect(text).toContain(
      "You’ve sent 20 messages in an hour, so this one wasn’t sent. Try again in an hour, or phone us",
    );
    expect(html).toContain("One more</textarea>");
    expect(await db.selectFrom("messages").select("id").execute()).toHaveLength(20);
  });

  test("shows an empty message again with the error first", async () => {
    const { status, title, text } = await send({ key: "key 1", message: "  " });
    expect(status).toBe(400);
    expect(title).toMatch(/^Error: /);
    expect(text).toMatch(/There is a problem\s+Enter your message/);
  });

  test("says when we’ll answer a message, and that the purchase isn’t going ahead", async () => {
    const { id, buyer } = await createPurchaseAtStage(db, sale, { active: true });
    const form = { key: "key 3", message: "Can we visit?" };
    expect((await open(page("buy"), { cookie: buyer.cookie, fields: form })).status).toBe(303);
    const before = (await open(page("buy"), buyer)).text;
    expect(before).toMatch(
      /Ask for an update We’ll answer the message of \w+day \d+ \w+( \d+)? by \w+day \d+ \w+/,
    );
    expect(before).not.toContain("going ahead");
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-01-09" })
      .where("id", "=", id)
      .execute();
    expect((await open(page("buy"), buyer)).text).toContain(
      "Your purchase isn’t going ahead. You can still send us a message.",
    );
  });

  test("stores a message once if it is sent twice, and another message written after Back too", async () => {
    for (const message of ["Can they visit?", "Can they visit?", "And on Sunday?"]) {
      expect((await send({ key: "key 2", message })).status).toBe(303);
    }
    const stored = await db.selectFrom("messages").select("text").orderBy("at").execute();
    expect(stored.map(({ text }) => text)).toEqual(["Can they visit?", "And on Sunday?"]);
  });

  test("says by when we’ll answer a request for an update, which is possible once a day", async () => {
    const asked = await send({ intent: "ask" });
    expect(await flashIn(asked)).toMatchObject({ title: "You’ve asked for an update" });
    const shown = await open(page(), sale.seller);
    expect(shown.text).toMatch(
      /We’ll answer this request by \w+day \d+ \w+( \d+)?, \d+(\.\d\d)?[ap]m\s?\./,
    );
    expect(shown.text).not.toContain("Ask for an update</button>");
    const again = await send({ intent: "ask" });
    expect((await flashIn(again))?.title).toContain("already asked for an update");
    expect(await db.selectFrom("messages").select("id").execute()).toHaveLength(1);
  });

  test("is the same 404 for strangers, buyers and unknown matters", async () => {
    const stranger = await signIn(db, {});
    const { buyer } = await createPurchaseAtStage(db, sale, { active: true });
    for (const [visitor, path] of [
      [stranger, page()],
      [buyer, page()],
      [sale.seller, page("buy")],
      [sale.seller, page("sell", "a".repeat(24))],
      [sale.seller, page("sell", "x")],
    ] as const) {
      expect((await open(path, visitor)).status).toBe(404);
      const sent = await open(path, {
        cookie: visitor.cookie,
        fields: { key: "k", message: "Hi" },
      });
      expect(sent.status).toBe(404);
    }
    expect(await db.selectFrom("messages").select("id").execute()).toEqual([]);
  });
});
