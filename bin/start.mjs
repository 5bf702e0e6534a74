import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { placesToLook } from "./start-message.mjs";
import { build, install, requireNode, root, run, stop, tool } from "./setup.mjs";

/**
 * `npm start`: runs the service, with doubles for vendors without keys. With NODE_ENV=production
 * every key is required. `npm run dev` adds live reload. The server runs in this process, so that
 * it gets signals itself.
 */
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
  // Doubles show all emails to anyone, so only this machine may connect.
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

/** Checks the settings before the build, with one line for each that is missing. */
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

/** Returns a stored secret, so that sessions survive a restart. */
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
  // Bypasses the service's output, which redacts email addresses.
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
