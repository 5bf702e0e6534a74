import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { valueOf, Visitor } from "#tests/support/http-visitor.ts";

/** Checks that emailed links work after a mail scanner has opened them, and are not stored. */

const { db } = useTestDatabase();
const LINKS = sampleSize(5, 100);

let doubles: SeparateDoubles;
let service: BuiltService;
beforeAll(async () => {
  doubles = await startSeparateDoubles("http://localhost:9");
  service = new BuiltService(await freePort(), {
    ...doubles.settings,
    WORKER: "off",
    OUTBOUND_DEADLINE_MS: "30000",
  });
  await service.start();
});
afterAll(async () => {
  await Promise.all([service.stop(), doubles.stop()]);
});

test("a sign-in link works exactly once after a mail scanner has opened it, and its token is stored nowhere", async () => {
  const links: string[] = [];
  for (let link = 0; link < LINKS; link++) links.push(await askForLink());
  const tokens = links.map((link) => new URL(link).searchParams.get("token") ?? "");
  const seen = { opened: 0, twice: 0, byScanner: 0, elsewhere: 0 };
  for (const link of links) {
    const { host, pathname, search } = new URL(link);
    if (host !== new URL(service.base).host) seen.elsewhere += 1;
    const scanner = new Visitor(service.base);
    for (const method of ["HEAD", "GET", "GET"]) {
      const page = await scanner.send(pathname + search, { method });
      if (page.location || scanner.cookie.includes("sid=")) seen.byScanner += 1;
    }
    if (await press(pathname + search)) seen.opened += 1;
    if (await press(pathname + search)) seen.twice += 1;
  }
  const kept = [service.log, ...(await readEverything())].join("\n");
  const found = tokens.filter((token) => kept.includes(token));
  recordFigure(
    `${links.length} links: ${seen.opened} opened after a scanner, ${seen.twice} a second time, ${seen.byScanner} by the scanner, ` +
      `${seen.elsewhere} to another host; ${found.length} tokens in the database or the log`,
  );
  expect(new Set(tokens).size).toBe(LINKS);
  expect(seen).toEqual({ opened: LINKS, twice: 0, byScanner: 0, elsewhere: 0 });
  expect(found).toEqual([]);
});

/**
 * Requests a sign-in link, with a user type that the service must ignore. The same request is
 * refused if its host is forged.
 */
async function askForLink(): Promise<string> {
  const { email } = await signIn(db);
  const send = (headers: Record<string, string>) =>
    new Visitor(service.base).send(paths.signIn(), {
      method: "POST",
      headers,
      body: new URLSearchParams({ email, form_key: agedKey("sign-in"), type: "admin" }),
    });
  expect((await send({ "X-Forwarded-Host": "attacker.example" })).status).toBe(421);
  expect((await send({ "X-Forwarded-Proto": "https" })).status).toBe(303);
  const body = await doubles.bodyTo(email);
  return (/href="([^"]*\/authenticate\?[^"]*)"/.exec(body)?.[1] ?? "").replaceAll("&amp;", "&");
}

async function press(link: string): Promise<boolean> {
  const visitor = new Visitor(service.base);
  const page = await visitor.get(link);
  const form = { token: valueOf(page, "token"), form_key: valueOf(page, "form_key") };
  const opened = await visitor.post(paths.authenticate(), form);
  const home = await visitor.get(paths.welcomeBack());
  return opened.status === 303 && !home.location?.startsWith(paths.signIn());
}

async function readEverything(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname !~ '^(pg_|information_schema$)'`.execute(db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      return rows.map(({ row }) => row);
    }),
  );
  return texts.flat();
}
