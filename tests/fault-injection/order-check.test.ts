import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type * as OrderModule from "#app/domain/identity-checks/order-check.server.ts";
import type { PersonPlace as Place } from "#app/domain/identity-checks/read-checks.server.ts";
import {
  createMatterWithPeople,
  listChecks,
} from "#tests/routes/admin/transaction-tabs/checked-matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { type SeparateDoubles, startSeparateDoubles } from "#tests/support/separate-doubles.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { startInterceptingProxy } from "./intercepting-proxy.ts";

/**
 * Orders identity checks while Thirdfort has faults, its answer is lost, or the process is killed.
 * Each order must result in one check at Thirdfort, one row and one event.
 */

const { db } = useTestDatabase();
let doubles: SeparateDoubles;
let gate: Awaited<ReturnType<typeof startInterceptingProxy>>;
let orderCheck: typeof OrderModule.orderCheck;
let hear: (thirdfort_id: string) => Promise<void>;
let callOff: (place: Place, check_id: string) => Promise<void>;
let resetBreakers: () => void;
let actor: { id: string; request_id: string };

beforeAll(async () => {
  doubles = await startSeparateDoubles("http://localhost:1");
  gate = await startInterceptingProxy(() => doubles.toUrl("thirdfort"));
  for (const [name, value] of Object.entries(doubles.settings)) vi.stubEnv(name, value);
  vi.stubEnv("THIRDFORT_API_URL", gate.url);
  vi.stubEnv("OUTBOUND_DEADLINE_MS", "4000");
  vi.resetModules();
  const connection = await import("#db/connection.ts");
  ({ orderCheck } = await import("#app/domain/identity-checks/order-check.server.ts"));
  const refresh = await import("#app/domain/identity-checks/refresh-checks.server.ts");
  hear = async (thirdfort_id) => {
    await refresh.handleCheckWebhook(connection.db, { thirdfort_id, is_dated: true });
    await refresh.refreshChangedCheck(connection.db, thirdfort_id);
  };
  const { resolveCheckOrder: settleCheckOrder } =
    await import("#app/domain/identity-checks/thirdfort-results.server.ts");
  callOff = (place, check_id) =>
    connection.inTransaction(connection.db, (trx) =>
      settleCheckOrder(trx, place, { actor, check_id, found: null }),
    );
  ({ resetBreakers } = await import("#app/clients/outbound.server.ts"));
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
});

beforeEach(() => resetBreakers());

afterAll(async () => {
  const connection = await import("#db/connection.ts");
  await connection.closeDatabase();
  await doubles.stop();
  gate.stop();
});

const Checks = z.array(z.object({ id: z.string(), ref: z.string() }));

const letOrdersPass = () =>
  db
    .updateTable("identity_checks")
    .set({ order_sent_at: sql`order_sent_at - interval '16 minutes'` })
    .where("order_sent_at", "is not", null)
    .execute();

describe("orders of an identity check while Thirdfort has faults (N-032, N-037, A-044)", () => {
  test.each([
    ["down", "5xx"],
    ["slow", "timeout"],
    ["nonsense", "bad_body"],
    ["reset", "network"],
  ] as const)(
    "a new order after Thirdfort’s fault “%s” is rejected until staff cancel the previous order, whose result is unknown",
    async (fault, kind) => {
      const { db: theirs } = await import("#db/connection.ts");
      const { id, place, order } = await anOrder();
      await doubles.setFault("thirdfort", fault);
      await expect(orderCheck(theirs, place, order)).rejects.toMatchObject({ cause: { kind } });
      await doubles.setFault("thirdfort", "none");
      resetBreakers();
      await letOrdersPass();
      const another = { ...order, form_key: crypto.randomUUID() };
      await expect(orderCheck(theirs, place, another)).rejects.toMatchObject({ status: 409 });
      await cancelUnknownOrder(id, place);
      await orderCheck(theirs, place, another);
      await expectOne(id);
    },
  );

  test("the same form can order the identity check again after Thirdfort refused the connection", async () => {
    const { db: theirs } = await import("#db/connection.ts");
    const { id, place, order } = await anOrder();
    const refuse = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(
      new TypeError("fetch failed", {
        cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
      }),
    );
    await expect(orderCheck(theirs, place, order)).rejects.toMatchObject({ kind: "network" });
    refuse.mockRestore();
    expect(await listChecks(db, id)).toEqual([]);
    await orderCheck(theirs, place, order);
    await expectOne(id);
  });

  test("one identity check is recorded if Thirdfort accepts the order long after the timeout", async () => {
    const { db: theirs } = await import("#db/connection.ts");
    const { id, place, order } = await anOrder();
    let taken: () => void = () => undefined;
    const hang = () => new Promise<"pass">((go) => (taken = () => go("pass")));
    gate.next("before", hang, "POST");
    await expect(orderCheck(theirs, place, order)).rejects.toMatchObject({
      cause: { kind: "timeout" },
    });
    await letOrdersPass();
    taken();
    await waitUntil(async () => expect(await atThirdfort(id)).toHaveLength(1));
    const another = { ...order, form_key: crypto.randomUUID() };
    await expect(orderCheck(theirs, place, another)).rejects.toMatchObject({ status: 409 });
    await sendAllWebhooks(id);
    await expectOne(id);
  });

  test("an order of an identity check that staff cancelled is restored if Thirdfort accepts it later", async () => {
    const { db: theirs } = await import("#db/connection.ts");
    const { id, place, order } = await anOrder();
    let taken: () => void = () => undefined;
    const hang = () => new Promise<"pass">((go) => (taken = () => go("pass")));
    gate.next("before", hang, "POST");
    await expect(orderCheck(theirs, place, order)).rejects.toThrow();
    await cancelUnknownOrder(id, place);
    taken();
    await waitUntil(async () => expect(await atThirdfort(id)).toHaveLength(1));
    await sendAllWebhooks(id);
    const another = { ...order, form_key: crypto.randomUUID() };
    await expect(orderCheck(theirs, place, another)).rejects.toMatchObject({ status: 409 });
    await expectOne(id);
  });

  test("one identity check is recorded if Thirdfort’s answer is lost", async () => {
    const { db: theirs } = await import("#db/connection.ts");
    const { id, place, order } = await anOrder();
    gate.next("after", () => "cut", "POST");
    await expect(orderCheck(theirs, place, order)).rejects.toMatchObject({
      cause: { kind: "network" },
    });
    expect(await atThirdfort(id)).toHaveLength(1);
    await letOrdersPass();
    await sendAllWebhooks(id);
    await expectOne(id);
  });

  test.each((["after", "before"] as const).slice(0, sampleSize(1, 2)))(
    "one identity check is recorded if the process is killed just %s Thirdfort accepts the order",
    async (moment) => {
      const { db: theirs } = await import("#db/connection.ts");
      const { id, place, order } = await anOrder();
      const child = spawn(
        process.execPath,
        [
          "--import",
          "tsx",
          "tests/fault-injection/order-process.ts",
          JSON.stringify([place, order]),
        ],
        {
          stdio: ["ignore", "ignore", "inherit"],
          env: { ...process.env, THIRDFORT_API_URL: gate.url, OUTBOUND_DEADLINE_MS: "8000" },
        },
      );
      const gone = once(child, "exit");
      const kill = () => {
        child.kill("SIGKILL");
        return "cut" as const;
      };
      gate.next(moment, kill, "POST");
      await gone;
      expect(await listChecks(db, id)).toMatchObject([{ status: "pending", thirdfort_id: null }]);
      if (moment === "before") {
        await cancelUnknownOrder(id, place);
        await orderCheck(theirs, place, { ...order, form_key: crypto.randomUUID() });
      } else {
        expect(await atThirdfort(id)).toHaveLength(1);
        await sendAllWebhooks(id);
      }
      await expectOne(id);
    },
  );
});

async function anOrder() {
  const { id, seller } = await createMatterWithPeople(db);
  const { person_type, person_id } = seller;
  const place = { transaction_id: id, person_type, person_id };
  const order = {
    actor,
    form_key: crypto.randomUUID(),
    replaces_id: null,
    phone: "+447400123456",
    recipients: ["checks@ashby.example"],
  };
  return { id, place, order };
}

async function atThirdfort(ref: string) {
  const answer = await fetch(`${doubles.toUrl("thirdfort")}/__double/checks`);
  return Checks.parse(await answer.json()).filter((check) => check.ref === ref);
}

async function expectOne(id: string) {
  const [theirs, ...others] = await atThirdfort(id);
  expect(others).toEqual([]);
  const checks = await listChecks(db, id);
  expect(checks.filter(({ order_called_off_at }) => order_called_off_at === null)).toMatchObject([
    { thirdfort_id: theirs?.id, status: "pending", order_sent_at: null },
  ]);
  const events = await eventNames(db, id);
  expect(events.filter((name) => name === "thirdfort_check_ordered")).toHaveLength(1);
}

/** Handles the webhook of each of the matter’s checks at Thirdfort twice. */
async function sendAllWebhooks(id: string) {
  const theirs = await atThirdfort(id);
  await Promise.all([...theirs, ...theirs].map((check) => hear(check.id)));
}

/** Cancels the order, as staff do if they find no check in Thirdfort’s portal. */
async function cancelUnknownOrder(id: string, place: Place) {
  expect(await atThirdfort(id)).toEqual([]);
  await letOrdersPass();
  const [check] = await listChecks(db, id);
  await callOff(place, check?.id ?? "");
}
