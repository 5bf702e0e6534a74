import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { paths } from "#app/paths.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { scan, startScannedService } from "./scanned-service.ts";

const { db } = useTestDatabase();
const WAPITI = "/usr/bin/wapiti";
const MODULES =
  "backup,crlf,csp,cookieflags,exec,file,http_headers,permanentxss,redirect,sql,ssrf,xss";
const SCAN_SECONDS = Number(process.env.SCAN_SECONDS ?? "240");
const LIMIT_MS = 30 * 60_000;

let scanned: Awaited<ReturnType<typeof startScannedService>>;
let folder: string;
beforeAll(async () => {
  scanned = await startScannedService(db);
  folder = await mkdtemp(join(tmpdir(), "fanlight-scan-"));
});
afterAll(async () => {
  await scanned.service.stop();
  await rm(folder, { recursive: true });
});

const Finding = z.object({
  method: z.string(),
  path: z.string(),
  info: z.string(),
  parameter: z.string().nullish(),
});
const Report = z.object({
  vulnerabilities: z.record(z.string(), Finding.array()),
  anomalies: z.record(z.string(), Finding.array()),
});

/**
 * Findings that are due to the missing TLS of the scanned service. tests/security/headers.test.ts
 * checks these headers.
 */
const WITHOUT_TLS = /^(Strict-Transport-Security is not set|Secure flag is not set)/;

let crawled = 0;

test("the scanner wapiti finds the planted hole", async () => {
  const { findings } = await scanAs("stranger", "/planted-hole", "sql,xss");
  recordFigure(
    `the planted hole: ${[...new Set(findings.map(({ kind }) => kind))].join(" and ") || "not found"}`,
  );
  expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["SQL Injection"]));
});

test.each([
  ["stranger", paths.home()],
  ["seller", paths.welcomeBack()],
  ["buyer", paths.welcomeBack()],
  ["staff", paths.admin.transactions()],
] as const)("wapiti, acting as “%s”, finds no hole and causes no 5xx", async (who, path) => {
  const { findings, found, failures } = await scanAs(who, path, MODULES);
  crawled += found;
  recordFigure(
    `${who}: ${found} addresses and forms, ${findings.length} findings ${[...new Set(findings.map(({ kind, info }) => `(${kind}: ${info})`))].join(" ")}, ${failures.length} × 5xx`,
  );
  expect(findings).toEqual([]);
  expect(failures).toEqual([]);
});

test("the scanner wapiti finds more than 60 URLs and forms", () => {
  expect(crawled).toBeGreaterThan(60);
});

async function scanAs(who: keyof typeof scanned.cookies, path: string, modules: string) {
  const report = join(folder, `${who}-${modules.length}.json`);
  const { base } = scanned.service;
  const cookie = scanned.cookies[who];
  const said = await scan(
    WAPITI,
    [
      ...["-u", `${base}${path}`, "--scope", path === "/planted-hole" ? "folder" : "domain"],
      ...["-m", modules, "-f", "json", "-o", report, "--flush-session", "--no-bugreport"],
      ...[
        "--max-scan-time",
        String(SCAN_SECONDS),
        "--max-attack-time",
        String(SCAN_SECONDS),
        "-d",
        "6",
      ],
      // wapiti announces Brotli but cannot read it.
      ...["-H", "Accept-Encoding: identity"],
      // Forms need our Origin, or the server would reject all of them.
      ...["-H", `Origin: ${base}`, ...(cookie ? ["-H", `Cookie: ${cookie}`] : [])],
    ],
    LIMIT_MS,
  );
  const { vulnerabilities, anomalies } = Report.parse(JSON.parse(await readFile(report, "utf8")));
  const list = (all: typeof vulnerabilities) =>
    Object.entries(all)
      .flatMap(([kind, each]) => each.map((one) => ({ kind, ...one })))
      .filter(({ info }) => !WITHOUT_TLS.test(info) && !info.startsWith("X-XSS-Protection"));
  return {
    findings: list(vulnerabilities),
    failures: list(anomalies),
    found: Number(/found (\d+) URLs and forms/.exec(said)?.[1] ?? 0),
  };
}
