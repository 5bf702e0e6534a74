import { readMember } from "#app/platform/read-member.ts";
import { isDatabaseDown } from "./database-down.server.ts";
import { isDiskFull, rememberDiskFull } from "./disk-space.server.ts";
import { errorMessage } from "./errors.ts";
import { log } from "./log.server.ts";
import { currentRequest, requestId } from "./request-context.server.ts";

export type Reported = {
  error: string;
  message: string;
  what: string | undefined;
  request_id: string | undefined;
  code: unknown;
  constraint: unknown;
  vendor: unknown;
  kind: unknown;
  status: unknown;
  frames: string[] | undefined;
};

let alsoTo: ((reported: Reported) => void) | undefined;

/**
 * Sets a function to call with each reported error, but not with warnings. The function must return
 * immediately and must not throw.
 */
export function addReportListener(listener: (reported: Reported) => void): void {
  alsoTo = listener;
}

export type ReportContext = { severity?: "info" | "warning" | "error"; what?: string };

/**
 * Logs an error for the operator (V-015): its name, message, code and stack, but nothing about the
 * visitor.
 * @param context.severity "info" for an event that we count but that is not a fault (V-016)
 * @param context.what the task that failed, in a few fixed words
 */
export function report(error: unknown, { severity = "error", what }: ReportContext = {}): void {
  rememberDiskFull(error);
  const request = currentRequest();
  if (request && (isDatabaseDown(error) || isDiskFull(error))) request.hadTemporaryError = true;
  const line = {
    what,
    error: error instanceof Error ? error.name : typeof error,
    code: readMember(error, "code"),
    constraint: readMember(error, "constraint"),
    vendor: readMember(error, "vendor"),
    kind: readMember(error, "kind"),
    status: readMember(error, "status"),
    frames: severity === "error" ? frames(error) : undefined,
  };
  const message = errorMessage(error);
  log[severity === "warning" ? "warn" : severity](line, message);
  if (severity === "error") alsoTo?.({ ...line, message, request_id: requestId() || undefined });
}

/** Returns the lines of an error's stack without the first ones, which repeat the message. */
function frames(error: unknown) {
  if (!(error instanceof Error)) return undefined;
  const lines = error.stack?.split("\n").map((line) => line.trim()) ?? [];
  return lines.filter((line) => line.startsWith("at ")).slice(0, 8);
}
