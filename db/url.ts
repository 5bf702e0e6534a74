import { dataFolder, socketUrl } from "#db/embedded/location.ts";

/** Whether the database is the embedded one: nobody said that it is elsewhere. */
export function isEmbedded(): boolean {
  return !process.env.DATABASE_URL;
}

export function databaseUrl(): string {
  return process.env.DATABASE_URL || socketUrl(dataFolder(), "fanlight");
}

/** A copy of the database that lists and statistics may be read from. */
export function readDatabaseUrl(): string | undefined {
  return process.env.DATABASE_READ_URL || undefined;
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
