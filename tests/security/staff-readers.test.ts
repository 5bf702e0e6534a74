import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { env } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import routeConfig from "#app/routes.ts";
import { open } from "#tests/routes/account/pages.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";

const { db } = useTestDatabase();
let matter: Awaited<ReturnType<typeof fullMatter>>;
let gift = "";

beforeAll(async () => {
  matter = await fullMatter(db);
  const event_name = "referral_code_applied";
  await recordEvent(db, { transaction_id: matter.id, event_name, author: "seller" });
  const row = await db
    .selectFrom("parties")
    .select("id")
    .where("kind", "=", "giftor")
    .executeTakeFirstOrThrow();
  gift = row.id;
});

type Handlers = { loader?: Parameters<typeof get>[0]; action?: Parameters<typeof post>[0] };
const importers = import.meta.glob<Handlers>("../../app/routes/**/*.{ts,tsx}");
const load = (file: string) => importers[`../../app/${file}`]!();

const NOT_CUSTOMERS =
  /^routes\/(?:admin|mocks|site|legal|leads|ready|answers|firm-pages|agent-pages|sign-in|webhooks|calendar|account\/sign-ins|account\/unsubscribe|layouts)\b/;

const files = [...new Set(routeConfig.flatMap(filesIn))].filter(
  (file) => !NOT_CUSTOMERS.test(file),
);

function filesIn({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesIn)];
}

const entriesOf = ({ id }: { id: string }) =>
  db
    .selectFrom("audit_log")
    .select(["action", "subject_type", "subject_id"])
    .where("actor_id", "=", id)
    .execute();

const dashboards = () => [
  ["dashboard/sell.tsx", matter.id],
  ["dashboard/buy.tsx", matter.id],
  ["dashboard/gift.tsx", gift],
];

function requireFactor() {
  env.STAFF_SECOND_FACTOR = "required";
  onTestFinished(() => {
    env.STAFF_SECOND_FACTOR = "optional";
  });
}

describe("a customer’s page", () => {
  test("the tested files include the dashboards", () => {
    expect(files.length).toBeGreaterThan(20);
    for (const [file] of dashboards()) expect(files).toContain(`routes/${file}`);
  });

  test.each(files)(
    "a customer’s page answers 403 to a member of staff without a role: %s (SE-2)",
    async (file) => {
      const { loader, action } = await load(file);
      const tom = await signIn(db, { type: "admin", roles: [] });
      const at = { cookie: tom.cookie, params: { id: matter.id } };
      if (loader) expect((await get(loader, at)).status).toBe(403);
      if (action) expect((await post(action, { intent: "save" }, at)).status).toBe(403);
      expect(await entriesOf(tom)).toEqual([]);
    },
  );

  test.each(files)(
    "a customer’s page redirects staff without the required second factor to set it up: %s (SE-2)",
    async (file) => {
      requireFactor();
      const { loader, action } = await load(file);
      const tom = await signIn(db, { type: "admin" });
      const at = { cookie: tom.cookie, params: { id: matter.id } };
      if (loader) expect((await get(loader, at)).path).toBe(paths.yourSignIns.page());
      if (action) {
        expect((await post(action, { intent: "save" }, at)).path).toBe(paths.yourSignIns.page());
      }
      expect(await entriesOf(tom)).toEqual([]);
    },
  );

  test("a customer who opens another person’s matter gets a 404 and leaves no audit row (SE-3)", async () => {
    const jane = await signIn(db);
    for (const [file, id] of dashboards()) {
      const { loader } = await load(`routes/${file}`);
      const { status } = await get(loader!, { cookie: jane.cookie, params: { id: id! } });
      expect([file, status]).toEqual([file, 404]);
    }
    expect(await entriesOf(jane)).toEqual([]);
  });
});

describe("a dashboard shown to staff", () => {
  test.each(["sell", "buy"] as const)(
    "a dashboard that staff open twice leaves one audit row: %s (SE-3)",
    async (role) => {
      const tom = await signIn(db, { type: "admin", roles: ["read_only"] });
      const path = paths.dashboard[role](matter.id);
      for (let again = 0; again < 2; again++) {
        expect((await open(path, tom)).status).toBe(200);
        const row = { subject_type: "transaction", subject_id: matter.id };
        expect(await entriesOf(tom)).toEqual([{ ...row, action: "transaction_viewed" }]);
      }
    },
  );

  test("no audit row is left if staff open a missing matter, or if sellers open their dashboard (SE-3)", async () => {
    const tom = await signIn(db, { type: "admin" });
    expect((await open(paths.dashboard.sell("65f000000000000000000001"), tom)).status).toBe(404);
    expect((await open(paths.dashboard.gift(gift), tom)).status).toBe(404);
    expect(await entriesOf(tom)).toEqual([]);
    expect((await open(paths.dashboard.sell(matter.id), matter.seller)).status).toBe(200);
    const rows = (await entriesOf(matter.seller)).filter(({ action }) => /viewed/.test(action));
    expect(rows).toEqual([]);
  });
});

test("staff without the required second factor can open the page where they set it up (SE-2)", async () => {
  requireFactor();
  const { loader } = await load("routes/account/sign-ins/sign-ins.tsx");
  const layout = await load("routes/layouts/signed-in.tsx");
  const tom = await signIn(db, { type: "admin", roles: [] });
  const at = { cookie: tom.cookie, path: paths.yourSignIns.page() };
  expect((await get(loader!, at)).data).toMatchObject({ must_set_up: true });
  expect((await get(layout.loader!, at)).status).toBe(200);
});
