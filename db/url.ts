import { dataFolder, socketUrl } from "#db/embedded/location.ts";

/** Returns true if the embedded database is used, that is, if DATABASE_URL is not set. */
export function isEmbedded(): boolean {
  return !process.env.DATABASE_URL;
}

/** Returns the URL of the primary database. Throws an Error if DATABASE_URL is invalid. */
export function databaseUrl(): string {
  return readUrlSetting("DATABASE_URL") ?? socketUrl(dataFolder(), "fanlight");
}

/**
 * Returns the URL of the read replica, if it is set. Throws an Error if DATABASE_READ_URL is
 * invalid.
 */
export function readDatabaseUrl(): string | undefined {
  return readUrlSetting("DATABASE_READ_URL");
}

export const DATABASE_URL_EXPECTED =
  "must be the address of a PostgreSQL database, such as postgres://user:password@host/fanlight";

export function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol);
}

function readUrlSetting(name: "DATABASE_URL" | "DATABASE_READ_URL") {
  const url = process.env[name];
  // Don't show the value, because it may contain a password.
  if (url && !isDatabaseUrl(url)) throw new Error(`${name} ${DATABASE_URL_EXPECTED}`);
  return url || undefined;
}

/** Returns the URL of the database with this name, on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

export function nameOfDatabase(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
