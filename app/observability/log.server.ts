import pino from "pino";
import { redact } from "./redact.ts";
import { requestId } from "./request-context.server.ts";

/** The only fields a log line may have: no personal data, token or URL that holds one gets in by mistake. */
const fields = new Set([
  // what happened
  "what",
  "transaction_id",
  "error",
  "code",
  "constraint",
  "frames",
  "vendor",
  "kind",
  // a request
  "request_id",
  "method",
  "path",
  "status",
  "ms",
  // a job, and the queue
  "job",
  "job_id",
  "attempt",
  "waiting",
  "failed",
  "oldest_seconds",
  // the process
  "active",
  "url",
]);

/**
 * Structured logs, one JSON line each, on standard output. Fields that are not on the list above are left out;
 * texts pass a redactor.
 */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: allowed,
    },
    hooks: {
      logMethod(args, method) {
        const last = args.length - 1;
        const message: unknown = args[last];
        if (typeof message === "string") args[last] = redact(message);
        method.apply(this, args);
      },
    },
  },
  process.stdout,
);

/** Exported for its test. */
export function allowed(line: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(line).filter(([name]) => fields.has(name));
  const id = requestId();
  return {
    ...(id && { request_id: id }),
    ...Object.fromEntries(kept.map(([name, value]) => [name, safe(value)])),
  };
}

function safe(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(safe);
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
