/** PostgreSQL is shutting down, starting up, or has no connection left. */
const sqlStates = /^(?:57P0[123]|08\w{3}|53300)$/;

/** The socket's words. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** pg's own words, which have no code. */
const pgMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Query read timeout",
];

/** Whether a failure means that the database is away, so that the same request may work in a moment. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error) || Reflect.has(error, "vendor")) return false;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") {
    // A Unix socket that is not there.
    if (code === "ENOENT") return Reflect.get(error, "syscall") === "connect";
    return sqlStates.test(code) || socketCodes.has(code);
  }
  return pgMessages.some((start) => error.message.startsWith(start));
}
