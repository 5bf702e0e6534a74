import { existsSync } from "node:fs";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hasPermission,
  type Permission,
  PERMISSIONS,
  STAFF_ROLES,
  type StaffRole,
} from "#app/domain/staff/roles.ts";
import { paths } from "#app/paths.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { assignSolicitors } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { assignOffice, insertOffice, signInAgent } from "#tests/support/agent-pages.ts";
import { signInFirm } from "#tests/support/firm-pages.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { queryNames } from "#tests/support/query-names.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { publicRoutes } from "./open-routes.ts";

/**
 * Requests every loader and action alone, because the guard of a layout does not protect its child
 * routes.
 */

const REDIRECT_TARGETS = [paths.signIn(), paths.getStarted("sell"), paths.getStarted("buy")];

const { db } = useTestDatabase();
const file = new URL("../../build/server/index.js", import.meta.url);
const isBuilt = existsSync(file);
// Prevents the build from starting a worker or the doubles, because only its routes are needed.
Reflect.set(globalThis, Symbol.for("fanlight.begun"), true);
const build: ServerBuild | null = isBuilt ? ((await import(file.href)) as ServerBuild) : null;
const routes = Object.values(build ? build.routes : {});
const listIds = (kind: "loader" | "action") =>
  routes.filter(({ module }) => module[kind]).map(({ id }) => id);
const guarded = (kind: "loader" | "action") => listIds(kind).filter((id) => !(id in publicRoutes));
const ofStaff = (id: string) => pathTo(id).startsWith(paths.admin.home());
const ofFirm = (id: string) => id.startsWith("routes/firm-pages/");
const ofAgent = (id: string) => id.startsWith("routes/agent-pages/");

/**
 * Queries to request: one with every query parameter that pages read. A proof also requests each
 * parameter alone.
 */
const names = queryNames();
const queries = [names, ...names.map((name) => [name]).slice(0, sampleSize(0, names.length))].map(
  (each) => new URLSearchParams(each.map((name) => [name, "1".repeat(24)])).toString(),
);

const KINDS = ["loader", "action"] as const;

let sale = { id: "", property_id: "" };
let customer = { cookie: "" };
let firm = "";
let agent = { cookie: "", office: "" };
const colleagues: Partial<Record<StaffRole | "none", string>> = {};

beforeAll(async () => {
  const owner = await insertPerson(db, "owner@example.test");
  sale = await insertSale(db, owner.id);
  await insertPurchase(db, sale, (await insertPerson(db, "buyer@example.test")).id, true);
  customer = await signIn(db);
  await assignSolicitors(db, sale.id, ["seller"]);
  firm = await signInFirm(db, { transaction_id: sale.id, side: "seller" });
  const own = await insertOffice(db);
  await assignOffice(db, sale.id, own.estate_agent_id);
  agent = { cookie: await signInAgent(db, own), office: own.estate_agent_id };
  for (const role of [...STAFF_ROLES, "none"] as const) {
    const roles = role === "none" ? [] : [role];
    colleagues[role] = (await signIn(db, { type: "admin", roles })).cookie;
  }
});
afterAll(() => Reflect.deleteProperty(globalThis, Symbol.for("fanlight.begun")));

test("the build exists, so that there are routes to check", () => {
  expect(isBuilt, "build/server/index.js is missing: run `npm run build` first").toBe(true);
  expect(guarded("loader").length).toBeGreaterThan(5);
  expect(guarded("action").length).toBeGreaterThan(3);
});

test("every route in the list of public routes exists", () => {
  const known = new Set([...listIds("loader"), ...listIds("action")]);
  expect(Object.keys(publicRoutes).filter((id) => isBuilt && !known.has(id))).toEqual([]);
});

test.each(guarded("loader"))("a visitor is refused by the loader of %s (A-023)", async (id) => {
  expect(refusals(id)).toContain(await ask(id, "loader"));
});

test.each(guarded("loader"))(
  "a visitor is refused by the loader of %s, even if they send query parameters (SE-11)",
  async (id) => {
    for (const query of queries)
      expect(refusals(id), query).toContain(await ask(id, "loader", undefined, query));
  },
);

test.each(guarded("loader"))("a visitor is refused the data of %s (A-023)", async (id) => {
  expect(refusals(id)).toContain(await askForData(id));
});

test.each(guarded("action"))("a visitor is refused by the action of %s (A-023)", async (id) => {
  expect(refusals(id)).toContain(await ask(id, "action"));
});

test.each(guarded("loader").filter(ofStaff))(
  "a customer is refused by the staff loader of %s, and gets none of its data (A-026, A-027)",
  async (id) => {
    expect(refusals(id)).toContain(await ask(id, "loader", customer.cookie));
    for (const query of queries)
      expect(refusals(id), query).toContain(await ask(id, "loader", customer.cookie, query));
    // Data is requested for one route in four, because it comes from the same loader.
    if (isOfShare(guarded("loader").indexOf(id), 4))
      expect(refusals(id)).toContain(await askForData(id, customer.cookie));
  },
);

test.each(guarded("action").filter(ofStaff))(
  "a customer is refused by the staff action of %s (A-026, A-027)",
  async (id) => {
    expect(refusals(id)).toContain(await ask(id, "action", customer.cookie));
  },
);

test.each(guarded("loader").filter((id) => ofFirm(id) || ofAgent(id)))(
  "a customer and a colleague are visitors of %s, which leads them to its email box",
  async (id) => {
    for (const cookie of [customer.cookie, colleagues.administrator]) {
      expect(await ask(id, "loader", cookie)).toBe(boxOf(id));
    }
  },
);

test.each(KINDS.flatMap((kind) => guarded(kind).map((id) => [kind, id] as const)))(
  "a law firm is a visitor to the %s of %s, unless it is a page of the firm’s side",
  async (kind, id) => {
    const isOwn = ofFirm(id);
    const found = await ask(id, kind, firm);
    if (isOwn) expect(refusals(id)).not.toContain(found);
    else expect(refusals(id)).toContain(found);
  },
);

test.each(KINDS.flatMap((kind) => guarded(kind).map((id) => [kind, id] as const)))(
  "an estate agent is a visitor to the %s of %s, unless it is a page of the agent’s office",
  async (kind, id) => {
    const found = await ask(id, kind, agent.cookie);
    if (ofAgent(id)) expect(refusals(id)).not.toContain(found);
    else expect(refusals(id)).toContain(found);
  },
);

const isOfShare = (index: number, oneIn: number) => index % sampleSize(oneIn, 1) === 0;

/**
 * Returns one role that has the permission and one that does not, in rotation. In a proof it
 * returns all roles.
 */
function rolesToAsk(needs: Permission, turn: number): StaffRole[] {
  const sides = [true, false].map((let_in) =>
    STAFF_ROLES.filter((r) => hasPermission([r], needs) === let_in),
  );
  return sides.flatMap((roles) =>
    roles.filter((_role, index) => isOfShare(index + turn, roles.length)),
  );
}

const staffDoors = KINDS.flatMap((kind) =>
  guarded(kind)
    .filter(ofStaff)
    .map((id, turn) => [kind, id, turn] as const),
);

const OPEN_TO_ALL_STAFF = [
  "loader routes/admin/layout",
  "loader routes/admin/home",
  "loader routes/admin/not-found",
  "loader routes/admin/search/shortcut",
  "action routes/admin/search/shortcut",
];

test.each(staffDoors)(
  "the %s of %s names the permission it needs, and lets in only roles that have it",
  async (kind, id, turn) => {
    const needs = await readNeeds(kind, id);
    if (needs === null) {
      expect(OPEN_TO_ALL_STAFF).toContain(`${kind} ${id}`);
      return;
    }
    expect(PERMISSIONS).toHaveProperty(needs);
    if (kind === "action") expect(READ_ONLY_PERMISSIONS).not.toContain(needs);
    for (const role of rolesToAsk(needs as Permission, turn)) {
      const refused = (await ask(id, kind, colleagues[role])) === "403";
      expect([role, refused]).toEqual([role, !hasPermission([role], needs as Permission)]);
    }
  },
);

test.each(
  guarded("loader").filter(
    (id) => toPattern(id).includes(":id") && !ofStaff(id) && !ofFirm(id) && !ofAgent(id),
  ),
)(
  "a customer who requests another customer’s sale or purchase from %s gets a 404 (AMB-A10)",
  async (id) => {
    expect(await ask(id, "loader", customer.cookie)).toBe("404");
  },
);

const READ_ONLY_PERMISSIONS = ["look", "see_payments", "see_staff"];

/** Returns the route’s address with the ids of another customer’s sale. */
function pathTo(id: string): string {
  const route = routes.find((each) => each.id === id);
  const page = route?.path || route?.index ? route : routes.find((each) => each.parentId === id);
  return (
    toPattern(page?.id ?? "")
      .replace(":id", ofAgent(id) ? agent.office : sale.id)
      .replace(":transactionId", sale.id)
      .replace(":person", "1")
      .replace(":side", "seller")
      .replace(":file", sale.id)
      .replace("*", "x") || "/"
  );
}

function toPattern(id: string): string {
  const route = routes.find((each) => each.id === id);
  if (!route) return "";
  const parent = route.parentId ? toPattern(route.parentId) : "";
  return route.path ? `${parent}/${route.path}` : parent;
}

function params(id: string) {
  const named = { person: "1", side: "seller", file: sale.id, transactionId: sale.id, "*": "x" };
  return { id: ofAgent(id) ? agent.office : sale.id, ...named };
}

/** Returns the outcome for a visitor of a firm’s or an office’s page. */
function boxOf(id: string): string {
  const box = ofAgent(id) ? paths.agent.signIn(agent.office) : paths.firm.signIn("seller", sale.id);
  return `sent to ${box}`;
}

function requestTo(address: string, method: "GET" | "POST", cookie?: string) {
  return new Request(new URL(address, "http://localhost:3000"), {
    method,
    headers: { Origin: "http://localhost:3000", ...(cookie && { Cookie: cookie }) },
    ...(method === "POST" && { body: new URLSearchParams({ intent: "save", id: sale.id }) }),
  });
}

/**
 * Returns the outcome of a request: the target of a redirect, a status such as "404", or "was
 * answered".
 */
async function outcome(answer: () => unknown): Promise<string> {
  let result: unknown;
  try {
    result = await answer();
  } catch (thrown) {
    result = thrown;
  }
  if (result instanceof Response) {
    const location = result.headers.get("Location");
    if (location) return `sent to ${location.split("?")[0]}`;
    return String(result.status);
  }
  if (result instanceof Error) return `${result.name}: ${result.message}`;
  const status: unknown = Reflect.get(Object(Reflect.get(Object(result), "init")), "status");
  return typeof status === "number" ? String(status) : "was answered";
}

const DATA_REDIRECT = 202;

/**
 * Returns the outcomes that count as a refusal. A 404 does so only for the doubles’ pages, because
 * the doubles do not run here.
 */
function refusals(id: string) {
  if (id.startsWith("routes/mocks/")) return ["404"];
  if (ofFirm(id) || ofAgent(id)) return [boxOf(id), "401"];
  return [...REDIRECT_TARGETS.map((door) => `sent to ${door}`), "401", "403"];
}

/** Returns the permission that a refusal names, or null if staff without a role are let in. */
async function readNeeds(kind: "loader" | "action", id: string): Promise<string | null> {
  const route = routes.find((each) => each.id === id);
  const method = kind === "loader" ? "GET" : "POST";
  const request = requestTo(pathTo(id), method, colleagues.none);
  try {
    await route?.module[kind]?.({ request, params: params(id), context: {} });
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 403) return null;
    const { needs, message } = (await thrown.json()) as { needs: string; message: string };
    expect(message).toMatch(/^Your role doesn’t let you .+\. You need the role .+\./);
    return needs;
  }
  return null;
}

function ask(id: string, kind: "loader" | "action", cookie?: string, query = "") {
  const route = routes.find((each) => each.id === id);
  const request = requestTo(`${pathTo(id)}?${query}`, kind === "loader" ? "GET" : "POST", cookie);
  return outcome(() => route?.module[kind]?.({ request, params: params(id), context: {} }));
}

async function askForData(id: string, cookie?: string) {
  if (!build) return "not built";
  const handle = createRequestHandler(build, "production");
  const address = pathTo(id) === "/" ? "/_root" : pathTo(id);
  const request = requestTo(`${address}.data?_routes=${encodeURIComponent(id)}`, "GET", cookie);
  const response = await handle(request);
  if (response.status !== DATA_REDIRECT) return String(response.status);
  // The answer tells the router to load the document, and contains no data.
  expect(await response.text()).toContain('"reload"');
  return outcome(() => handle(requestTo(pathTo(id), "GET", cookie)));
}
