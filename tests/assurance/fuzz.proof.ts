import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { customerForms } from "#tests/security/customer-forms.ts";
import { fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

/** Sends random combinations of hostile addresses, queries, fields and bodies. */

const { db } = useTestDatabase();
const REQUESTS = sampleSize(500, 20_000);
const LANES = 8;
/** Random numbers from a fixed seed, so that a failure can be reproduced. */
const random = generator(23);

const VALUES: readonly string[] = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e",
  "undefined",
  "null",
  "NaN",
  "-1",
  "0",
  "1e309",
  "99999999999999999999",
  "-0.0000001",
  "2026-02-30",
  "0000-00-00",
  "'; drop table users; --",
  "${7*7}{{7*7}}",
  "../../../../etc/passwd",
  "<script>alert(1)</script>",
  "http://169.254.169.254/",
  "%00%ff%",
  "[object Object]",
  "__proto__",
  "constructor",
  "true",
  "on",
  "a".repeat(70_000),
  "🏠".repeat(300),
  '{"$gt":""}',
  "a@b.c\r\nBcc: d@e.f",
];
const NAMES = [
  "id",
  "intent",
  "form_key",
  "opened",
  "version",
  "sale",
  "purchase",
  "page",
  "q",
  "filter",
  "token",
  "redirectTo",
  "__intent__",
  "a.b[0].c",
  "a[99999]",
  "__proto__.x",
];
const TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json",
  "text/xml",
  "",
];

let service: BuiltService;
let visitors: Visitor[];
let patterns: string[];
let fieldNames: string[];
let ids: string[];

beforeAll(async () => {
  const { id, purchase_intent_id, seller } = await fullMatter(db);
  const [atPayment, buyer] = [await sellerAtPayment(db), await buyerAtTheEnd(db)];
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  const admin = await signIn(db, { type: "admin" });
  const cookies = [
    undefined,
    atPayment.cookie,
    buyer.cookie,
    await readCookie(db, seller),
    admin.cookie,
  ];
  visitors = cookies.map((cookie) => new Visitor(service.base, cookie));
  ids = [id, purchase_intent_id, seller.id, "a".repeat(24)];
  patterns = [...new Set((await readBuiltRoutes()).map(({ pattern }) => pattern))].filter(
    // The doubles’ pages simulate faults of vendors, and are not part of a real service.
    (pattern) => pattern !== paths.signOut() && !pattern.startsWith(paths.mocks.home()),
  );
  fieldNames = [
    ...new Set([
      ...NAMES,
      ...Object.values(customerForms).flatMap(({ fields }) => Object.keys(fields)),
    ]),
  ];
});
afterAll(() => service.stop());

test("no hostile request gets a 5xx, ends the service or makes it slow", async () => {
  const pid = service.pid;
  const waits: number[] = [];
  const failed: string[] = [];
  let left = REQUESTS;
  const lane = async () => {
    while (left-- > 0) {
      const { visitor, path, init } = makeRequest();
      const page = await visitor.send(path, init).catch(() => ({ status: 0, ms: 0 }));
      waits.push(page.ms);
      if (page.status >= 500 || page.status === 0) {
        const body = init.body?.toString().slice(0, 300) ?? "";
        failed.push(`${page.status} ${init.method} ${path} ${body}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const p99 = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0;
  recordFigure(
    `${waits.length} requests: ${failed.length} × 5xx, ${service.pid === pid && service.isRunning ? 0 : 1} exits, p99 ${p99.toFixed(0)} ms`,
  );
  for (const each of failed.slice(0, 20)) recordFigure(each);
  expect(failed).toHaveLength(0);
  expect(service.isRunning).toBe(true);
  expect(p99).toBeLessThan(500);
});

type Sent = { method: string; body?: string | URLSearchParams; headers?: Record<string, string> };

function makeRequest(): { visitor: Visitor; path: string; init: Sent } {
  const address = fillPattern(pick(patterns), () =>
    // A URL cannot contain a lone surrogate.
    Buffer.from(
      pick(random() < 0.6 ? ids : VALUES.filter((value) => value.length < 1_000)),
    ).toString(),
  );
  const data = random() < 0.3 && address !== "/" ? ".data" : "";
  const query = random() < 0.5 ? `?${fields(1 + Math.floor(random() * 3), 2_000)}` : "";
  const isPost = random() < 0.5;
  const init = isPost
    ? { method: "POST", ...makeBody() }
    : { method: random() < 0.1 ? "HEAD" : "GET" };
  return { visitor: pick(visitors), path: `${address}${data}${query}`, init };
}

function makeBody(): Omit<Sent, "method"> {
  if (random() < 0.75) return { body: fields(Math.floor(random() * 12), 70_000) };
  return { body: pick(VALUES), headers: { "Content-Type": pick(TYPES) } };
}

function fields(count: number, longest: number): URLSearchParams {
  const made = new URLSearchParams();
  for (let field = 0; field < count; field++) {
    const name = pick(fieldNames);
    made.append(name, pick(random() < 0.4 ? ids : VALUES).slice(0, longest));
    if (random() < 0.1) made.append(name, pick(VALUES).slice(0, longest));
  }
  return made;
}

function pick<T>(things: readonly T[]): T {
  const thing = things[Math.floor(random() * things.length)];
  if (thing === undefined) throw new Error("There is nothing to pick from");
  return thing;
}

/** Returns random numbers from 0 to 1, the same for the same seed (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
