import { beforeAll, describe, expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "./fields.ts";
import { fillIn, open, postAndReadFlash, runLoader, send } from "./pages.ts";
import { insertInvoice, saleOfPartner } from "./staff-forms/invoices.ts";

const { db } = useTestDatabase();
let fin: Visitor;

beforeAll(async () => {
  fin = await signIn(db, { type: "admin", roles: ["finance"] });
});

const LIST = "/admin/invoices";

function dateFields(name: string, day: string) {
  const [year = "", month = "", date = ""] = day.split("-");
  return { [`${name}.day`]: date, [`${name}.month`]: month, [`${name}.year`]: year };
}

describe("the list of invoices", () => {
  test("a sale goes from “To invoice” to “Invoiced” and “Received”, and back", async () => {
    const { owner, code, month, order_id } = await saleOfPartner(db);
    const add = `${LIST}/add?owner=${encodeURIComponent(owner)}&month=${month}`;
    const list = await open(LIST, fin);
    expect(list.text).toContain(`Record invoice for ${code}`);
    const today = londonDay(new Date());
    const typed = {
      number: `N-${code}`,
      ...dateFields("issued_on", today),
      ...dateFields("due_on", today),
      "orders[0]": order_id,
    };
    const added = await fillIn(fin, add, "invoice", typed);
    expect(added.location).toBe(`${LIST}?state=invoiced`);
    const invoiced = await open(`${LIST}?state=invoiced`, fin);
    expect(invoiced.text).toContain(`N-${code}`);
    const { id } = await db
      .selectFrom("invoices")
      .select("id")
      .where("number", "=", `N-${code}`)
      .executeTakeFirstOrThrow();
    const received = await fillIn(fin, `${LIST}/received?invoice=${id}`, "received-form", {
      ...dateFields("received_on", today),
    });
    expect(received.location).toBe(`${LIST}?state=received`);
    for (const [verb, state] of [
      ["not-received", "received"],
      ["cancel", "invoiced"],
    ]) {
      const path = `${LIST}/${id}/${verb}`;
      const fields = confirmFields((await open(path, fin)).html);
      const done = await postAndReadFlash(path, fin, fields);
      expect(done.flash).toMatchObject({ kind: "success" });
      expect(done.location).toBe(`${LIST}?state=${state}`);
      // A second press gets the same answer.
      expect(await postAndReadFlash(path, fin, fields)).toEqual(done);
    }
    expect((await open(LIST, fin)).text).toContain(`Record invoice for ${code}`);
  });

  test("a sale that won’t be invoiced is listed with its reason, and can be invoiced after all", async () => {
    const { owner, code, month, order_id, transaction_id } = await saleOfPartner(db);
    const path = `${LIST}/not-needed?owner=${encodeURIComponent(owner)}&month=${month}`;
    expect((await open(LIST, fin)).text).toContain(`Don’t invoice ${code}`);
    const wrong = await fillIn(fin, path, "not-needed", { reason: "" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Enter the reason");
    expect(wrong.text).toContain("Choose at least one sale");
    const saved = await fillIn(fin, path, "not-needed", {
      reason: "Goodwill",
      "orders[0]": order_id,
    });
    expect(saved.location).toBe(`${LIST}?state=not_needed`);
    const list = await open(`${LIST}?state=not_needed`, fin);
    expect(list.text).toContain(code);
    expect(list.text).toContain("Goodwill");
    const orders = await open(`/admin/transactions/${transaction_id}/orders`, fin);
    expect(orders.text).toContain("Won’t be invoiced: Goodwill. Decided by");
    const needed = `${LIST}/${order_id}/needed`;
    const done = await postAndReadFlash(needed, fin, confirmFields((await open(needed, fin)).html));
    expect(done.flash).toMatchObject({ kind: "success" });
    expect((await open(LIST, fin)).text).toContain(`Record invoice for ${code}`);
  });

  test("errors of the form name the field, and keep what was typed", async () => {
    const { owner, month } = await saleOfPartner(db);
    const add = `${LIST}/add?owner=${encodeURIComponent(owner)}&month=${month}`;
    const page = await fillIn(fin, add, "invoice", { number: "FL-9" });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Enter the invoice date");
    expect(page.html).toContain('value="FL-9"');
  });

  test("an unpaid invoice is chosen by its number, and stays listed behind the page that cancels it", async () => {
    const id = await insertInvoice(db, fin);
    const { html } = await open(`${LIST}?state=invoiced`, fin);
    expect(html).toMatch(new RegExp(`<label[^>]*><input[^>]*value="${id}"/><span>FL-`));
    const cancel = `${LIST}/${id}/cancel?state=invoiced`;
    expect(html).toContain(`href="${cancel}"`);
    const page = await open(cancel, fin);
    expect(page.text).toContain("The sale will be under “To invoice” again.");
    expect(page.title).toBe("Cancel invoice - Invoiced - Fanlight");
  });

  test("an invoice that is due is marked as overdue", async () => {
    const id = await insertInvoice(db, fin);
    await db
      .updateTable("invoices")
      .set({ issued_on: "2026-01-02", due_on: "2026-01-16" })
      .where("id", "=", id)
      .execute();
    expect((await open(`${LIST}?state=invoiced`, fin)).text).toContain("16/01/2026 Overdue");
  });

  test("the export is a CSV file of the filtered list", async () => {
    await insertInvoice(db, fin);
    const file = await runLoader(`${LIST}/export?state=invoiced`, fin);
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("Content-Disposition")).toContain("invoices-invoiced.csv");
  });

  test.each([
    ["add?owner=agent:1&month=2026-11", 404],
    ["add", 404],
    ["received", 400],
    ["received?invoice=zz", 400],
    [`${"f".repeat(24)}/cancel`, 404],
    ["zz/not-received", 404],
    ["not-needed?owner=agent:1&month=2026-11", 404],
    [`${"f".repeat(24)}/needed`, 404],
  ])("the page %s without such an invoice answers %i", async (path, status) => {
    expect((await open(`${LIST}/${path}`, fin)).status).toBe(status);
  });

  test("the list says that it cannot be read", async () => {
    expectError(/There was an error while fetching invoices/);
    await withoutTable(db, "invoices", async () => {
      const { status, text } = await open(LIST, fin);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching invoices");
    });
  });

  test("a lead cannot see or record invoices", async () => {
    const lead = await signIn(db, { type: "admin", roles: ["lead"] });
    for (const path of [
      "",
      "/add",
      "/received",
      "/export",
      "/not-needed",
      `/${"f".repeat(24)}/needed`,
    ]) {
      expect((await runLoader(`${LIST}${path}`, lead)).status).toBe(403);
    }
    expect((await send(`${LIST}/add`, lead, {})).status).toBe(403);
    expect((await open("/admin/transactions", lead)).html).not.toContain(`href="${LIST}"`);
  });
});
