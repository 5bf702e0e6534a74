import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { emails } from "#mocks/postmark.ts";
import { pool } from "#db/connection.ts";
import { postgresState } from "#mocks/postgres-state.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { customerForms } from "#tests/security/customer-forms.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { fillPattern, readBuiltRoutes } from "#tests/support/built-routes.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { plantCanaries } from "#tests/support/canaries.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

const { db } = useTestDatabase();
const typed = {
  text: "kanarytyped",
  email: "kanarytyped@example.test",
  phone: "07700 900123",
  postcode: "ZE3 9JW",
};

let service: BuiltService;
let planted: string[];
let visitors: {
  stranger: Visitor;
  seller: Visitor;
  buyer: Visitor;
  owner: Visitor;
  staff: Visitor;
};
let matter: string;

beforeAll(async () => {
  const { id, seller } = await fullMatter(db);
  matter = id;
  planted = await plantCanaries(db);
  const [atPayment, buyer] = [await sellerAtPayment(db), await buyerAtTheEnd(db)];
  const admin = await signIn(db, { type: "admin" });
  service = new BuiltService(await freePort(), { DOUBLES: "true" });
  await service.start();
  const visitor = (cookie?: string) => new Visitor(service.base, cookie);
  visitors = {
    stranger: visitor(),
    seller: visitor(atPayment.cookie),
    buyer: visitor(buyer.cookie),
    owner: visitor(await readCookie(db, seller)),
    staff: visitor(admin.cookie),
  };
});
afterAll(() => service.stop());

test("the log contains no personal data and no secrets", async () => {
  await readEverything();
  await sendEverything();
  await askForLinks();
  await breakTheDatabase();
  const links = (await postgresState(pool).list(emails)).flatMap(({ HtmlBody = "" }) =>
    [...HtmlBody.matchAll(/token=([^&"]+)/g)].map(([, token = ""]) => decodeURIComponent(token)),
  );
  const cookies = Object.values(visitors).flatMap(({ cookie }) =>
    cookie.split("; ").map((each) => each.split("=")[1] ?? ""),
  );
  const secrets = [...links, ...cookies].filter((secret) => secret.length > 20);
  const canaries = [
    ...planted,
    ...secrets,
    typed.text,
    "900123",
    "900 123",
    typed.postcode,
    "ZE39JW",
  ];
  const found = canaries.filter((canary) => service.log.includes(canary));
  const lines = service.log.split("\n").length;
  recordFigure(
    `${canaries.length} canaries (${links.length} links, ${cookies.filter(Boolean).length} cookies among them): ${found.length} in ${lines} lines`,
  );
  expect(links.length).toBeGreaterThan(2);
  expect(service.log).toMatch(/"level":"error"/);
  expect(lines).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

async function readEverything() {
  const patterns = new Set((await readBuiltRoutes()).map(({ pattern }) => pattern));
  for (const pattern of patterns) {
    if (pattern === paths.signOut()) continue;
    const path = fillPattern(pattern, () => matter);
    for (const visitor of [visitors.owner, visitors.staff]) {
      await visitor.get(`${path}?q=${typed.text}&email=${encodeURIComponent(typed.email)}`);
    }
  }
  await visitors.stranger.get(paths.leads.form(typed.email));
}

async function sendEverything() {
  for (const [name, { path, fields }] of Object.entries(customerForms)) {
    const filled = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, canaryFor(field, value)]),
    );
    const { stranger, seller, buyer } = visitors;
    const visitor = path.startsWith("/buy/")
      ? buyer
      : path.startsWith("/sell/")
        ? seller
        : stranger;
    await visitor.post(path, { ...filled, form_key: agedKey(name) });
    await visitor.post(path, { ...filled, form_key: agedKey(name), phone_number: "" });
  }
}

function canaryFor(field: string, value: string): string {
  if (field.includes("email")) return typed.email;
  if (field.includes("phone_number") || field.includes("mobile")) return typed.phone;
  if (field.includes("postcode")) return typed.postcode;
  return /name|line_|town|message|comments|referrer/.test(field) ? typed.text : value;
}

async function askForLinks() {
  for (let link = 0; link < 3; link++) {
    const { email } = await signIn(db);
    const visitor = new Visitor(service.base);
    await visitor.post(paths.signIn(), { email, form_key: agedKey("sign-in") });
  }
  for (const { HtmlBody = "" } of await postgresState(pool).list(emails)) {
    const link = /href="([^"]*\/authenticate\?[^"]*)"/.exec(HtmlBody)?.[1];
    if (!link) continue;
    const { pathname, search } = new URL(link.replaceAll("&amp;", "&"));
    await visitors.stranger.get(pathname + search);
  }
}

/** Causes database errors, which contain the rejected row. */
async function breakTheDatabase() {
  for (const table of [
    "users",
    "transactions",
    "purchase_intents",
    "contact_requests",
    "drafts",
    "leads",
  ]) {
    await sql`alter table ${sql.table(table)} add constraint kanary check (false) not valid`.execute(
      db,
    );
  }
  await sendEverything();
}
