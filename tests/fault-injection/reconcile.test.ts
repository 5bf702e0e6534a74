import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { sellerAtPayment } from "#tests/support/payments.ts";
import {
  payOnStripesPage,
  type SeparateDoubles,
  startSeparateDoubles,
} from "#tests/support/separate-doubles.ts";
import { recordFigure, sampleSize } from "#tests/support/proof.ts";
import { startInterceptingProxy } from "./intercepting-proxy.ts";

/**
 * Runs the nightly comparison with Stripe after sellers have paid and no webhook was delivered.
 * Despite faults and kills, the comparison must find each payment once.
 */

const { db } = useTestDatabase();
const SELLERS = sampleSize(3, 50);
const NOBODY = "http://localhost:1";
const urls = { success: `${NOBODY}/yes`, cancel: `${NOBODY}/no` };
/** Returns tomorrow’s time for the comparison, because it skips payments of the last hour. */
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1_000);

let doubles: SeparateDoubles;
let gate: Awaited<ReturnType<typeof startInterceptingProxy>>;
let reconcile: () => Promise<unknown>;
let resetBreakers: () => void;

beforeAll(async () => {
  doubles = await startSeparateDoubles(NOBODY);
  gate = await startInterceptingProxy(() => doubles.toUrl("stripe"));
  for (const [name, value] of Object.entries(doubles.settings)) vi.stubEnv(name, value);
  vi.stubEnv("OUTBOUND_DEADLINE_MS", "4000");
  vi.resetModules();
  const { startHostedPayment } = await import("#app/domain/payments/start-payment.server.ts");
  const connection = await import("#db/connection.ts");
  ({ resetBreakers } = await import("#app/clients/outbound.server.ts"));
  const { reconcilePayments } = await import("#app/domain/payments/reconcile.server.ts");
  reconcile = () => reconcilePayments(connection.db, tomorrow());
  for (let seller = 0; seller < SELLERS; seller++) {
    const { sale } = await sellerAtPayment(db);
    await payOnStripesPage(await startHostedPayment(connection.db, sale, urls));
  }
});

afterAll(async () => {
  const connection = await import("#db/connection.ts");
  await connection.closeDatabase();
  await doubles.stop();
  gate.stop();
});

test.each([
  ["down", "5xx"],
  ["slow", "timeout"],
  ["nonsense", "bad_body"],
  ["reset", "network"],
] as const)(
  "the nightly comparison throws and records no difference if Stripe has the fault %s (A-044)",
  async (fault, kind) => {
    resetBreakers();
    await doubles.setFault("stripe", fault);
    await expect(reconcile()).rejects.toMatchObject({ vendor: "stripe", kind });
    await doubles.setFault("stripe", "none");
    expect(await kept()).toEqual([]);
  },
);

/** Runs the comparison in a separate process and kills it after `pass` answered requests. */
async function killAfter(pass: number) {
  const env = {
    ...process.env,
    ...doubles.settings,
    STRIPE_API_URL: gate.url,
    OUTBOUND_DEADLINE_MS: "8000",
  };
  const program = [
    "--import",
    "tsx",
    "tests/fault-injection/reconcile-process.ts",
    `${tomorrow().getTime()}`,
  ];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"], env });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  const gone = once(child, "exit");
  let asked = 0;
  const count = () => {
    gate.next("before", () => {
      asked += 1;
      if (asked <= pass) {
        count();
        return "pass";
      }
      child.kill("SIGKILL");
      return "cut";
    });
  };
  count();
  await gone;
  return said;
}

test("the nightly comparison finds each payment once if it is killed at any request and run again (AMB-E09)", async () => {
  // Each run reads five lists and then each payment. `npm test` kills one run, during the payments.
  // The proof run (docs/proof.md) kills four, during the lists and the payments.
  const kills = [0, 3, 6, 7].slice(-sampleSize(1, 4));
  for (const pass of kills) expect(await killAfter(pass)).toBe("");
  expect(await kept()).toEqual(["paid_there_only", "paid_there_only"]);
  resetBreakers();
  expect(await reconcile()).toMatchObject({ found: SELLERS - 2 });
  recordFigure(`${(await kept()).length} of ${SELLERS} found, after ${kills.length} kills`);
  expect(await kept()).toEqual(Array(SELLERS).fill("paid_there_only"));
  expect(await reconcile()).toEqual({ compared: SELLERS, found: 0, gone: 0 });
  expect(await kept()).toHaveLength(SELLERS);
});

test("the nightly comparison throws if Stripe fails halfway, and the payments found before that stay recorded (A-044)", async () => {
  resetBreakers();
  await db.deleteFrom("email_log").execute();
  await db.deleteFrom("payment_reviews").execute();
  const fetch_ = globalThis.fetch;
  let looked = 0;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (/payment_intents\/pi_/.test(url)) looked += 1;
    return /payment_intents\/pi_/.test(url) && looked > 1
      ? Promise.resolve(new Response("", { status: 500 }))
      : fetch_(input, init);
  });
  await expect(reconcile()).rejects.toMatchObject({ kind: "5xx" });
  vi.unstubAllGlobals();
  expect(await kept()).toEqual(["paid_there_only"]);
  resetBreakers();
  await reconcile();
  expect(await kept()).toHaveLength(SELLERS);
});

async function kept() {
  const rows = await db
    .selectFrom("payment_reviews as r")
    .innerJoin("email_log as e", (join) =>
      join.on("e.dedupe_key", "=", sql`'payment_review:' || r.id`),
    )
    .select(["r.reason", "r.stripe_transaction_id", "r.closed_at"])
    .execute();
  expect(new Set(rows.map((row) => row.stripe_transaction_id)).size).toBe(rows.length);
  return rows.map(({ reason, closed_at }) => (closed_at ? "gone" : reason));
}
