import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { databaseUrl } from "#db/url.ts";
import { paths } from "#app/paths.ts";
import { preparePeers } from "./peers.ts";

export type Server = {
  base: string;
  pid: number;
  /** The URL that the server considers to be its own, if it is not `base`. */
  site?: string;
};

const HOST = "127.0.0.1";
const DATA_DIR = ".data/bench";
const REMIX_SERVE = "node_modules/@remix-run/serve/dist/cli.js";

let port = Number(process.env.PORT ?? "3290");
const children: ChildProcess[] = [];

const OURS = {
  DOUBLES: "true",
  SENDS_WITHOUT_RECAPTCHA_PER_HOUR: "1000",
  SESSION_SECRET: "the secret of a service that is only measured",
};

/** Starts our service as `npm start` does, with separate data. */
export async function startFanlight(more: Record<string, string> = {}): Promise<Server> {
  process.env.DATA_DIR = DATA_DIR;
  rmSync(DATA_DIR, { recursive: true, force: true });
  return await start(["bin/start.mjs"], { path: "/readyz", settings: { ...OURS, ...more } });
}

/**
 * Starts a second process of the same service on the same data, as if both were behind a load
 * balancer.
 */
export async function startSecondProcess({ base: site }: Server): Promise<Server> {
  const settings = { ...OURS, NODE_ENV: "production", WORKER: "off", APP_URL: site };
  const server = await start([REMIX_SERVE, "build/server/index.js"], { path: "/readyz", settings });
  return { ...server, site };
}

/** Starts the build of `npm start` with this many routes, including the bare page. */
export async function startWithRoutes(routes: number): Promise<Server> {
  const settings = {
    NODE_ENV: "production",
    DOUBLES: "true",
    WORKER: "off",
    SESSION_SECRET: OURS.SESSION_SECRET,
    ROUTES: String(routes),
  };
  return await start([REMIX_SERVE, "tests/bench/fewer-routes.mjs"], {
    path: paths.mocks.bare(),
    settings,
  });
}

/**
 * Starts the page with the same ten fields in other frameworks. Each page runs one query. The first
 * is R.
 */
export async function startPeers() {
  const folder = await preparePeers();
  const settings = { NODE_ENV: "production", DATABASE_URL: databaseUrl() };
  const inFolder = { path: "/", settings, folder };
  return {
    remix: await start([REMIX_SERVE, "remix.mjs"], inFolder),
    express: await start(["express.mjs"], inFolder),
    next: await start(["node_modules/next/dist/bin/next", "start", "next", "-H", HOST], inFolder),
  };
}

export async function stopServers() {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }
  const stop = spawn(process.execPath, ["--import", "tsx", "db/commands/stop.ts"]);
  await new Promise((resolve) => stop.once("exit", resolve));
  rmSync(DATA_DIR, { recursive: true, force: true });
}

type Start = { path: string; settings: Record<string, string>; folder?: string };

async function start(program: string[], { path, settings, folder }: Start): Promise<Server> {
  const base = `http://localhost:${port}`;
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      HOST,
      APP_URL: base,
      ...settings,
    },
    stdio: "ignore",
  });
  children.push(child);
  port += 1;
  for (let attempt = 0; attempt < 1200; attempt++) {
    const answer = await fetch(new URL(path, base)).catch(() => null);
    if (answer?.ok) return { base, pid: child.pid ?? 0 };
    if (child.exitCode !== null) break;
    await pause(100);
  }
  throw new Error(`${program.join(" ")} does not answer; run it to see why`);
}
