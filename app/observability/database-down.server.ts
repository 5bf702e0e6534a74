/** PostgreSQL's error codes while it is shutting down, starting up, or out of connections. */
const sqlStates = /^(?:57P0[123]|08\w{3}|53300)$/;

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Messages of pg's errors that have no code. */
const pgMessages = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Query read timeout",
];

/** Returns true if an error means that the database is down and a retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error) || Reflect.has(error, "vendor")) return false;
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") {
    if (code === "ENOENT") return Reflect.get(error, "syscall") === "connect";
    return sqlStates.test(code) || socketCodes.has(code);
  }
  return pgMessages.some((start) => error.message.startsWith(start));
}
