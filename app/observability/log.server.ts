import pino from "pino";
import { redact } from "./redact.ts";
import { requestId } from "./request-context.server.ts";

/**
 * Names of the fields that may be logged. All others are left out, so that no personal data or
 * token is logged by mistake.
 */
const fields = new Set([
  "what",
  "transaction_id",
  "error",
  "code",
  "constraint",
  "frames",
  "vendor",
  "kind",
  "request_id",
  "method",
  "path",
  "status",
  "ms",
  "job",
  "job_id",
  "attempt",
  "waiting",
  "failed",
  "oldest_seconds",
  "active",
  "url",
]);

/** Log of the service, on standard output. Each entry is one line of JSON and is redacted. */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: allowedFields,
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

export function allowedFields(line: Record<string, unknown>): Record<string, unknown> {
  const allowed = Object.entries(line).filter(([name]) => fields.has(name));
  const id = requestId();
  return {
    ...(id && { request_id: id }),
    ...Object.fromEntries(allowed.map(([name, value]) => [name, safe(value)])),
  };
}

function safe(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(safe);
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
