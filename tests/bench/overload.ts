import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { get, Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * `npm run bench:overload`: what happens to others when the service is asked for more than it can do, and when it is
 * told to stop. It prints; it judges nothing.
 */

const PORT = Number(process.env.PORT ?? "3291");
const DATA_DIR = ".data/bench-overload";
const SOCKETS = 100;
const PIPELINED = 50;
const SECONDS = 8;
const FRESH = 400;
const base = `http://localhost:${PORT}`;
const request = `GET / HTTP/1.1\r\nHost: localhost:${PORT}\r\n\r\n`;

rmSync(DATA_DIR, { recursive: true, force: true });
const server = spawn(process.execPath, ["bin/start.mjs"], {
  env: { ...process.env, PORT: String(PORT), DATA_DIR, DOUBLES: "true" },
  stdio: "ignore",
});
try {
  await untilReady();
  for (let warm = 0; warm < 200; warm++) await ask("/");
  await pipelining();
  await crowd();
  await stopping(server);
} finally {
  server.kill("SIGKILL");
  await run("db/commands/stop.ts");
  rmSync(DATA_DIR, { recursive: true, force: true });
}

/** Sockets that ask fifty times at once, and leave after some seconds. */
async function pipelining() {
  const sockets = Array.from({ length: SOCKETS }, () => open(request.repeat(PIPELINED)));
  let left = 0;
  setTimeout(() => {
    left = performance.now();
    sockets.forEach((socket) => socket.destroy());
  }, SECONDS * 500);
  const worst = await worstHealth(SECONDS * 1_000);
  let busyUntil = left;
  for (let second = 0; second < 60 && performance.now() - busyUntil < 3_000; second++) {
    const before = cpuMs();
    await pause(500);
    if (cpuMs() - before > 150) busyUntil = performance.now();
  }
  console.log(
    `${SOCKETS} sockets with ${PIPELINED} pipelined GET / each: /healthz at worst ${seconds(worst)} s, busy ${seconds(busyUntil - left)} s after they left`,
  );
}

/** Connections that ask again as soon as they are answered. */
async function crowd() {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const end = performance.now() + SECONDS * 1_000;
  const statuses = new Map<number | string, number>();
  const times: number[] = [];
  const visitors = Array.from({ length: SOCKETS }, async () => {
    while (performance.now() < end) {
      const began = performance.now();
      const status = await ask("/", agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) times.push(performance.now() - began);
    }
  });
  const worst = await worstHealth(SECONDS * 1_000);
  await Promise.all(visitors);
  agent.destroy();
  times.sort((a, b) => a - b);
  console.log(
    `${SOCKETS} connections that ask all the time: /healthz at worst ${seconds(worst)} s, answers ${JSON.stringify(Object.fromEntries(statuses))}, a page in ${seconds(times[Math.floor(times.length / 2)] ?? NaN)} s`,
  );
}

/** Visitors come one after another, each on a connection of their own, while the process is told to stop. */
async function stopping(child: ChildProcess) {
  const answers: Promise<number | string>[] = [];
  const gone = new Promise((resolve) => child.once("exit", resolve));
  let told = 0;
  for (let visitor = 0; visitor < FRESH; visitor++) {
    if (visitor === FRESH / 4) {
      told = performance.now();
      child.kill("SIGTERM");
    }
    answers.push(ask("/"));
    await pause(5);
  }
  const statuses = new Map<number | string, number>();
  for (const answer of await Promise.all(answers)) {
    statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
  }
  await gone;
  const counts = [...statuses].map(([answer, all]) => `${all} × ${answer}`);
  console.log(
    `${FRESH} fresh connections in ${(FRESH * 5) / 1_000} s around SIGTERM: ${counts.join(", ")}; gone after ${seconds(performance.now() - told)} s`,
  );
}

/** The longest that a health check on a new connection has waited; one follows the other for as long as is said. */
async function worstHealth(ms: number) {
  const end = performance.now() + ms;
  let worst = 0;
  while (performance.now() < end) {
    const began = performance.now();
    await ask("/healthz");
    worst = Math.max(worst, performance.now() - began);
    await pause(20);
  }
  return worst;
}

function open(text: string): Socket {
  const socket = connect(PORT, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => undefined);
  socket.resume();
  return socket;
}

/** @returns the status, or what became of the connection */
function ask(path: string, agent: Agent | false = false): Promise<number | string> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port: PORT, path, agent, headers: { Host: `localhost:${PORT}` } })
      .on("response", (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", (error) => resolve(error.message));
      })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** Of the service's process so far. */
function cpuMs() {
  const stat = readFileSync(`/proc/${server.pid}/stat`, "utf8");
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")")).split(" ");
  return (Number(user) + Number(system)) * 10;
}

function seconds(ms: number) {
  return (ms / 1_000).toFixed(2);
}

async function untilReady() {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const answer = await fetch(new URL("/readyz", base)).catch(() => null);
    if (answer?.ok) return;
    if (server.exitCode !== null) throw new Error("npm start has failed; run it to see why");
    await pause(100);
  }
  throw new Error("The server did not become ready");
}

function run(command: string) {
  return new Promise((resolve) => {
    spawn(process.execPath, ["--import", "tsx", command], {
      env: { ...process.env, DATA_DIR },
      stdio: "ignore",
    }).once("exit", resolve);
  });
}
