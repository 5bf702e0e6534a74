import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { transactions as thirdfortOrders } from "#mocks/thirdfort/transactions.ts";
import { setFault } from "#mocks/faults.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash, send } from "../pages.ts";
import { createMatterWithPeople, listChecks } from "./checked-matter.ts";
import { createMatter } from "./matter.ts";
import { createPaidSale, findRequest } from "#tests/support/documents.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  tom = await signIn(db, { type: "admin", first_name: "Tom", last_name: "Reed" });
});

const pageOf = (id: string) => `/admin/transactions/${id}`;

/** Returns the address and fields of the form on the overview that has a field of this name. */
async function findForm(id: string, visibleField: string) {
  const { html } = await open(pageOf(id), ada);
  for (const [form = "", action = ""] of html.matchAll(
    /<form[^>]* action="([^"]*)".*?<\/form>/gs,
  )) {
    const visible = form.match(/<input(?![^>]*type="hidden")[^>]*>/g) ?? [];
    if (!visible.some((tag) => tag.includes(` name="${visibleField}"`))) continue;
    const fields = confirmFields(`<main>${form}`);
    return { action: action.replaceAll("&amp;", "&"), fields };
  }
  throw new Error(`There is no form with ${visibleField}`);
}

const post = ({ action, fields }: Awaited<ReturnType<typeof findForm>>, typed = {}, staff = ada) =>
  postAndReadFlash(action, staff, { ...fields, ...typed });

const typedDate = (name: string, [day, month, year]: [string, string, string]) => ({
  [`${name}.day`]: day,
  [`${name}.month`]: month,
  [`${name}.year`]: year,
});

describe("the overview of a matter", () => {
  test("the overview lists the people with role, phone link and ID check, and the firms", async () => {
    const { id } = await createMatterWithPeople(db);
    const { html, text, status } = await open(pageOf(id), ada);
    expect(status).toBe(200);
    const table = html.split("People of this matter")[1]!.split("</table>")[0]!;
    const rows = [...table.matchAll(/<tr id=.*?<\/tr>/gs)].map(([row]) => visibleText(row));
    expect(rows[0]).toMatch(/^\S+ \S+ Seller .*Not requested Correct/);
    expect(rows.some((row) => /Giftor/.test(row))).toBe(true);
    expect(rows.some((row) => /Sol .* Seller’s solicitor/.test(row))).toBe(true);
    expect(rows.at(-1)).toMatch(/Buyer’s solicitor/);
    expect(table).toContain('href="tel:');
    for (const part of ["Price and dates", "Open requests", "Latest events", "Key Information"]) {
      expect(text).toContain(part);
    }
    expect(text).toContain("Transaction Intelligence");
    expect(html.match(/Key Information<\/h2>/g)).toHaveLength(1);
  });

  test("the overview of a matter without buyers says so and has no dates", async () => {
    const { id } = await createMatter(db);
    const { text } = await open(pageOf(id), ada);
    expect(text).toContain("Price and dates No buyers yet.");
    expect(text).not.toContain("Exchange planned");
  });

  test("the overview shows an error in place of a section that cannot be read", async () => {
    expectError(/relation "document_requests" does not exist/);
    const { id } = await createMatter(db);
    await withoutTable(db, "document_requests", async () => {
      const { text, status } = await open(pageOf(id), ada);
      expect(status).toBe(200);
      expect(text).toContain("There was an error while fetching the requests");
      expect(text).toContain("Price and dates");
    });
  });
});

describe("what the overview folds", () => {
  const folded = (html: string, summary: string) =>
    visibleText(
      html
        .split(new RegExp(`<summary[^>]*>(?:<svg.*?</svg>)?${summary}`))[1]!
        .split("</details>")[0]!,
    );

  test("the overview shows three requests and three tasks, and folds the others", async () => {
    const { id } = await createPaidSale(db);
    await db
      .insertInto("document_requests")
      .values(
        ["One", "Two", "Three", "Four"].map((title) => ({
          ...{ transaction_id: id, kind: "other", source: "staff" as const, title },
          ...{ requested_on: "2026-11-02", due_on: "2099-01-01", requested_by: ada.id },
        })),
      )
      .execute();
    await db
      .insertInto("tasks")
      .values(
        [1, 2, 3, 4, 5].map((n) => ({
          ...{ transaction_id: id, title: `Task number ${n}`, due_on: `2099-01-0${n}` },
        })),
      )
      .execute();
    const { html, text } = await open(pageOf(id), ada);
    expect(text).toMatch(/\d+ more requests/);
    const tasks = folded(html, "2 more open tasks");
    expect(tasks).toContain("Task number 4");
    expect(tasks).toContain("Task number 5");
    expect(tasks).not.toContain("Task number 3");
    expect(text).toContain("Task number 3");
  });

  test("the key information is folded, and its links are not", async () => {
    const { id } = await createPaidSale(db);
    const { html } = await open(pageOf(id), ada);
    const facts = folded(html, "Show key information");
    for (const fact of ["ID", "Tenure", "Asking price", "Using referral code"]) {
      expect(facts).toContain(fact);
    }
    expect(facts).not.toContain("Full matter file");
  });
});

describe("one date on the overview", () => {
  const readDates = (purchase: string) =>
    db
      .selectFrom("purchase_intents")
      .select(["sale_agreed", "exchanged", "completed"])
      .where("id", "=", purchase)
      .executeTakeFirstOrThrow();

  test("saving one date keeps the others and returns to the overview", async () => {
    const { id, purchase } = await createMatterWithPeople(db);
    await db
      .updateTable("purchase_intents")
      .set({ sale_agreed: "2026-11-02" })
      .where("id", "=", purchase.id)
      .execute();
    const form = await findForm(id, "exchanged.day");
    const saved = await post(form, typedDate("exchanged", ["08", "12", "2037"]));
    if (saved.location === null) {
      // Staff confirm an unlikely date on the page with all dates.
      const asked = await send(form.action, ada, {
        ...form.fields,
        ...typedDate("exchanged", ["08", "12", "2037"]),
      });
      const sure = confirmFields(asked.html);
      expect(asked.text).toContain("Are you sure?");
      expect((await postAndReadFlash(form.action, ada, sure)).location).toBe(pageOf(id));
    } else {
      expect(saved.location).toBe(pageOf(id));
    }
    expect(await readDates(purchase.id)).toEqual({
      sale_agreed: "2026-11-02",
      exchanged: "2037-12-08",
      completed: null,
    });
  });

  test("the second of two editors sees both versions of a date", async () => {
    const { id, purchase } = await createMatterWithPeople(db);
    const form = await findForm(id, "sale_agreed.day");
    const first = { ...form.fields, ...typedDate("sale_agreed", ["02", "11", "2026"]) };
    const asked = await send(form.action, tom, first);
    await postAndReadFlash(form.action, tom, confirmFields(asked.html));
    const typed = { ...form.fields, ...typedDate("sale_agreed", ["03", "11", "2026"]) };
    const { status, text } = await send(form.action, ada, typed);
    expect(status).toBe(409);
    expect(text).toContain("02/11/2026");
    expect(text).toContain("03/11/2026");
    expect((await readDates(purchase.id)).sale_agreed).toBe("2026-11-02");
  });

  test("a date that doesn’t exist is shown again with its error", async () => {
    const { id } = await createMatterWithPeople(db);
    const form = await findForm(id, "sale_agreed.day");
    const typed = { ...form.fields, ...typedDate("sale_agreed", ["31", "02", "2026"]) };
    const { status, html } = await send(form.action, ada, typed);
    expect(status).toBe(400);
    expect(html).toContain('value="31"');
  });
});

describe("a phone number on the overview", () => {
  test("saving a phone number keeps the other details and returns to the overview", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const before = await db
      .selectFrom("users")
      .select(["first_name", "last_name", "email"])
      .where("id", "=", seller.person_id)
      .executeTakeFirstOrThrow();
    const form = await findForm(id, "phone_number");
    const { location, flash } = await post(form, { phone_number: "07400 123999" });
    expect(location).toBe(pageOf(id));
    expect(flash).toMatchObject({ title: "Details corrected" });
    const after = await db
      .selectFrom("users")
      .select(["first_name", "last_name", "email", "phone_number"])
      .where("id", "=", seller.person_id)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ ...before, phone_number: "+447400123999" });
  });

  test("a wrong phone number answers 400 and keeps what was typed", async () => {
    const { id } = await createMatterWithPeople(db);
    const { action, fields } = await findForm(id, "phone_number");
    const { status, html } = await send(action, ada, { ...fields, phone_number: "12" });
    expect(status).toBe(400);
    expect(html).toContain('value="12"');
  });

  test("a form of the overview never leads to a page outside the matter", async () => {
    const { id } = await createMatterWithPeople(db);
    const { action, fields } = await findForm(id, "phone_number");
    const forged = action.replace(/matter=.*/, "matter=//example.com");
    const { location } = await postAndReadFlash(forged, ada, {
      ...fields,
      phone_number: "07400 123888",
    });
    expect(location).toMatch(/^\/admin\/users\/[0-9a-f]{24}$/);
  });
});

describe("ordering the ID checks of everyone on a matter", () => {
  const orderPage = (id: string) => `${pageOf(id)}/thirdfort/order?from=overview`;

  /** Returns the form, with one value for each ticked person. */
  async function openOrder(id: string) {
    const { html, text } = await open(orderPage(id), ada);
    const people = [...html.matchAll(/type="checkbox"[^>]* value="([^"]*)"/g)].map(
      ([, one]) => one!,
    );
    const fields = confirmFields(html);
    delete fields.people;
    const ticked = Object.fromEntries(people.map((one, index) => [`people[${index}]`, one]));
    return { fields, people, ticked, text };
  }

  test("everyone is ticked, and one submit orders each check once", async () => {
    const { id } = await createMatterWithPeople(db);
    const known = (await state.list(thirdfortOrders)).length;
    const { fields, people, ticked } = await openOrder(id);
    expect(people.length).toBeGreaterThan(2);
    const answers = await Promise.all(
      [1, 2].map(() => postAndReadFlash(orderPage(id), ada, { ...fields, ...ticked })),
    );
    for (const { location, flash } of answers) {
      expect(location).toBe(pageOf(id));
      expect(flash).toMatchObject({ kind: "success", title: `${people.length} ID checks ordered` });
    }
    expect(await listChecks(db, id)).toHaveLength(people.length);
    expect(await state.list(thirdfortOrders)).toHaveLength(known + people.length);
    const after = await openOrder(id);
    expect(after.people).toEqual([]);
    expect(after.text).toContain("There’s no check to order.");
  });

  test("only the ticked people are checked, and no one ticked is an error", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const { fields } = await openOrder(id);
    const none = await send(orderPage(id), ada, fields);
    expect(none.status).toBe(400);
    expect(none.text).toContain("Choose at least one person");
    const one = { ...fields, "people[0]": `seller-${seller.person_id}` };
    const { flash } = await postAndReadFlash(orderPage(id), ada, one);
    expect(flash).toMatchObject({ title: "1 ID check ordered" });
    expect(await listChecks(db, id)).toHaveLength(1);
  });

  test("a phone number that was changed since is not texted", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const { fields } = await openOrder(id);
    await db
      .updateTable("users")
      .set({ phone_number: "+447400999999" })
      .where("id", "=", seller.person_id)
      .execute();
    const one = { ...fields, "people[0]": `seller-${seller.person_id}` };
    const { flash } = await postAndReadFlash(orderPage(id), ada, one);
    expect(flash).toMatchObject({ kind: "error", title: "0 of 1 ID check ordered" });
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("an order that Thirdfort may have received is named, and the next ones are not sent", async () => {
    expectError(/The vendor has not confirmed whether it received the order/);
    const { id } = await createMatterWithPeople(db);
    const { fields, people, ticked } = await openOrder(id);
    await setFault(state, "thirdfort", "down");
    const { flash } = await postAndReadFlash(orderPage(id), ada, { ...fields, ...ticked });
    await setFault(state, "thirdfort", "none");
    expect(flash).toMatchObject({
      kind: "error",
      title: `0 of ${people.length} ID checks ordered`,
      description: expect.stringMatching(/received the order\. .*Not ordered, because an order/),
    });
    expect(await listChecks(db, id)).toHaveLength(1);
  });
});

describe("documents on the overview", () => {
  const pdf = (name = "lease.pdf") =>
    new File([`%PDF-1.4\n${name}\n%%EOF\n`], name, { type: "application/pdf" });
  const upload = (id: string, answers: string, ...files: File[]) => {
    const fields = new FormData();
    fields.append("answers", answers);
    for (const file of files) fields.append("files", file);
    const path = `${pageOf(id)}/documents/upload?from=overview`;
    return open(path, { cookie: ada.cookie, fields });
  };

  test("staff upload a document to a request, once, and the request waits for review", async () => {
    const { id } = await createPaidSale(db);
    const request = await findRequest(db, id);
    expect((await open(pageOf(id), ada)).text).toContain("Upload documents");
    expect((await upload(id, request.id, pdf())).location).toBe(pageOf(id));
    expect((await upload(id, request.id, pdf())).location).toBe(pageOf(id));
    expect((await findRequest(db, id)).status).toBe("received");
    const stored = db.selectFrom("documents").select(["file_name", "uploaded_by", "request_id"]);
    expect(await stored.where("transaction_id", "=", id).execute()).toEqual([
      { file_name: "lease.pdf", uploaded_by: ada.id, request_id: request.id },
    ]);
    const received = db.selectFrom("events").select("id").where("transaction_id", "=", id);
    expect(await received.where("event_name", "=", "document_received").execute()).toHaveLength(1);
    expect((await open(pageOf(id), ada)).text).toMatch(/Received, from Ada Byron Review/);
  });

  test("an upload without a file, with a false file or for another matter saves nothing", async () => {
    const { id } = await createPaidSale(db);
    const other = await findRequest(db, (await createPaidSale(db)).id);
    const none = await upload(id, "seller");
    expect([none.status, none.text]).toEqual([400, expect.stringContaining("Choose a file")]);
    const fake = new File(["MZ"], "lease.pdf", { type: "application/pdf" });
    expect((await upload(id, "seller", fake)).status).toBe(400);
    const foreign = await upload(id, other.id, pdf());
    expect(foreign.status).toBe(400);
    expect(foreign.text).toContain("Choose where to add the files");
    expect((await upload("0".repeat(24), "seller", pdf())).status).toBe(404);
    const rows = db.selectFrom("documents").select("id").where("transaction_id", "=", id);
    expect(await rows.execute()).toEqual([]);
  });

  test("a reminder emails the side about its open documents, and names the people", async () => {
    const { id, seller } = await createPaidSale(db);
    const request = await findRequest(db, id);
    const path = `${pageOf(id)}/documents/requests/${request.id}/remind?from=overview`;
    const page = await open(path, ada);
    expect(page.text).toContain(seller.email);
    const fields = confirmFields(page.html);
    const { location, flash } = await postAndReadFlash(path, ada, fields);
    expect([location, flash?.title]).toEqual([pageOf(id), "Reminder sent"]);
    await postAndReadFlash(path, ada, fields);
    const audit = db.selectFrom("audit_log").select("id").where("subject_id", "=", id);
    expect(await audit.where("action", "=", "document_reminded").execute()).toHaveLength(1);

    await db
      .updateTable("document_requests")
      .set({ status: "accepted" })
      .where("id", "=", request.id)
      .execute();
    expect((await open(path, ada)).text).toContain("This document is no longer outstanding.");
  });
});
