import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { type Fields, valueOf, Visitor } from "#tests/support/http-visitor.ts";
import { customerForms, valuer } from "./customer-forms.ts";

/**
 * Sends hostile values to every form that visitors, sellers and buyers can submit, on the built
 * service.
 */

const { db } = useTestDatabase();
let service: BuiltService;
let seller: Visitor;
let buyer: Visitor;
let transaction_id: string;
let purchase_id: string;

beforeAll(async () => {
  service = new BuiltService(await freePort(), { DOUBLES: "true" });
  await service.start();
  const { cookie, sale } = await sellerAtPayment(db);
  seller = new Visitor(service.base, cookie);
  transaction_id = sale.transaction_id;
  const purchaser = await buyerAtTheEnd(db);
  purchase_id = purchaser.purchase_id;
  buyer = new Visitor(service.base, purchaser.cookie);
  await insertOffice(db, "Northgate York", { valuers: [{ first_name: "Val", email: valuer }] });
});

afterAll(() => service.stop());

const names = Object.keys(customerForms);
const findForm = (name: string) => customerForms[name] ?? { path: "/", fields: {}, required: "" };
const visitorTo = (path: string) => {
  if (path.startsWith("/buy/")) return buyer;
  const bySeller = path.startsWith("/sell/") && path !== paths.getStarted("sell");
  return bySeller ? seller : new Visitor(service.base);
};

/** Matches the start of zod’s default messages, which no one should see. */
const VALIDATORS_OWN = /Invalid (?:input|option|string|key)|Too (?:big|small):|Unrecognized key/;

/**
 * One case in this many runs on each form, because all forms share the same code. In a proof, every
 * case runs on every form.
 */
const SHARE = sampleSize(4, 1);

describe.each(names.map((name, nth) => [name, nth] as const))(
  "the form “%s” with hostile values",
  (name, nth) => {
    const { path, fields, required } = findForm(name);
    const share = <Case>(cases: readonly Case[]) =>
      cases.filter((_case, index) => (index + nth) % SHARE === 0);

    test.each(
      share([
        ["an empty text", ""],
        ["spaces", "   "],
        ["NUL", "\0"],
        ["a lone surrogate", "\ud800"],
        ["the text undefined", "undefined"],
        ["a number out of range", "1e309"],
        ["negative numbers", "-1"],
        ["markup", `"><script>alert(1)</script>`],
        ["a quote", "'; drop table users; --"],
        ["right-to-left text", "\u202Egnp.exe"],
        ["objects", "[object Object]"],
        ["a very long text", "a".repeat(50_000)],
      ]),
    )(
      "a form whose fields all contain %s gets a 400 and our error messages (V-001)",
      async (_what, value) => {
        const page = await post(path, allFieldsAre(name, value));
        expect(page.status).toBe(400);
        expect(page.html).toContain("<title>Error: ");
        expect(page.html).not.toContain("<script>alert(1)");
        expect(page.html).not.toMatch(VALIDATORS_OWN);
      },
    );

    test("a form that repeats a field gets a 400, and the page keeps the other typed values", async () => {
      for (const [field, value] of share(Object.entries(fields))) {
        const page = await post(path, { ...fields, [field]: [value, value] });
        expect(page.status, field).toBe(400);
        expect(page.html, field).not.toMatch(VALIDATORS_OWN);
        const other = ["last_name", "asking_price_pounds", "agreed_price_pounds"].find(
          (kept) => kept in fields,
        );
        if (other && other !== field) expect(valueOf(page, other)).toBe(fields[other]);
      }
    });

    test.each(
      share([
        ["list", (field: string) => `${field}[0]`],
        ["very long list", (field: string) => `${field}[99999999]`],
        ["object", (field: string) => `${field}.toString`],
        ["prototype", (field: string) => `${field}.__proto__.polluted`],
        ["very long chain", (field: string) => `${field}${".a".repeat(50_000)}`],
      ]),
    )(
      "a form with another type of value instead of a text gets a 400: %s",
      async (_what, rename) => {
        const { [required]: value = "", ...others } = fields;
        const page = await post(path, { ...others, [rename(required)]: value });
        expect(page.status).toBe(400);
      },
    );

    test.each(
      share(["{", "null", '{"type":"remove"}', '{"type":"update","payload":7}', "reset/a"]),
    )("the malformed Conform intent %s causes no server error", async (intent) => {
      const page = await post(path, { ...fields, __intent__: intent });
      expect(page.status).toBeLessThan(500);
    });

    test("a form with a file instead of a text gets a 400", async () => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) {
        if (field === required) body.append(field, new File(["x"], "x.txt"));
        else body.append(field, value);
      }
      const page = await visitorTo(path).send(addressOf(path), { method: "POST", body });
      expect(page.status).toBe(400);
    });

    test.each(
      share([
        ["text/plain", "hello"],
        ["application/json", `{"first_name":{"$gt":""}}`],
        ["multipart/form-data; boundary=x", "--y\r\nnonsense"],
        ["multipart/form-data", "no boundary"],
      ]),
    )("a body of the type %s gets a 400", async (type, body) => {
      const headers = { "Content-Type": type };
      const page = await visitorTo(path).send(addressOf(path), { method: "POST", body, headers });
      expect(page.status).toBe(400);
    });
  },
);

test.each([
  [paths.signIn(), "role"],
  [paths.signIn(), "redirectTo"],
  [paths.signUp(), "preventEmail"],
  [paths.authenticate(), "token"],
  [paths.authenticate(), "inv"],
  [paths.addresses.search(), "query"],
  [paths.addresses.search(), "country"],
  [paths.addresses.search(), "container"],
  [paths.buy.buyer("add"), "known"],
  [paths.buy.giftor("add"), "known"],
  [paths.sell.payment(), "payment_intent"],
  [paths.sell.paymentSuccess(), "payment_intent"],
  [paths.sell.paymentSuccess(), "session_id"],
  [paths.sell.paymentSuccess(), "code"],
])("no malformed value of %s?%s= causes a server error", async (path, name) => {
  const values = ["%00", "%ED%A0%80", "%", "a".repeat(8_000), "..%2f", "1e309", "[]", "{}"];
  for (const value of values.slice(0, sampleSize(3, 8))) {
    const page = await visitorTo(path).get(`${path}?${name}=${value}&${name}=again`);
    expect(page.status, value).toBeLessThan(500);
  }
});

test("a valuer’s page answers 404 for every malformed email address (G-062)", async () => {
  for (const email of ["%00@x", "val%40northgate.test%00", "%25@x", "a".repeat(1_500), "'--@x"]) {
    const page = await visitorTo("/leads").get(`/leads/${email}`);
    expect(page.status, email).toBe(404);
    expect(page.html).toContain("Failed to load valuer information");
  }
});

test("a malformed referral code gets a 400 or a redirect, but no server error (E-027, E-034)", async () => {
  for (const code of ["\0", "%", "a".repeat(50_000), "' or 1=1 --"]) {
    const page = await post(paths.sell.payment(), {
      intent: "apply",
      transaction_id,
      referral_code: code,
    });
    expect([400, 303], code).toContain(page.status);
  }
});

function addressOf(path: string) {
  if (path.startsWith("/buy/")) return `${path}?purchase=${purchase_id}`;
  return visitorTo(path) === seller ? `${path}?sale=${transaction_id}` : path;
}

function post(path: string, fields: Fields) {
  return visitorTo(path).post(addressOf(path), fields);
}

function allFieldsAre(name: string, value: string | string[]) {
  return Object.fromEntries(Object.keys(findForm(name).fields).map((field) => [field, value]));
}
