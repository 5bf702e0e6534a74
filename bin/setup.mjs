/**
 * Functions that `npm start` and `npm test` share. They use only Node's own modules, because the
 * dependencies may not be installed yet.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithThisProcess, hasGroups, isInterrupted } from "./interrupt.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Exits if this version of Node is older than `engines` in package.json requires. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Fanlight needs Node 20.19 or newer; this is ${process.version}.`);
}

/** Installs the dependencies if they are missing, or older than package-lock.json or a patch. */
export async function install() {
  const installed = changedAt("node_modules/.package-lock.json");
  const wanted = [
    "package-lock.json",
    ...readdirSync("patches").map((name) => join("patches", name)),
  ];
  if (installed > 0 && installed >= Math.max(...wanted.map(changedAt))) return;
  console.log("Installing the dependencies …");
  // Include development dependencies, which the build needs. npm leaves them out if NODE_ENV is
  // "production".
  const { code } = await npm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  if (code !== 0) stop("The dependencies could not be installed. See npm’s message above.");
}

export async function build() {
  const stamp = "build/.sources";
  const sources = digestOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return { code: 0, output: "" };
  console.log("Building …");
  const collectingSeldom = "--max-semi-space-size=128";
  const args = [collectingSeldom, tool("@remix-run/dev"), "vite:build"];
  const result = await run(process.execPath, args, {
    env: { NODE_ENV: "production" },
    quiet: true,
  });
  if (result.code === 0) writeFileSync(stamp, sources);
  return result;
}

export function tool(name) {
  const folder = join("node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : Object.values(bin)[0]);
}

async function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith("js")) return await run(process.execPath, [script, ...args], options);
  return await run("npm", args, { ...options, shell: process.platform === "win32" });
}

/**
 * Runs a program and waits for its end. If `quiet` is true, returns the program's output instead of
 * showing it. After an interrupt, starts no program and never resolves (interrupt.mjs).
 */
export function run(program, args, { env, quiet = false, shell = false } = {}) {
  return new Promise((resolve) => {
    if (isInterrupted()) return;
    const chunks = [];
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell,
      detached: hasGroups,
    });
    const ended = endWithThisProcess(child);
    const answer = (result) => {
      ended();
      if (!isInterrupted()) resolve(result);
    };
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => answer({ code: 1, output: error.message }));
    child.on("close", (code) =>
      answer({ code: code ?? 1, output: Buffer.concat(chunks).toString() }),
    );
  });
}

export function stop(message) {
  console.error(message);
  process.exit(1);
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Returns a hash of the names, sizes and times of the build's source files, because reading the
 * files would take much longer.
 */
function digestOfSources() {
  const hash = createHash("sha256");
  const files = ["package-lock.json", "remix.config.js", "vite.config.ts", "tsconfig.json"];
  for (const folder of ["app", "bin", "db", "mocks", "public"]) {
    if (!existsSync(folder)) continue;
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name));
    }
  }
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
