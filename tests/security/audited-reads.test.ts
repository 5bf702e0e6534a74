import { existsSync } from "node:fs";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putDocument } from "#app/clients/documents.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn } from "#tests/support/sign-in.ts";

/**
 * Requests every staff page of the build, and the dashboards. A page that is shown must leave a row
 * in the audit log. A rejected request must leave none.
 */

const { db } = useTestDatabase();
const file = new URL("../../build/server/index.js", import.meta.url);
const isBuilt = existsSync(file);
const routes = isBuilt ? await readBuiltRoutes() : [];
const build = isBuilt ? ((await import(file.href)) as ServerBuild) : null;
afterAll(() => Reflect.deleteProperty(globalThis, Symbol.for("fanlight.begun")));

const DASHBOARDS = ["sell", "buy"].map((role) => `/dashboard/${role}/:id`);

const loading = routes.filter(
  ({ pattern, loads }) =>
    loads && (pattern.startsWith(paths.admin.home()) || DASHBOARDS.includes(pattern)),
);

const pages = [...new Set(loading.map(({ pattern }) => pattern))];

/**
 * Every route with a loader, except the tab behind the tags dialog, which has no separate address.
 */
const parts = loading.filter(({ id }) => id !== "admin/transactions/overview-behind-dialogs");

const WITHOUT_A_ROW = [
  /^\/admin\/(?:ask-charlie|config|processing-record)$/,
  /^\/admin\/(?:restoration|status|estate-agent-brands)\b/,
  /^\/admin\/search$/,
  /^\/admin\/(?:sellers-invitations|buyers-invitations|estate-agents)\/add$/,
];

/**
 * Pages that staff without a role can open. The last one changes a setting that the browser stores.
 */
const FOR_ALL_STAFF = ["/admin", "/admin/*", "/admin/search/shortcut"];

let matter: Awaited<ReturnType<typeof fullMatter>>;
let ids: Awaited<ReturnType<typeof insertRecords>>;
let colleague = "";

beforeAll(async () => {
  matter = await fullMatter(db);
  const event_name = "referral_code_applied";
  await recordEvent(db, { transaction_id: matter.id, event_name, author: "seller" });
  ids = await insertRecords();
  colleague = (await signIn(db, { type: "admin" })).id;
});

test("the build exists and has staff pages", () => {
  expect(isBuilt, "build/server/index.js is missing: run `npm run build` first").toBe(true);
  expect(pages.length).toBeGreaterThan(100);
});

test.each(pages)("staff without a role leave no audit row at %s (SE-3)", async (pattern) => {
  const tom = await signIn(db, { type: "admin", roles: [] });
  const status = await ask(pattern, tom);
  if (!FOR_ALL_STAFF.includes(pattern)) expect(status).toBe(403);
  expect(await rowsOf(tom)).toEqual([]);
});

test.each(pages)("a customer leaves no audit row at %s (SE-3)", async (pattern) => {
  const jane = await signIn(db);
  expect(await ask(pattern, jane)).not.toBe(200);
  expect(await rowsOf(jane)).toEqual([]);
});

/**
 * Pages that staff were shown, with the status 200. A redirect has the status 202. If a dialog is
 * missing, the page behind it is shown.
 */
const pagesShown = new Set<string>();

test.each(pages)(
  "staff who are shown the page %s leave one audit row if it shows a customer, colleague or firm (SE-3)",
  async (pattern) => {
    const ada = await signIn(db, { type: "admin" });
    if (pattern.includes("/thirdfort"))
      expectError(/thirdfort (?:could not be reached|is unavailable)/);
    const status = await ask(pattern, ada);
    if (status !== 200) return;
    pagesShown.add(pattern);
    const isWithout = WITHOUT_A_ROW.some((page) => page.test(pattern));
    expect(await rowsOf(ada)).toHaveLength(isWithout ? 0 : 1);
  },
);

/**
 * Routes that show no customer. If they show a firm or a colleague, the page’s parent route leaves
 * the row.
 */
const PARTS_WITHOUT_A_ROW = [
  /^routes\/admin\/layout$/,
  /^(?:routes\/)?admin\/estate-agents\/(?:office|checks|people|valuers|negotiators)\//,
  /^(?:routes\/)?admin\/(?:law-firms|lawyer-groups)\/(?:add|edit|retire)$/,
  /^routes\/admin\/staff\/(?:add|confirm-review|roles|deactivate|reactivate|reset-second-factor|end-sessions)$/,
  /^routes\/admin\/unmatched-emails\/rematch-all$/,
  /^routes\/admin\/workload\/add-absence$/,
];

const partsShown = new Set<string>();

/** A browser can request the loader of one route alone, so each loader must leave a row. */
test.each(parts)(
  "staff who load only the route $id at $pattern leave an audit row if the route shows a customer (SE-3)",
  async (part) => {
    const { id, pattern } = part;
    const ada = await signIn(db, { type: "admin" });
    if (id.endsWith("/thirdfort/tab"))
      expectError(/thirdfort (?:could not be reached|is unavailable)/);
    if ((await ask(pattern, ada, id)) !== 200) return;
    partsShown.add(id);
    const isWithout =
      WITHOUT_A_ROW.some((page) => page.test(pattern)) ||
      PARTS_WITHOUT_A_ROW.some((frame) => frame.test(id));
    const rows = await rowsOf(ada);
    expect(rows.length > 0).toBe(!isWithout);
  },
);

test.each(parts)(
  "staff without a role cannot load the route $id at $pattern alone, and leave no audit row (SE-3)",
  async (part) => {
    const { id, pattern } = part;
    const tom = await signIn(db, { type: "admin", roles: [] });
    const status = await ask(pattern, tom, id);
    if (!FOR_ALL_STAFF.includes(pattern)) expect(status).toBe(403);
    expect(await rowsOf(tom)).toEqual([]);
  },
);

test("the tests of audit rows load more than 80 routes, including all five that return a file", () => {
  expect(partsShown.size).toBeGreaterThan(80);
  const ofFiles =
    /(?:(?<!exclude-)document|(?<!file-)attachment|formatted|report\/download|file\/download)$/;
  const files = parts.filter(({ id }) => ofFiles.test(id)).map(({ id }) => id);
  expect(files).toHaveLength(5);
  expect(files.filter((id) => !partsShown.has(id))).toEqual([]);
});

test("the tests of audit rows load more than 80 pages, including every record’s page", () => {
  const records =
    /^\/admin\/(?:users|staff|law-firms|lawyer-groups|estate-agents|transactions-groups)\/:id$/;
  expect(pages.filter((page) => records.test(page) && !pagesShown.has(page))).toEqual([]);
  expect(pagesShown.size).toBeGreaterThan(80);
});

test.each(["/admin/users/:id", "/admin/transactions/:id/events", ...DASHBOARDS])(
  "staff who request a missing record at %s leave no audit row (SE-3)",
  async (pattern) => {
    const ada = await signIn(db, { type: "admin" });
    const missing = fillPattern(pattern, () => "65f000000000000000000001");
    expect(await ask(missing, ada)).toBe(404);
    expect(await rowsOf(ada)).toEqual([]);
  },
);

async function insertRecords() {
  const group = await db
    .selectFrom("lawyer_groups")
    .select(["id", "law_firm_id"])
    .executeTakeFirstOrThrow();
  const office = await insertAgent(db);
  const brand = await db.selectFrom("brands").select("id").executeTakeFirstOrThrow();
  return {
    ...(await insertFiles(matter.id)),
    matter: matter.id,
    user: matter.seller.id,
    law_firm: group.law_firm_id,
    lawyer_group: group.id,
    office,
    homes: (await insertGroup(db)).id,
    brand: brand.id,
  };
}

async function insertFiles(transaction_id: string) {
  const bytes = Buffer.from("%PDF-1.4 a file");
  const file = await db
    .selectFrom("inbound_attachments")
    .innerJoin("inbound_emails", "inbound_emails.id", "email_id")
    .select(["inbound_attachments.id", "email_id", "s3_document_key"])
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  await putDocument(file.s3_document_key!, bytes);
  await db
    .updateTable("inbound_attachments")
    .set({ sha256: sha256(bytes) })
    .where("id", "=", file.id)
    .execute();
  await db
    .updateTable("inbound_emails")
    .set({ html_body: "<p>Hello</p>" })
    .where("id", "=", file.email_id)
    .execute();
  const s3_document_key = `test/copies/${transaction_id}.zip`;
  await putDocument(s3_document_key, bytes);
  const copy = await db
    .insertInto("data_copies")
    .values({
      transaction_id,
      asked_by: matter.seller.id,
      status: "ready",
      s3_document_key,
      size_bytes: bytes.length,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [search, report] = await Promise.all(
    (["searches", "reports"] as const).map((table) =>
      db
        .selectFrom(table)
        .select("id")
        .where("transaction_id", "=", transaction_id)
        .executeTakeFirstOrThrow(),
    ),
  );
  return { email: file.email_id, search: search!.id, report: report!.id, copy: copy.id };
}

function valueIn(pattern: string, parameter: string): string {
  switch (parameter) {
    case "id":
      return idIn(pattern);
    case "of":
      return "lawyer-groups";
    case "kind":
      return "mortgage";
    case "side":
      return "seller";
    case "purchaseId":
      return matter.purchase_intent_id;
    case "letterId":
      return matter.letters[0]!;
    case "searchId":
      return ids.search;
    case "reportId":
      return ids.report;
    case "copyId":
      return ids.copy;
    case "position":
      return "1";
    case "noteId":
      return matter.notes[0]!;
    default:
      return matter.id;
  }
}

function idIn(pattern: string): string {
  const [, , folder = ""] = pattern.split("/");
  const of: Record<string, string> = {
    users: ids.user,
    staff: colleague,
    "law-firms": ids.law_firm,
    "lawyer-groups": ids.lawyer_group,
    "estate-agents": ids.office,
    "estate-agent-brands": ids.brand,
    "transactions-groups": ids.homes,
    emails: ids.email,
  };
  return of[folder] ?? ids.matter;
}

/** @param part the only route whose loader is requested, instead of all routes of the page */
async function ask(pattern: string, who: { cookie: string }, part?: string) {
  if (!build) throw new Error("build/server/index.js is missing: run `npm run build` first");
  const path = fillPattern(pattern, (parameter) => valueIn(pattern, parameter));
  const url = new URL(`${path}.data`, "http://localhost:3000");
  if (part) url.searchParams.set("_routes", part);
  const handle = createRequestHandler(build, "production");
  const response = await handle(new Request(url, { headers: { Cookie: who.cookie } }));
  await response.text();
  return response.status;
}

async function rowsOf({ id }: { id: string }) {
  const rows = await db
    .selectFrom("audit_log")
    .select(["action", "subject_type", "subject_id"])
    .where("actor_id", "=", id)
    .execute();
  // Rows may repeat, because the request context that deduplicates them is missing.
  return [...new Set(rows.map((row) => JSON.stringify(row)))];
}
