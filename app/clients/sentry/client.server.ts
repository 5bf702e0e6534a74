/**
 * Error reports to Sentry, if SENTRY_DSN is set (develop.sentry.dev/sdk/foundations/envelopes). A
 * report contains the log entry of the error, redacted again, but nothing about the request or the
 * visitor, and no variables.
 */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { redact } from "#app/observability/redact.ts";
import type { Reported } from "#app/observability/report.server.ts";
import { callVendor, fetchText, readJson } from "../outbound.server.ts";

const MINUTE_MS = 60_000;
const A_MINUTE = 20;

const Taken = z.object({ id: z.string() });
const NothingTaken = z.strictObject({});

/** Parses a DSN, such as "https://PUBLIC_KEY@HOST/PROJECT"; returns null if it is empty. */
function readDsn(dsn: string) {
  if (!dsn) return null;
  const { username, pathname } = new URL(dsn);
  const [project = "", ...before] = pathname.split("/").reverse();
  return { key: username, path: `${before.reverse().join("/")}/api/${project}/envelope/` };
}

const dsn = readDsn(env.SENTRY_DSN);

const sent = new Map<string, number>();

/**
 * Returns true if this error, or 20 errors in total, were reported within the last minute. Without
 * this limit, an error in a loop would send endless reports.
 */
function isRateLimited({ error, message, frames }: Reported, now = performance.now()): boolean {
  for (const [known, at] of sent) if (now - at >= MINUTE_MS) sent.delete(known);
  const same = `${error} ${message} ${frames?.[0] ?? ""}`;
  if (sent.has(same) || sent.size >= A_MINUTE) return true;
  sent.set(same, now);
  return false;
}

/** Clears the rate limit between tests. */
export function resetErrorRateLimit(): void {
  sent.clear();
}

/**
 * Sends an error report without waiting for the response. A report that can't be sent is dropped,
 * because the log also contains the error.
 */
export function sendError(reported: Reported, release: string): void {
  if (!dsn || isRateLimited(reported)) return;
  void post(toEvent(reported, release)).catch(() => {
    log.warn({ vendor: "sentry" }, "Sentry delivery failed");
  });
}

/**
 * Sends Sentry an empty envelope. Returns false without sending it if SENTRY_DSN is not set.
 * @throws {VendorError}
 */
export async function testSentry(): Promise<boolean> {
  if (!dsn) return false;
  await post(null);
  return true;
}

async function post(event: Record<string, unknown> | null): Promise<void> {
  await callVendor("sentry", { baseUrl: env.SENTRY_API_URL }, async () => {
    const url = new URL(dsn?.path ?? "/", env.SENTRY_API_URL);
    const headers = {
      "Content-Type": "application/x-sentry-envelope",
      "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=fanlight/1.0, sentry_key=${dsn?.key ?? ""}`,
    };
    const parts = event
      ? [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: "event" }, event]
      : [{ sent_at: new Date().toISOString() }];
    const body = parts.map((part) => `${JSON.stringify(part)}\n`).join("");
    const answer = await fetchText("sentry", url, { method: "POST", headers, body });
    readJson("sentry", event ? Taken : NothingTaken, answer);
  });
}

function toEvent(reported: Reported, release: string) {
  const { error, message, what, frames, code, constraint, vendor, kind, status } = reported;
  const tags = { code, constraint, vendor, kind, status, request_id: reported.request_id };
  return {
    event_id: randomUUID().replaceAll("-", ""),
    timestamp: Date.now() / 1_000,
    platform: "node",
    level: "error",
    release,
    environment: env.NODE_ENV,
    ...(what && { transaction: redact(what) }),
    exception: {
      values: [
        {
          type: error,
          value: redact(message),
          // Sentry expects the innermost stack frame last, but JavaScript lists it first.
          ...(frames && { stacktrace: { frames: frames.map(toFrame).reverse() } }),
        },
      ],
    },
    tags: Object.fromEntries(
      Object.entries(tags).flatMap(([name, value]) =>
        typeof value === "string" || typeof value === "number"
          ? [[name, redact(String(value))]]
          : [],
      ),
    ),
  };
}

/**
 * Maximum length of a stack frame. The frames may contain the lines of a long message, and the
 * pattern below backtracks on long lines.
 */
const MAX_FRAME = 500;

/** Parses a line of a stack trace, such as "at read (file:///app/build/server/index.js:10:20)". */
export function toFrame(whole: string) {
  const line = whole.slice(0, MAX_FRAME);
  const found = /^at (?:(?<name>.*) \()?(?<file>.*?):(?<row>\d+):(?<column>\d+)\)?$/.exec(line);
  if (!found?.groups) return { function: redact(line) };
  const { name, file = "", row, column } = found.groups;
  return {
    ...(name && { function: redact(name) }),
    filename: redact(file),
    lineno: Number(row),
    colno: Number(column),
    in_app: !file.includes("node_modules") && !file.startsWith("node:"),
  };
}

/**
 * Sends Sentry an empty envelope and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  return (await testSentry())
    ? "It accepts an empty envelope, so the key and the project are right."
    : "SENTRY_DSN is not set, so errors only go to the log.";
}
