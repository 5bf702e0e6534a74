import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { type Page, Visitor } from "#tests/support/http-visitor.ts";

/** Sends requests from one IP address to two processes in turn, and then to a restarted one. */

useTestDatabase();
const HEADERS = { "X-Forwarded-For": "203.0.113.9" };
const LINKS_PER_HOUR = 20;

let services: readonly [BuiltService, BuiltService];
beforeAll(async () => {
  const settings = {
    DOUBLES: "true",
    WORKER: "off",
    SENDS_WITHOUT_RECAPTCHA_PER_HOUR: String(LINKS_PER_HOUR),
  };
  services = [
    new BuiltService(await freePort(), settings),
    new BuiltService(await freePort(), settings),
  ];
  await Promise.all(services.map((service) => service.start()));
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

type Ask = (visitor: Visitor) => Promise<Page>;

const form = (name: string, path: string, fields: () => Record<string, string>): Ask => {
  return (visitor) =>
    visitor.send(path, {
      method: "POST",
      headers: HEADERS,
      body: new URLSearchParams({ form_key: agedKey(name), ...fields() }),
    });
};
const email = () => `${crypto.randomUUID()}@example.test`;
const person = {
  first_name: "Sam",
  last_name: "Seller",
  phone_country: "GB",
  phone_number: "07400 123456",
};

test.each<[string, number, Ask]>([
  [
    "links of /authenticate",
    60,
    (visitor) => visitor.send("/authenticate?token=x", { headers: HEADERS }),
  ],
  ["sign-in", LINKS_PER_HOUR, form("sign-in", paths.signIn(), () => ({ email: email() }))],
  [
    "sign-up, which shares the limit",
    0,
    form("sign-up", paths.getStarted("sell"), () => ({ ...person, email: email() })),
  ],
  [
    "lookups of valuers",
    0,
    (visitor) => visitor.send(paths.leads.form(email()), { headers: HEADERS }),
  ],
])("the rate limit holds across two processes and a restart: %s", async (what, expected, ask) => {
  const statuses: number[] = [];
  for (
    let asked = 0;
    asked < 130 && statuses.filter((status) => status === 429).length < 4;
    asked++
  ) {
    const service = services[asked % 2];
    if (!service) throw new Error("There are two");
    const page = await ask(new Visitor(service.base));
    // A failed request does not count towards the limit.
    if (page.status >= 500) continue;
    statuses.push(page.status);
    if (page.status === 429) expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  const before = statuses.filter((status) => status !== 429).length;
  await services[0].kill();
  await services[0].start();
  const after = await ask(new Visitor(services[0].base));
  recordFigure(`${what}: ${before} let through by two processes, ${after.status} after a restart`);
  expect(statuses.slice(before).every((status) => status === 429)).toBe(true);
  expect(statuses).toContain(429);
  if (expected > 0) expect(before).toBe(expected);
  expect(after.status).toBe(429);
});
