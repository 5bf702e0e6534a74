import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { forms } from "#tests/security/customer-forms.ts";
import { type BuiltRoute, fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { plantCanaries } from "#tests/support/canaries.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { saw, size } from "#tests/support/proof.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { changedTables, writtenRows } from "#tests/support/table-changes.ts";
import { type Page, Visitor } from "#tests/support/visitor.ts";

/** A stranger, a seller and a buyer ask every route for everything of a matter that is none of theirs, and post to it. */

const { db } = useTestDatabase();
/** What an address may name. */
const RECORDS = [
  "transactions",
  "purchase_intents",
  "properties",
  "users",
  "parties",
  "orders",
  "checks",
  "searches",
  "search_documents",
  "reports",
  "inbound_emails",
  "inbound_attachments",
  "invitations",
  "estate_agents",
] as const;
/** What any visit writes, whoever's it is. */
const BESIDE = ["public.rate_limits", "public.list_counts", "public.sessions"];

let service: BuiltService;
let routes: BuiltRoute[];
let canaries: string[];
let ids: string[];
let askers: Visitor[];
let staff: Visitor;
let matter: Awaited<ReturnType<typeof fullMatter>>;
let known: Map<string, string[]>;

beforeAll(async () => {
  // Signed out, nobody is asked anything any more.
  routes = (await readBuiltRoutes()).filter(({ pattern }) => pattern !== paths.signOut());
  matter = await fullMatter(db);
  canaries = await plantCanaries(db);
  ids = await listIds(db);
  known = await writtenRows(db);
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  const seller = await sellerAtPayment(db);
  const buyer = await buyerAtTheEnd(db);
  askers = [undefined, seller.cookie, buyer.cookie].map(
    (cookie) => new Visitor(service.base, cookie),
  );
  staff = new Visitor(service.base, (await signIn(db, { type: "admin" })).cookie);
});
afterAll(() => service.stop());

test("staff read what the others are not to", async () => {
  const page = await staff.get(paths.admin.transactionTab.sellers(matter.id));
  expect(page.status).toBe(200);
  expect(found(page)).not.toEqual([]);
});

test("nobody reads what is another's", async () => {
  const reads = routes
    .filter(({ loads }) => loads)
    .flatMap(({ id, pattern }) => addressesOf(id, pattern));
  const leaks: string[] = [];
  await eachOf(askers, reads, async (asker, address) => {
    const page = await asker.get(address);
    if (found(page).length > 0) leaks.push(`${address}: ${found(page).join()}`);
  });
  saw(`${reads.length * askers.length} reads, ${canaries.length} canaries: ${leaks.length} seen`);
  expect(reads.length * askers.length).toBeGreaterThan(1_800);
  expect(leaks).toEqual([]);
});

test("nobody changes what is another's", async () => {
  const writes = routes.filter(({ acts }) => acts).flatMap(({ pattern }) => postsTo(pattern));
  const leaks: string[] = [];
  await eachOf(askers, writes, async (asker, { address, fields }) => {
    const page = await asker.post(address, fields);
    if (found(page).length > 0) leaks.push(`${address}: ${found(page).join()}`);
  });
  const changed = (await changedTables(db, known)).filter((table) => !BESIDE.includes(table));
  saw(
    `${writes.length * askers.length} writes: ${leaks.length} seen, ${changed.length} tables with changed rows`,
  );
  expect(writes.length * askers.length).toBeGreaterThan(600);
  expect(leaks).toEqual([]);
  expect(changed).toEqual([]);
});

/** The first two of each kind of record there is; none is the askers'. */
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

/** The page, its data, and its route's data alone; for the office the matter's id is as good as any. */
function addressesOf(id: string, pattern: string): string[] {
  const isNamed = /[:*]/.test(pattern);
  const wanted = pattern.startsWith("/admin") ? [matter.id] : ids.slice(0, size(3, Infinity));
  const paths = isNamed ? wanted.map((each) => fillPattern(pattern, () => each)) : [pattern];
  const queries = isNamed || pattern.startsWith("/admin") ? [""] : ["", ...ids.slice(0, 5)];
  return paths.flatMap((path) =>
    queries.flatMap((each) => {
      const query = each && `sale=${each}&purchase=${each}&property=${each}&transaction_id=${each}`;
      const data = `${path === "/" ? "/_root" : path}.data`;
      return [
        `${path}?${query}`,
        `${data}?${query}`,
        `${data}?_routes=${encodeURIComponent(id)}&${query}`,
      ];
    }),
  );
}

function postsTo(pattern: string) {
  if (pattern.startsWith("/webhooks/")) return [];
  const wanted = pattern.startsWith("/admin") ? [matter.id] : ids.slice(0, size(1, 6));
  const typed =
    Object.values(forms).find(({ path }) => path.split("?")[0] === pattern)?.fields ?? {};
  return wanted.flatMap((id) => {
    const path = fillPattern(pattern, () => id);
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

/** Six at a time. */
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
