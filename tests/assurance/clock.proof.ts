import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { valueOf, Visitor } from "#tests/support/http-visitor.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { SteadyLoad } from "./steady-load.ts";

/**
 * Sets the service’s clock, but not PostgreSQL’s, back by an hour and forward again, under load.
 */

const { db } = useTestDatabase();
const HOUR_MS = 3_600_000;
const PER_SECOND = 20;
/** Maximum time until an open circuit breaker closes. It allows a request after half a minute. */
const HEALED_WITHIN_MS = 60_000;

let folder: string;
let doubles: SeparateDoubles;
let service: BuiltService;
let load: SteadyLoad;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-prove-clock-"));
  await setClock(0);
  doubles = await startSeparateDoubles("http://localhost:9");
  service = new BuiltService(await freePort(), {
    ...doubles.settings,
    CLOCK_FILE: join(folder, "clock"),
    NODE_OPTIONS: `--import ${resolve("tests/assurance/moved-clock.mjs")}`,
  });
  await service.start();
  load = new SteadyLoad(service.base, PER_SECOND);
  load.start();
});
afterAll(async () => {
  await load.stop();
  await Promise.all([service.stop(), doubles.stop()]);
  await rm(folder, { recursive: true });
});

const setClock = (ms: number) => writeFile(join(folder, "clock"), String(ms));

test("setting the clock back by an hour fails no request, loses no message or email, keeps links and sessions valid, and lets the circuit breaker close", async () => {
  const person = await signIn(db, { email: "clock@example.test" });
  const link = await askForLink(person.email);
  await pause(3_000);
  await openBreaker();
  const [before, taken] = [load.answers.length, load.takenCount];

  await setClock(-HOUR_MS);
  await pause(500);
  const healed = await untilAsked();
  const opened = await press(link);
  const isSignedIn = await isInside(new Visitor(service.base, person.cookie));
  const behind = load.answers.slice(before);
  const takenBehind = load.takenCount - taken;

  await setClock(0);
  await pause(5_000);
  await load.stop();
  const failed = load.answers.filter(
    ({ status }) => status === "cut" || status === 0 || status >= 500,
  );
  const [lost, twice] = [await load.countLost(db), await load.countTwice(db)];
  const asked = load.answers.length - load.takenCount * 4;
  const unsent = await countUnsent();
  recordFigure(
    `an hour back for ${behind.length} requests: ${takenBehind} messages taken, ${failed.length} failed, ${lost} lost, ${twice} twice; ` +
      `a link of before ${opened ? "opens" : "does not open"}, a session ${isSignedIn ? "stays" : "ends"}, ` +
      `a vendor's breaker closes after ${(healed / 1_000).toFixed(0)} s, ${unsent} emails unsent`,
  );
  expect(failed).toEqual([]);
  expect([lost, twice]).toEqual([0, 0]);
  expect(asked).toBeLessThanOrEqual(4);
  expect(opened).toBe(true);
  expect(isSignedIn).toBe(true);
  expect(healed).toBeLessThan(HEALED_WITHIN_MS);
  expect(unsent).toBe(0);
});

async function askForLink(email: string): Promise<string> {
  const fields = { email, form_key: agedKey("sign-in") };
  const asked = await new Visitor(service.base).post(paths.signIn(), fields);
  if (asked.status !== 303) throw new Error(`No link was sent: ${asked.status}`);
  const body = await doubles.bodyTo(email);
  return (/href="([^"]*\/authenticate\?[^"]*)"/.exec(body)?.[1] ?? "").replaceAll("&amp;", "&");
}

async function openBreaker() {
  await doubles.setFault("postmark", "down");
  await waitUntil(() => expect(service.log).toContain("circuit breaker opened"));
  await doubles.setFault("postmark", "none");
}

async function untilAsked(): Promise<number> {
  const began = performance.now();
  const before = await doubles.asked("postmark");
  while ((await doubles.asked("postmark")) === before) {
    if (performance.now() - began > 2 * HEALED_WITHIN_MS) return Infinity;
    await pause(200);
  }
  return performance.now() - began;
}

async function press(link: string): Promise<boolean> {
  const visitor = new Visitor(service.base);
  const page = await visitor.get(link);
  const form = { token: valueOf(page, "token"), form_key: valueOf(page, "form_key") };
  await visitor.post(paths.authenticate(), form);
  return isInside(visitor);
}

async function isInside(visitor: Visitor): Promise<boolean> {
  const home = await visitor.get(paths.welcomeBack());
  return home.status < 500 && !home.location?.startsWith(paths.signIn());
}

async function countUnsent(): Promise<number> {
  let unsent = Infinity;
  for (let second = 0; second < 180 && unsent > 0; second++) {
    await pause(1_000);
    const { rows } = await sql<{ unsent: number }>`
      select count(*)::int as unsent from email_log where status <> 'sent'`.execute(db);
    unsent = rows[0]?.unsent ?? Infinity;
  }
  return unsent;
}
