import { existsSync } from "node:fs";

/** Runs a command of package.json with the settings of .env: what goes wrong is said in words, and the exit code is 1. */
export async function command(work: (args: string[]) => Promise<void>) {
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    await work(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof Error && process.env.DEBUG) console.error(error.stack, error.cause);
    process.exitCode = 1;
  }
}
