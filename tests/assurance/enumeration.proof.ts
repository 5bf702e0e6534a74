import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/agent-pages.ts";
import { negotiator } from "#tests/support/estate-agents.ts";
import { firmMatter, groupOf } from "#tests/support/firm-pages.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { lawyer } from "#tests/support/solicitors.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { type Page, Visitor } from "#tests/support/http-visitor.ts";

/** Checks that neither a response’s content nor its time reveals whether an account exists. */

const { db } = useTestDatabase();
const EACH = sampleSize(10, 300);
const WARM_UP = sampleSize(5, 40);

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

test("the sign-in form gives known and unknown email addresses the same response in the same time", async () => {
  for (let asked = 0; asked < WARM_UP; asked++) await ask(`warm-${asked}@example.test`);
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  // The order alternates, so that other load on the machine affects both kinds alike.
  for (let asked = 0; asked < EACH; asked++) {
    for (const kind of asked % 2
      ? (["known", "unknown"] as const)
      : (["unknown", "known"] as const)) {
      const email =
        kind === "known" ? (await signIn(db)).email : `${crypto.randomUUID()}@example.test`;
      const page = await ask(email);
      times[kind].push(page.ms);
      answers[kind].add(toText(page));
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const p = sameDistribution(times.known, times.unknown);
  recordFigure(
    `${answers.known.size} and ${answers.unknown.size} kinds of answer; medians ${known.toFixed(1)} and ${unknown.toFixed(1)} ms; KS p ${p.toFixed(3)}`,
  );
  expect(answers.known.size).toBe(1);
  expect(answers.unknown).toEqual(answers.known);
  expect(Math.abs(known - unknown)).toBeLessThan(5);
  expect(p).toBeGreaterThan(0.01);
});

test("the email box of a law firm’s page gives its people and others the same response in the same time", async () => {
  const { id } = await firmMatter(db);
  const lawyer_group_id = await groupOf(db, { transaction_id: id, side: "seller" });
  await compareBox("law firms", paths.firm.signIn("seller", id), (email) =>
    db
      .insertInto("lawyer_group_members")
      .values({ ...lawyer("Ann"), email, kind: "legal_assistant", lawyer_group_id })
      .execute(),
  );
});

test("the email box of an office’s page gives its people and others the same response in the same time", async () => {
  const { estate_agent_id } = await insertOffice(db);
  await compareBox("estate agents", paths.agent.signIn(estate_agent_id), (email) =>
    db
      .insertInto("negotiators")
      .values({ ...negotiator("Ann"), email, estate_agent_id })
      .execute(),
  );
});

/** Compares the answers of an email box for its people, whom `add` inserts, and for others. */
async function compareBox(
  name: string,
  box: string,
  add: (email: string) => Promise<unknown>,
): Promise<void> {
  const askBox = (email: string) =>
    new Visitor(service.base).post(box, { email, form_key: agedKey("firm-sign-in") });
  for (let asked = 0; asked < WARM_UP; asked++) {
    await askBox(`warm-${asked}-${crypto.randomUUID()}@example.test`);
  }
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: new Set<string>(), unknown: new Set<string>() };
  for (let asked = 0; asked < EACH; asked++) {
    for (const kind of asked % 2
      ? (["known", "unknown"] as const)
      : (["unknown", "known"] as const)) {
      const email = `${crypto.randomUUID()}@example.test`;
      // Each address is a new one, because the limits are per mailbox.
      if (kind === "known") await add(email);
      const page = await askBox(email);
      times[kind].push(page.ms);
      answers[kind].add(toText(page));
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  recordFigure(`${name}: medians ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`);
  expect(answers.known.size).toBe(1);
  expect(answers.unknown).toEqual(answers.known);
  expect(Math.abs(known - unknown)).toBeLessThan(5);
  expect(sameDistribution(times.known, times.unknown)).toBeGreaterThan(0.01);
}

function ask(email: string): Promise<Page> {
  return new Visitor(service.base).post(paths.signIn(), { email, form_key: agedKey("sign-in") });
}

function toText({ status, headers, html }: Page): string {
  const kept = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  const lines = kept.map(([name, value]) => `${name}: ${value.replace(/^([^=;]+)=[^;]*/, "$1=")}`);
  return [status, ...lines, html].join("\n");
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the Kolmogorov–Smirnov probability that both samples have the same distribution. */
function sameDistribution(one: readonly number[], other: readonly number[]): number {
  const share = (sample: readonly number[], most: number) =>
    sample.filter((value) => value <= most).length / sample.length;
  const distance = Math.max(
    ...[...one, ...other].map((value) => Math.abs(share(one, value) - share(other, value))),
  );
  const root = Math.sqrt((one.length * other.length) / (one.length + other.length));
  const lambda = (root + 0.12 + 0.11 / root) * distance;
  const terms = Array.from({ length: 100 }, (_, index) => {
    const k = index + 1;
    return 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  });
  return Math.min(
    1,
    Math.max(
      0,
      terms.reduce((sum, term) => sum + term, 0),
    ),
  );
}
