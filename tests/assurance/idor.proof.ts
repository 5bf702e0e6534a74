import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putDocument } from "#app/clients/documents.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { customerForms } from "#tests/security/customer-forms.ts";
import { type BuiltRoute, fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { plantCanaries } from "#tests/support/canaries.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { agentMatter, signInAgent } from "#tests/support/agent-pages.ts";
import { firmMatter, signInFirm } from "#tests/support/firm-pages.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { queryNames } from "#tests/support/query-names.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { changedTables, writtenRows } from "#tests/support/table-changes.ts";
import { type Page, Visitor } from "#tests/support/http-visitor.ts";

/**
 * Reads and posts to every route with other people’s ids, as a visitor, seller, buyer, law firm and
 * estate agent.
 */

const { db } = useTestDatabase();
const RECORDS = [
  "transactions",
  "purchase_intents",
  "properties",
  "users",
  "parties",
  "orders",
  "identity_checks",
  "searches",
  "search_documents",
  "reports",
  "inbound_emails",
  "inbound_attachments",
  "solicitor_letters",
  "data_copies",
  "invitations",
  "estate_agents",
  "memoranda",
] as const;
const QUERY_NAMES = queryNames().filter((name) => !["again", "query"].includes(name));
const IGNORED_TABLES = ["public.rate_limits", "public.sessions"];

let service: BuiltService;
let routes: BuiltRoute[];
let canaries: string[];
let ids: string[];
let email_id: string;
let askers: Visitor[];
/** Office of the asker who is an estate agent. */
let office: string;
let staff: Visitor;
let matter: Awaited<ReturnType<typeof fullMatter>>;
let known: Map<string, string[]>;

beforeAll(async () => {
  // Skip the sign-out route, because it would end the askers’ sessions.
  routes = (await readBuiltRoutes()).filter(
    ({ pattern }) =>
      ![paths.signOut(), paths.firm.signOut.pattern, paths.agent.signOut.pattern].includes(pattern),
  );
  matter = await fullMatter(db);
  canaries = [...(await plantCanaries(db)), ...(await storeFiles(db, matter))];
  email_id = await firstId("inbound_attachments", "email_id", "email_id");
  ids = await listIds(db);
  known = await writtenRows(db);
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  const seller = await sellerAtPayment(db);
  const buyer = await buyerAtTheEnd(db);
  // A firm that acts in another matter. Its cookie is sent to every page, as no browser would.
  const firm = await firmMatter(db);
  const firm_cookie = await signInFirm(db, { transaction_id: firm.id, side: "seller" });
  // An office that is the agent of another matter.
  const agent = await agentMatter(db);
  office = agent.estate_agent_id;
  const agent_cookie = await signInAgent(db, agent);
  askers = [undefined, seller.cookie, buyer.cookie, firm_cookie, agent_cookie].map(
    (cookie) => new Visitor(service.base, cookie),
  );
  staff = new Visitor(service.base, (await signIn(db, { type: "admin" })).cookie);
});
afterAll(() => service.stop());

test("staff and the owner can read the data that others must not see (SE-11)", async () => {
  const { id, letters } = matter;
  const owner = new Visitor(service.base, matter.seller.cookie);
  const [copy, file] = await Promise.all([
    firstId("data_copies", "user_id"),
    firstId("data_copies", "transaction_id"),
  ]);
  for (const [reader, address] of [
    [staff, paths.admin.transactionTab.sellers(id)],
    [staff, paths.admin.solicitorLetter(id, letters[0] ?? "")],
    [staff, paths.admin.matterFileDownload(id, file)],
    [staff, paths.admin.emailAttachment(email_id, 1)],
    [owner, paths.yourData.copy(copy)],
  ] as const) {
    const page = await reader.get(address);
    expect([address, page.status, found(page)]).not.toEqual([address, 200, []]);
    expect([address, page.status]).toEqual([address, 200]);
  }
});

test("no visitor, seller, buyer, law firm or estate agent can read another person’s data", async () => {
  const reads = routes
    .filter(({ loads }) => loads)
    .flatMap(({ id, pattern }) => addressesOf(id, pattern));
  const leaks: string[] = [];
  await eachOf(askers, reads, async (asker, address) => {
    const page = await asker.get(address);
    if (found(page).length > 0) leaks.push(`${address}: ${found(page).join()}`);
  });
  recordFigure(
    `${reads.length * askers.length} reads, ${canaries.length} canaries: ${leaks.length} seen`,
  );
  expect(reads.length * askers.length).toBeGreaterThan(1_800);
  expect(leaks).toEqual([]);
});

test("no visitor, seller, buyer, law firm or estate agent can change another person’s data", async () => {
  const writes = routes.filter(({ acts }) => acts).flatMap(({ pattern }) => postsTo(pattern));
  const leaks: string[] = [];
  await eachOf(askers, writes, async (asker, { address, fields }) => {
    const page = await asker.post(address, fields);
    if (found(page).length > 0) leaks.push(`${address}: ${found(page).join()}`);
  });
  const changed = (await changedTables(db, known)).filter(
    (table) => !IGNORED_TABLES.includes(table),
  );
  recordFigure(
    `${writes.length * askers.length} writes: ${leaks.length} seen, ${changed.length} tables with changed rows`,
  );
  expect(writes.length * askers.length).toBeGreaterThan(600);
  expect(leaks).toEqual([]);
  expect(changed).toEqual([]);
});

async function firstId(table: string, column: string, named = "id"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(named)} as id from ${sql.table(table)}
    where ${sql.ref(column)} is not null order by id limit 1`.execute(db);
  return rows[0]?.id ?? "";
}

/** Stores the matter’s files, each with a unique word. Returns the words. */
async function storeFiles(db: Db, { id, seller }: typeof matter): Promise<string[]> {
  const words = ["copy", "file", "attachment"].map((of) => `kanary${of}${id}`);
  const [copy = "", file = "", attachment = ""] = words;
  for (const [word, whose] of [
    [copy, { user_id: seller.id }],
    [file, { transaction_id: id }],
  ] as const) {
    const s3_document_key = `test/copies/${word}.zip`;
    await putDocument(s3_document_key, Buffer.from(word));
    await db
      .insertInto("data_copies")
      .values({
        ...whose,
        asked_by: seller.id,
        status: "ready",
        s3_document_key,
        size_bytes: word.length,
      })
      .execute();
  }
  const { s3_document_key } = await db
    .updateTable("inbound_attachments")
    .set({ sha256: sha256(attachment) })
    .returning("s3_document_key")
    .executeTakeFirstOrThrow();
  await putDocument(s3_document_key ?? "", Buffer.from(attachment));
  return words;
}

async function listIds(db: Db): Promise<string[]> {
  const found = await Promise.all(
    RECORDS.map(async (table) => {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} order by id limit 2`.execute(db);
      return rows.map(({ id }) => id);
    }),
  );
  return [matter.id, ...found.flat()];
}

/**
 * Returns the URLs of a page and of its data. For a staff page, returns only URLs with the matter’s
 * id.
 */
function addressesOf(id: string, pattern: string): string[] {
  const isNamed = /[:*]/.test(pattern);
  const wanted = pattern.startsWith("/admin") ? [matter.id] : ids.slice(0, sampleSize(3, Infinity));
  const same = wanted.map((each) => fillPattern(pattern, () => each));
  // A URL with two ids needs two records that belong together.
  const ofTwo = /:.*:/.test(pattern) ? ids.map((each) => pairIn(pattern, each)) : [];
  const paths = isNamed ? [...new Set([...same, ...ofTwo])] : [pattern];
  const queries = isNamed || pattern.startsWith("/admin") ? [""] : ["", ...ids.slice(0, 5)];
  return paths.flatMap((path) =>
    queries.flatMap((each) => {
      const query = each && QUERY_NAMES.map((name) => `${name}=${each}`).join("&");
      const data = `${path === "/" ? "/_root" : path}.data`;
      return [
        `${path}?${query}`,
        `${data}?${query}`,
        `${data}?_routes=${encodeURIComponent(id)}&${query}`,
      ];
    }),
  );
}

function pairIn(pattern: string, id: string): string {
  // The pages of both sides have the same code.
  if (pattern.startsWith("/law-firm/")) {
    return fillPattern(pattern, (name) => (name === "side" ? "seller" : id));
  }
  // The agent asks for other people’s sales on the page of the own office.
  if (pattern.startsWith("/agents/")) {
    return fillPattern(pattern, (name) => (name === "id" ? office : id));
  }
  const first = pattern.startsWith("/admin/emails/") ? email_id : matter.id;
  return fillPattern(pattern, (name) => ({ id: first, position: "1" })[name] ?? id);
}

function postsTo(pattern: string) {
  if (pattern.startsWith("/webhooks/")) return [];
  const wanted = pattern.startsWith("/admin") ? [matter.id] : ids.slice(0, sampleSize(1, 6));
  const typed =
    Object.values(customerForms).find(({ path }) => path.split("?")[0] === pattern)?.fields ?? {};
  return wanted.flatMap((id) => {
    const path = pattern.startsWith("/agents/")
      ? pairIn(pattern, id)
      : fillPattern(pattern, (name) => (name === "side" ? "seller" : id));
    const named = Object.fromEntries(
      [
        "id",
        "transaction_id",
        "purchase_intent_id",
        "property_id",
        "user_id",
        "order_id",
        "person_id",
      ].map((name) => [name, id]),
    );
    return ["save", "delete"].flatMap((intent) =>
      [`${path}?sale=${id}&purchase=${id}`, `${path}.data`].map((address) => ({
        address,
        fields: { ...typed, ...named, intent, opened: "{}" },
      })),
    );
  });
}

function found({ html, headers }: Page): string[] {
  const all = [html, ...headers.values()].join("\n");
  return canaries.filter((canary) => all.includes(canary));
}

async function eachOf<T>(
  askers: Visitor[],
  things: T[],
  ask: (asker: Visitor, thing: T) => Promise<void>,
) {
  const waiting = askers.flatMap((asker) => things.map((thing) => ({ asker, thing })));
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await ask(next.asker, next.thing);
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}
