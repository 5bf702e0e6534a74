/**
 * `npm start`: starts the service. A vendor without keys gets a double, except with
 * NODE_ENV=production, which requires all keys. `npm run dev` also reloads the code after a change.
 * The server runs in this process, so that it receives signals directly.
 */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { placesToLook } from "./start-message.mjs";
import { build, install, requireNode, root, run, stop, tool } from "./setup.mjs";

const developing = process.argv.includes("--dev");

requireNode();
process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");
const inProduction = process.env.NODE_ENV === "production";
if (inProduction && developing) stop("npm run dev is not for production: run npm start.");
process.env.NODE_ENV = developing ? "development" : "production";
process.env.PORT ||= "3000";
if (!inProduction) {
  process.env.DOUBLES ||= "true";
  // Anyone who can connect can read all emails in the doubles, so allow only this machine.
  process.env.HOST ||= "127.0.0.1";
  process.env.APP_URL ||= `http://localhost:${process.env.PORT}`;
}

await requireFreePort();
await install();
if (inProduction) await requireSettings();
const [built, prepared] = await Promise.all([developing ? null : build(), prepareDatabase()]);
if (prepared.code !== 0) stop("The database is not ready. See the message above.");
if (built && built.code !== 0) stop(`${built.output}\nThe build failed.`);
if (!inProduction) process.env.SESSION_SECRET ||= keptSecret();

void sayWhereToLook();
if (developing) {
  await serve(tool("@remix-run/dev"), [
    "vite:dev",
    "--port",
    process.env.PORT,
    "--host",
    process.env.HOST,
  ]);
} else {
  await serve(tool("@remix-run/serve"), ["build/server/index.js"]);
}

async function serve(program, args) {
  process.argv = [process.execPath, resolve(program), ...args];
  await import(pathToFileURL(program).href);
}

/**
 * Checks the settings before the build, which takes longer. Prints one line for each setting that
 * is missing.
 */
async function requireSettings() {
  const { code } = await run(process.execPath, ["--import", "tsx", "app/platform/env.server.ts"]);
  if (code !== 0)
    stop(
      "With NODE_ENV=production there are no test doubles, so every setting is needed. See .env.example.",
    );
}

function prepareDatabase() {
  return run(process.execPath, ["--import", "tsx", "db/commands/prepare.ts"]);
}

/** Returns a secret that is stored in a file, so that sessions remain valid after a restart. */
function keptSecret() {
  const file = join(process.env.DATA_DIR || ".data", "secret");
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8");
}

function requireFreePort() {
  const { PORT, HOST } = process.env;
  return new Promise((resolve) => {
    const server = createServer()
      .once("error", (error) =>
        stop(
          error.code === "EADDRINUSE"
            ? `Port ${PORT} is in use. Choose another: PORT=3001 npm start`
            : `Cannot listen on ${HOST}:${PORT}: ${error.message}`,
        ),
      )
      .listen({ port: Number(PORT), host: HOST }, () => server.close(resolve));
  });
}

async function sayWhereToLook() {
  await untilListening();
  // Write this directly, because the service's console redacts email addresses.
  writeSync(1, `\n  ${placesToLook(process.env).join("\n  ")}\n\n`);
}

function untilListening() {
  const { PORT, HOST } = process.env;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const connection = connect(Number(PORT), HOST)
        .on("connect", () => {
          clearInterval(timer);
          connection.destroy();
          resolve();
        })
        .on("error", () => undefined);
    }, 100);
    timer.unref();
  });
}
