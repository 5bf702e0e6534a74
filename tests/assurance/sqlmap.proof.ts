import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { customerForms } from "#tests/security/customer-forms.ts";
import { scan, startScannedService } from "./scanned-service.ts";

/** Tries every parameter with sqlmap, which detects an injection by content, errors and time. */

const { db } = useTestDatabase();
const SQLMAP = "/usr/bin/sqlmap";
const LIMIT_MS = 10 * 60_000;

let scanned: Awaited<ReturnType<typeof startScannedService>>;
let folder: string;
let parameters = 0;
beforeAll(async () => {
  scanned = await startScannedService(db);
  folder = await mkdtemp(join(tmpdir(), "fanlight-sqlmap-"));
});
afterAll(async () => {
  recordFigure(`${parameters} parameters tried`);
  await scanned.service.stop();
  await rm(folder, { recursive: true });
});

type Target = {
  who: keyof Awaited<ReturnType<typeof startScannedService>>["cookies"];
  path: string;
  data?: string;
};

test("sqlmap finds the planted hole", async () => {
  const injectable = await isInjectable({ who: "stranger", path: "/planted-hole?name=Byron" });
  recordFigure(`the planted hole: ${injectable ? "found" : "not found"}`);
  expect(injectable).toBe(true);
});

const lists: Target[] = [
  {
    who: "staff",
    path: `${paths.admin.transactions()}?stage=instructed&type=sale&tag=A&page=1&q=a&sort=newest`,
  },
  { who: "staff", path: "/admin/transactions/history?user=a&action=b&before=1" },
  { who: "staff", path: "/admin/users?page=1&q=a&type=customer" },
  { who: "staff", path: "/admin/estate-agents?page=1&brand=a&q=a" },
  { who: "staff", path: "/admin/search?q=arch" },
  { who: "staff", path: "/admin/stats?from=2026-01&to=2026-02" },
  { who: "staff", path: "/admin/law-firms?q=a" },
  { who: "seller", path: `${paths.addresses.search()}?query=YO1&country=GB&container=1` },
  {
    who: "seller",
    path: `${paths.sell.paymentSuccess()}?payment_intent=pi_1&session_id=cs_1&redirect_status=succeeded&code=true`,
  },
  { who: "stranger", path: `${paths.authenticate()}?token=abc&inv=def&role=sell&type=customer` },
  { who: "stranger", path: `${paths.signIn()}?redirectTo=%2F&role=sell` },
];
const typed: Target[] = Object.values(customerForms).map(({ path, fields }) => ({
  who: path.startsWith("/buy/") ? "buyer" : path.startsWith("/sell/") ? "seller" : "stranger",
  path: path.split("#")[0] ?? "/",
  data: new URLSearchParams(fields).toString(),
}));

test.each([...lists, ...typed].map((target) => [target.path, target] as const))(
  "sqlmap finds no injection at %s",
  async (_path, target) => {
    expect(await isInjectable(target)).toBe(false);
  },
);

async function isInjectable({ who, path, data }: Target): Promise<boolean> {
  const { base } = scanned.service;
  const cookie = scanned.cookies[who];
  const url = new URL(path, base);
  parameters += url.searchParams.size + new URLSearchParams(data).size;
  const said = await scan(
    SQLMAP,
    [
      ...[
        "-u",
        url.href,
        "--batch",
        "--flush-session",
        "--output-dir",
        join(folder, crypto.randomUUID()),
      ],
      ...[
        "--dbms",
        "postgresql",
        "--technique",
        "BEUST",
        "--level",
        "1",
        "--risk",
        "1",
        "--threads",
        "4",
      ],
      ...["--ignore-redirects", "--ignore-code", "*", "--skip-waf", "--disable-coloring"],
      ...["--headers", [`Origin: ${base}`, ...(cookie ? [`Cookie: ${cookie}`] : [])].join("\n")],
      ...(data ? ["--data", data] : []),
    ],
    LIMIT_MS,
  );
  const isDone =
    /all tested parameters do not appear to be injectable|identified the following injection/.test(
      said,
    );
  expect(isDone, said.slice(-2_000)).toBe(true);
  return said.includes("identified the following injection");
}
