import { dataFolder, socketUrl } from "#db/embedded/location.ts";

/** Whether the database is the embedded one: nobody said that it is elsewhere. */
export function isEmbedded(): boolean {
  return !process.env.DATABASE_URL;
}

/** @throws Error when DATABASE_URL is no address of a database. */
export function databaseUrl(): string {
  return given("DATABASE_URL") ?? socketUrl(dataFolder(), "fanlight");
}

/**
 * A copy of the database that lists and statistics may be read from.
 *
 * @throws Error when DATABASE_READ_URL is no address of a database.
 */
export function readDatabaseUrl(): string | undefined {
  return given("DATABASE_READ_URL");
}

export const DATABASE_URL_EXPECTED =
  "must be the address of a PostgreSQL database, such as postgres://user:password@host/fanlight";

export function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol);
}

function given(name: "DATABASE_URL" | "DATABASE_READ_URL") {
  const url = process.env[name];
  // Not the value: it may hold a password.
  if (url && !isDatabaseUrl(url)) throw new Error(`${name} ${DATABASE_URL_EXPECTED}`);
  return url || undefined;
}

/** The same server, another database. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

export function nameOfDatabase(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
