import { randomUUID } from "node:crypto";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { redact } from "#app/observability/redact.ts";
import type { Reported } from "#app/observability/report.server.ts";
import { outbound, fetchText, readJson } from "../outbound.server.ts";

/**
 * Errors go to Sentry, or to a program that takes the same envelopes (develop.sentry.dev/sdk/foundations/envelopes), when
 * SENTRY_DSN is set. What is sent is what the log has, redacted once more: no request, no visitor, no variables.
 */

const MINUTE_MS = 60_000;
const A_MINUTE = 20;

/** The answer names the event that it has taken. */
const Taken = z.object({ id: z.string() });
const NothingTaken = z.strictObject({});

/** "https://PUBLIC_KEY@HOST/PROJECT" in its parts; null when errors go nowhere. */
function readDsn(dsn: string) {
  if (!dsn) return null;
  const { username, pathname } = new URL(dsn);
  const [project = "", ...before] = pathname.split("/").reverse();
  return { key: username, path: `${before.reverse().join("/")}/api/${project}/envelope/` };
}

const dsn = readDsn(env.SENTRY_DSN);

/** When the errors of the last minute were sent, by what makes two of them the same. */
const sent = new Map<string, number>();

/** The same error once a minute, and twenty of all: a fault in a loop must not be a load of its own. */
function isTooMuch({ error, message, frames }: Reported, now = performance.now()): boolean {
  for (const [known, at] of sent) if (now - at >= MINUTE_MS) sent.delete(known);
  const same = `${error} ${message} ${frames?.[0] ?? ""}`;
  if (sent.has(same) || sent.size >= A_MINUTE) return true;
  sent.set(same, now);
  return false;
}

/** For tests: forgets what was sent. */
export function forgetSentErrors(): void {
  sent.clear();
}

/**
 * Sends an error, and does not wait for it. What cannot be sent is dropped: the log has it.
 *
 * @param release of the running code
 */
export function sendError(reported: Reported, release: string): void {
  if (!dsn || isTooMuch(reported)) return;
  void post(toEvent(reported, release)).catch(() => {
    log.warn({ vendor: "sentry" }, "an error could not be sent to Sentry");
  });
}

/** Asks whether it takes our envelopes, with one that holds nothing. @throws VendorError */
export async function testSentry(): Promise<boolean> {
  if (!dsn) return false;
  await post(null);
  return true;
}

async function post(event: Record<string, unknown> | null): Promise<void> {
  await outbound("sentry", { baseUrl: env.SENTRY_API_URL }, async () => {
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
          // The innermost stands last there.
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

/** A message of several lines may end up among them: the pattern goes back over a long one again and again. */
const MAX_FRAME = 500;

/** Reads "at read (file:///app/build/server/index.js:10:20)" in its parts. */
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

/** Asks what changes nothing and costs nothing (docs/vendors.md); throws VendorError. Returns what it saw, in words. */
export async function smokeTest(): Promise<string> {
  return (await testSentry())
    ? "It accepts an empty envelope, so the key and the project are right."
    : "SENTRY_DSN is not set, so errors only go to the log.";
}
