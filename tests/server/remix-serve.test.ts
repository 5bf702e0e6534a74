import { readdirSync } from "node:fs";
import { type IncomingMessage, request as openRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { startDraft } from "#tests/support/create-matter.ts";

const { db } = useTestDatabase();

let service: BuiltService;
let cookie: string;
let staffCookie: string;
let sale: string;
beforeAll(async () => {
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  const seller = await signIn(db);
  cookie = seller.cookie;
  staffCookie = (await signIn(db, { type: "admin" })).cookie;
  sale = await startDraft(db, "sell", seller.id);
});
afterAll(() => service.stop());

type Sent = { method?: string; headers?: Record<string, string> };

function ask(path: string, { method = "GET", headers = {} }: Sent = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sending = openRequest(`${service.base}${path}`, { method, headers }, (response) => {
      response.resume().once("end", () => resolve(response));
    });
    sending.once("error", reject).end();
  });
}

function namesOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
}

const ALWAYS = [
  "cache-control",
  "content-security-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options",
  "x-request-id",
];

describe("headers of the built service", () => {
  const asset = () => `/assets/${readdirSync("build/client/assets")[0] ?? ""}`;
  const known = () => ({ headers: { Cookie: cookie } });
  const staff = () => ({ headers: { Cookie: staffCookie } });
  const NOTHING = "default-src 'none'; frame-ancestors 'none'";
  test.each<[string, number, string | RegExp, string | RegExp, () => Promise<IncomingMessage>]>([
    ["a page", 200, "no-cache", /'nonce-/, () => ask(paths.signIn())],
    ["a customer's page", 200, "no-store", /'nonce-/, () => ask(paths.yourData.page(), known())],
    [
      "a form",
      200,
      "private, no-cache",
      /'nonce-/,
      () => ask(paths.sell.aboutYou({ sale }), known()),
    ],
    ["an unknown page", 404, "no-cache", /'nonce-/, () => ask("/nowhere")],
    ["data", 200, "no-store", NOTHING, () => ask(`${paths.admin.transactions()}.data`, staff())],
    ["data of a plain page", 202, "no-store", NOTHING, () => ask(`${paths.signIn()}.data`)],
    ["unknown data", 404, "no-cache", NOTHING, () => ask("/nowhere.data")],
    ["a redirect", 302, "no-store", NOTHING, () => ask(paths.admin.home())],
    ["a resource", 200, "no-store", NOTHING, () => ask(paths.site.sitemap())],
    ["a resource that may be stored", 200, /^public/, NOTHING, () => ask(paths.site.prefetch())],
    ["a webhook", 400, "no-store", NOTHING, () => ask(paths.webhooks.stripe(), { method: "POST" })],
    ["a file", 200, /^public, .*immutable$/, NOTHING, () => ask(asset())],
    ["a refusal", 405, "no-store", /style-src 'sha256-/, () => ask("/", { method: "DELETE" })],
    ["a health check", 200, "no-store", NOTHING, () => ask("/healthz")],
  ])(
    "the response of %s has each header once and the status %i",
    async (_what, status, caching, policy, visit) => {
      const response = await visit();
      expect(response.statusCode).toBe(status);
      const names = namesOf(response).filter((name) => name !== "set-cookie");
      expect(names).toEqual(expect.arrayContaining(ALWAYS));
      expect(names.sort()).toEqual([...new Set(names)].sort());
      const { "cache-control": sent, "content-security-policy": sentPolicy } = response.headers;
      if (typeof caching === "string") expect(sent).toBe(caching);
      else expect(sent).toMatch(caching);
      if (typeof policy === "string") expect(sentPolicy).toBe(policy);
      else expect(sentPolicy).toMatch(policy);
    },
  );
});

test("a page that is the same for everyone is sent from the cache with an ETag, and answers 304", async () => {
  await ask(paths.home());
  await expect.poll(async () => (await ask(paths.home())).headers.etag).toMatch(/^".{22}-\w+"$/);
  const { headers } = await ask(paths.home());
  const again = await ask(paths.home(), { headers: { "If-None-Match": String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test("remix-serve does not log requests, because its log would contain the tokens of links", async () => {
  const token = "a-secret-token-of-a-link";
  const { statusCode, headers } = await ask(`/authenticate?token=${token}`);
  expect([statusCode, headers.location]).toEqual([303, paths.linkExpired()]);
  await expect.poll(() => service.log).toContain('"path":"/authenticate"');
  expect(service.log).not.toContain(token);
  expect(service.log).not.toMatch(/GET \/authenticate/);
});
