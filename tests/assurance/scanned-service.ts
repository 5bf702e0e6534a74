import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Db } from "#db/connection.ts";
import { buyerAtTheEnd } from "#tests/routes/buy/flow.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";

/**
 * Starts a service with a full matter and a planted hole. Returns a cookie for each kind of
 * visitor.
 */
export async function startScannedService(db: Db) {
  const matter = await fullMatter(db);
  const buyer = await buyerAtTheEnd(db);
  const service = new BuiltService(
    await freePort(),
    { DOUBLES: "true", TRUST_PROXY_HOPS: "0", SENDS_WITHOUT_RECAPTCHA_PER_HOUR: "100000" },
    { build: "tests/assurance/vulnerable-build.mjs" },
  );
  await service.start();
  const cookies = {
    stranger: "",
    seller: await readCookie(db, matter.seller),
    buyer: buyer.cookie,
    staff: (await signIn(db, { type: "admin" })).cookie,
  };
  return { service, cookies, matter: matter.id, purchase: buyer.purchase_id };
}

const run = promisify(execFile);

/** Runs a scanner and returns its output, regardless of its exit code. */
export async function scan(program: string, args: readonly string[], ms: number): Promise<string> {
  if (!existsSync(program)) throw new Error(`${program} is missing: install it from Debian`);
  const options = { timeout: ms, maxBuffer: 100 * 1024 * 1024, killSignal: "SIGKILL" as const };
  const { stdout } = await run(program, [...args], options).catch((error: unknown) => ({
    stdout: String(Reflect.get(Object(error), "stdout") ?? error),
  }));
  return stdout;
}
