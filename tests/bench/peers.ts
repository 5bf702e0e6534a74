import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";

const SOURCES = "tests/bench/peers";
const FOLDER = ".data/bench-peers";
const STAMP = join(FOLDER, ".sources");

/**
 * Installs and builds the peers in a folder that Git, the linter and knip ignore, unless their
 * sources are unchanged. @returns the folder
 */
export async function preparePeers(): Promise<string> {
  const sources = digest();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return FOLDER;
  console.log("Installing and building the pages of other frameworks …");
  cpSync(SOURCES, FOLDER, { recursive: true });
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  await run(process.execPath, ["node_modules/next/dist/bin/next", "build", "next"]);
  writeFileSync(STAMP, sources);
  return FOLDER;
}

function digest() {
  const hash = createHash("sha256");
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest("hex");
}

async function run(program: string, args: string[]) {
  const child = spawn(program, args, {
    cwd: FOLDER,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
    shell: program === "npm" && process.platform === "win32",
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} has failed in ${FOLDER}`);
}
