import { existsSync } from "node:fs";
import { leaveDatabase } from "#db/ensure.ts";

/**
 * Runs a command of package.json with the settings in .env. If the command fails, prints the
 * error's message and exits with 1. If this process started the embedded server, stops it
 * afterwards, unless other processes use it or `keepsServer` is set.
 */
export async function command(
  work: (args: string[]) => Promise<void>,
  { keepsServer = false }: { keepsServer?: boolean } = {},
) {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    try {
      await work(process.argv.slice(2));
    } finally {
      if (!keepsServer) await leaveDatabase();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof Error && process.env.DEBUG) console.error(error.stack, error.cause);
    process.exitCode = 1;
  }
}
