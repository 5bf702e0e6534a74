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
const send = (fields: Record<string, string>, cookie = sale.seller.cookie) =>
  open(page(), { cookie, fields });

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

  test("shows an empty message again with the error first", async () => {
    const { status, title, text } = await send({ key: "key 1", message: "  " });
    expect(status).toBe(400);
    expect(title).toMatch(/^Error: /);
    expect(text).toMatch(/There is a problem\s+Enter your message/);
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
    expect(shown.text).toMatch(/We’ll answer by \w+day \d+ \w+, \d+(\.\d\d)?[ap]m\s?\./);
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
