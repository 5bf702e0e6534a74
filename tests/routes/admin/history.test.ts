import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordAudit } from "#app/domain/audit/audit.server.ts";
import { handOver } from "#app/domain/handlers/hand-over.server.ts";
import { correctPerson, readPersonToCorrect } from "#app/domain/people/correct-person.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction } from "#db/connection.ts";
import { fieldLabel } from "#app/domain/history/field-labels.ts";
import { countHistory, listHistory } from "#app/domain/history/list-history.server.ts";
import { runInRequest } from "#app/observability/request-context.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { readTableScans } from "#tests/support/query-plan.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { signInEditors } from "./estate-agents/editors.ts";
import { readFields } from "./fields.ts";
import { fillIn, open as openAlone, send } from "./pages.ts";
import { createMatter, createPurchaseAtStage } from "./transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;
let id: string;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

beforeEach(async () => {
  ({ id } = await createMatter(db, "12 Arch Street"));
  await withoutTriggers(db, (trx) => trx.deleteFrom("audit_log").execute());
});

const open = (path: string, by: Visitor) =>
  runInRequest({ id: "request-1", socketAddress: "10.0.0.1" }, () => openAlone(path, by));

const toPage = (tab = "") => `/admin/transactions/${id}${tab}`;
const toHistory = (query = "") => toPage(`/history${query}`);

const listViews = () =>
  db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "actor_kind", "fields", "request_id"])
    .where("subject_type", "=", "transaction")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

type Entry = { actor_id?: string; actor_kind?: "admin" | "system"; fields?: string[] };

describe("audit entries of viewing a matter", () => {
  test("viewing more than one page of a matter writes one audit entry per member of staff", async () => {
    const tabs = ["", "/buyers", "/events?events=all", "/tags", "/history", "/sellers"];
    for (const tab of tabs) expect((await open(toPage(tab), ada)).status).toBe(200);
    const view = { action: "transaction_viewed", actor_kind: "admin", fields: [] };
    const hers = { ...view, actor_id: ada.id, request_id: "request-1" };
    expect(await listViews()).toEqual([hers]);
    await open(toPage("/orders"), tom);
    expect(await listViews()).toEqual([hers, { ...hers, actor_id: tom.id }]);
  });

  test.each([
    [14, 1],
    [16, 2],
  ])(
    "viewing a matter again after %i minutes brings the number of audit entries to %i",
    async (minutes, views) => {
      const at = new Date(Date.now() - minutes * 60_000).toISOString();
      await insertEntry("transaction_viewed", at, { actor_id: ada.id });
      await open(toPage(), ada);
      expect(await listViews()).toHaveLength(views);
    },
  );

  test("viewing a matter writes an audit entry even if the same person has just changed the matter", async () => {
    const now = new Date().toISOString();
    await insertEntry("transaction_tags_updated", now, { actor_id: ada.id });
    await open(toPage(), ada);
    expect(await listViews()).toHaveLength(2);
  });

  test("a customer’s request and a request for a missing matter write no audit entry", async () => {
    expect((await open(toPage(), await signIn(db))).location).toBe("/sell/get-started");
    expect(await listViews()).toEqual([]);
    const known = await countRows();
    await open(`/admin/transactions/${"0".repeat(24)}`, ada);
    await open("/admin/transactions/x", ada);
    expect(await countRows()).toBe(known);
  });

  test("the page of a matter fails if its audit entry cannot be written", async () => {
    expectError(/the table is broken/);
    const mend = await breakWrites(db, "audit_log");
    const page = await open(toPage("/sellers"), ada);
    await mend();
    expect(page.status).toBe(500);
    expect(page.text).toContain("There was an error getting the transaction");
    expect(page.text).not.toContain("Key Information");
  });
});

async function countRows() {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from audit_log`
    .execute(db)
    .then(({ rows: [row] }) => row!);
  return rows;
}

describe("the history page of a matter", () => {
  test("the history page lists who changed which fields and when, in London time, and the matter’s page links to it", async () => {
    const purchase = await createPurchaseAtStage(db, await propertyOf(), { first_name: "Bea" });
    await insertEntry("transaction_created", "2026-01-05T09:00:00Z", { actor_kind: "system" });
    await insertEntry("estate_agent_assigned", "2026-07-01T23:30:00Z", {
      actor_id: tom.id,
      fields: ["estate_agent_status", "estate_agent_id"],
    });
    await runInRequest({ id: "request-2", socketAddress: "10.0.0.1" }, async () => {
      const path = toPage(`/buyers/${purchase.id}/dates`);
      const asked = await fillIn(ada, path, "dates", {
        "sale_agreed.day": "1",
        "sale_agreed.month": "9",
        "sale_agreed.year": "2026",
        "aborted.day": "1",
        "aborted.month": "10",
        "aborted.year": "2026",
      });
      await send(path, ada, readFields(asked.html, "dates"));
    });
    const page = await open(toPage(), ada);
    expect(page.html).toContain(`href="${toHistory()}">History of views and changes</a>`);
    const { html, title, status, text } = await open(toHistory(), ada);
    expect(status).toBe(200);
    expect(title).toMatch(/^12 Arch Street, York, .* - History - Fanlight$/);
    const now = expect.stringMatching(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/);
    const rows = listRows(html);
    const views = rows.filter(([, , what]) => what === "Transaction viewed");
    expect(views[0]).toEqual([now, "Ada Marsh", "Transaction viewed", "– None", "– None"]);
    expect(rows.filter(([, , what]) => what !== "Transaction viewed")).toEqual([
      [
        now,
        "Ada Marsh",
        "Significant dates changed: Purchase Intent 1",
        "Sale Agreed, Aborted",
        "Sale Agreed: set to 01/09/2026. Aborted: set to 01/10/2026",
      ],
      [now, "Bea Byron", "Buyer terms accepted: Purchase Intent 1", "– None", "– None"],
      [now, "Bea Byron", "Purchase intent created: Purchase Intent 1", "– None", "– None"],
      [
        "02/07/2026, 00:30",
        "Tomasin Okonjo",
        "Estate agent assigned",
        "Estate agent status, Estate agent",
        "– None",
      ],
      ["05/01/2026, 09:00", "System", "Transaction created", "– None", "– None"],
    ]);
    expect(text).not.toMatch(/[a-z]_[a-z]/);
  });

  test("the history page shows the old and new date of each change (ST-5)", async () => {
    const purchase = await createPurchaseAtStage(db, await propertyOf());
    const days = ["28", "18", ""];
    for (const [index, day] of days.entries()) {
      const [month, year] = day ? ["12", "2099"] : ["", ""];
      const fields = { "completed.day": day, "completed.month": month, "completed.year": year };
      await runInRequest({ id: `request-${index}`, socketAddress: "10.0.0.1" }, async () => {
        const path = toPage(`/buyers/${purchase.id}/dates`);
        await fillIn(ada, path, "dates", fields);
      });
    }
    const { html } = await open(toHistory(), ada);
    const rows = listRows(html).filter(([, , what]) => what?.startsWith("Significant dates"));
    expect(rows.map(([, , , ...cells]) => cells)).toEqual([
      ["Completed", "Completed: removed, was 18/12/2099"],
      ["Completed", "Completed: from 28/12/2099 to 18/12/2099"],
      ["Completed", "Completed: set to 28/12/2099"],
    ]);
  });

  test("the history page shows who changed a person’s details, the price, the handler and the tags, from what to what", async () => {
    const { seller_id, property_id } = await db
      .selectFrom("transactions")
      .select(["seller_id", "property_id"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const purchase = await createPurchaseAtStage(db, { id, property_id }, { first_name: "Bea" });
    const by = { actor: { id: tom.id, request_id: "request-9" } };
    await withoutTriggers(db, (trx) => trx.deleteFrom("audit_log").execute());
    const seller = await readPersonToCorrect(db, service, { kind: "user", id: seller_id });
    await correctPerson(
      db,
      { kind: "user", id: seller_id },
      { ...seller, first_name: "Augusta", phone_number: "+447400123456" },
      { ...by, opened: toVersion(seller) },
    );
    await handOver(
      db,
      id,
      { handler_id: tom.id, note: "Away" },
      { ...by, opened: toVersion({ handler_id: null }) },
    );
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable("purchase_intents")
        .set({ agreed_price_pounds: 360_000 })
        .where("id", "=", purchase.id)
        .execute();
      await recordAudit(trx, {
        ...by,
        action: "significant_dates_updated",
        subject: { type: "purchase_intent", id: purchase.id },
        fields: ["agreed_price_pounds"],
      });
    });
    const { html } = await open(toHistory(), ada);
    const rows = listRows(html).filter(([, who]) => who === "Tomasin Okonjo");
    expect(rows.map(([, , what, , values]) => [what, values])).toEqual([
      [
        "Significant dates changed: Purchase Intent 1",
        expect.stringMatching(/^Agreed price: from £[\d,]+ to £360,000$/),
      ],
      ["Matter handed over", "Handler: set to Tomasin Okonjo"],
      [
        "Details of a person corrected: Augusta Byron",
        "First name: from Ada to Augusta. Phone number: set to 07400 123456",
      ],
    ]);
  });

  test("the history page has a label for every field of a matter (ST-5)", async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any(array['transactions', 'purchase_intents',
        'properties', 'orders', 'invitations', 'checks', 'reports', 'additional_requests'])`.execute(
      db,
    );
    const labels = rows.map(({ name }) => fieldLabel(name));
    expect(labels).toContain("Asking price");
    expect(labels.filter((label) => / (?:pounds|pence|at)$/.test(label))).toEqual([]);
  });

  test("the history page of a matter contains only entries of this matter", async () => {
    const other = await createMatter(db);
    await open(`/admin/transactions/${other.id}`, tom);
    const { html } = await open(toHistory(), ada);
    expect(listRows(html).map(([, who]) => who)).toEqual(["Ada Marsh"]);
  });

  test("“Load More” on the history page continues after the last row shown, even among rows with equal times", async () => {
    await open(toPage(), ada);
    for (let count = 0; count < 44; count++) {
      await insertEntry(
        `step_${count}`,
        count < 30 ? "2026-01-05T09:00:00Z" : "2026-01-06T09:00:00Z",
      );
    }
    const seen: string[] = [];
    let next: string | undefined = toHistory();
    for (const shown of [
      "Showing 20 of 45 items",
      "Showing 40 of 45 items",
      "Showing 45 of 45 items",
    ]) {
      expect(next).toBeDefined();
      const { html, text } = await open(next!, ada);
      expect(text).toContain(shown);
      seen.push(...listRows(html).map(([, , what]) => what!));
      next = /href="([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(next).toBeUndefined();
    const steps = Array.from({ length: 44 }, (_, index) => `Step ${43 - index}`);
    expect(seen).toEqual(["Transaction viewed", ...steps]);
  });

  test.each(["x", "-1", "%00", "1'or'1", "9".repeat(40), "a".repeat(24)])(
    "the history page starts at the newest entry for the invalid cursor %s",
    async (after) => {
      const { html, status } = await open(toHistory(`?after=${after}&shown=-7`), ada);
      expect(status).toBe(200);
      expect(listRows(html)).toHaveLength(1);
    },
  );

  test.each(["0".repeat(24), "x", "undefined"])(
    "the history page answers 404 for the matter %s",
    async (missing) => {
      const page = await open(`/admin/transactions/${missing}/history`, ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Transaction not found");
      expect(page.text).toContain("Menu");
    },
  );

  test("the history page shows an error below its heading if the entries cannot be read", async () => {
    expectError(/column .*fields.* does not exist/);
    await open(toPage(), ada);
    await withoutTable(db, "audit_log.fields", async () => {
      const { status, text } = await open(toHistory(), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the history");
      expect(text).toContain("History of 12 Arch Street");
    });
  });

  test("the history page reads only as many rows as it shows, even far down the list", async () => {
    await sql`
      insert into audit_log (at, actor_kind, action, subject_type, subject_id)
      select now() - make_interval(mins => n), 'admin', 'transaction_viewed', 'transaction',
        case n % 4 when 0 then ${id} else lpad(to_hex(n), 24, '0') end
      from generate_series(1, 40000) n`.execute(db);
    await sql`analyze audit_log`.execute(db);
    const { items } = await listHistory(db, staffReader(), id, { limit: 5_000 });
    for (const after of [undefined, items.at(-1)!.id]) {
      const scans = await readTableScans((watched) =>
        listHistory(watched, staffReader(), id, { limit: 20, after }),
      );
      const log = scans.filter(({ table }) => table === "audit_log");
      expect(log.map(({ index }) => index)).toContain("audit_log_subject");
      expect(log.filter(({ index }) => index === null)).toEqual([]);
      expect(Math.max(...log.map(({ rows }) => rows))).toBeLessThanOrEqual(22);
    }
    expect(await countHistory(db, staffReader(), id)).toEqual({ total: 10_000, more: false });
  });
});

async function propertyOf() {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, property_id };
}

async function insertEntry(action: string, at: string, entry: Entry = {}) {
  await db
    .insertInto("audit_log")
    .values({
      actor_kind: "admin",
      ...entry,
      action,
      at: new Date(at),
      subject_type: "transaction",
      subject_id: id,
    })
    .execute();
}

function listRows(html: string) {
  const [, body = ""] = /<tbody[^>]*>(.*?)<\/tbody>/.exec(html) ?? [];
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => visibleText(cell!)),
  );
}
