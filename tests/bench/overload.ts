import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { get, Agent, request as openRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** `npm run bench:overload`: prints how an overload, and a shutdown, affect other visitors. */

const PORT = Number(process.env.PORT ?? "3291");
const DATA_DIR = ".data/bench-overload";
const SOCKETS = 100;
const PIPELINED = 50;
const SECONDS = 8;
const FRESH = 400;
const base = `http://localhost:${PORT}`;
const request = `GET / HTTP/1.1\r\nHost: localhost:${PORT}\r\n\r\n`;
const MEGABYTE = 1024 * 1024;
const CREDENTIALS =
  "<Username>pushing-double</Username><Password>password-of-the-pushing-double</Password>";

rmSync(DATA_DIR, { recursive: true, force: true });
let server = start();
try {
  await untilReady();
  for (let warm = 0; warm < 200; warm++) await ask("/");
  await pipelining();
  await crowd();
  await stopping(server);

  // OneSearch comes before the strangers, because their wrong passwords get this IP address
  // rate-limited.
  await startAnew();
  await posting({ posts: 8, megabytes: 48, by: "OneSearch" });
  await startAnew("--max-old-space-size=512");
  await posting({ posts: 40, megabytes: 32, by: "strangers" });
  await startAnew();
  await posting({ posts: 24, megabytes: 32, by: "strangers" });
  await startAnew();
  await holding(3_000);
} finally {
  server.kill("SIGKILL");
  await run("db/commands/stop.ts");
  rmSync(DATA_DIR, { recursive: true, force: true });
}

function start(nodeOptions = "") {
  return spawn(process.execPath, ["bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(PORT),
      DATA_DIR,
      DOUBLES: "true",
      NODE_OPTIONS: nodeOptions,
    },
    stdio: "ignore",
  });
}

async function startAnew(nodeOptions?: string) {
  const gone = new Promise((resolve) => server.once("exit", resolve));
  if (server.kill("SIGKILL")) await gone;
  server = start(nodeOptions);
  await untilReady();
  for (let warm = 0; warm < 100; warm++) await ask("/");
}

/** Opens sockets that pipeline fifty requests and close after a few seconds. */
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

/** Requests pages one after another on separate connections while the process stops. */
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

/** Sends large messages concurrently to the search webhook, while a visitor opens a page. */
async function posting(load: { posts: number; megabytes: number; by: "strangers" | "OneSearch" }) {
  const before = residentMegabytes();
  const statuses = new Map<number | string, number>();
  const watched = watch();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: load.posts }, async () => {
      const status = await post(load.megabytes, load.by === "OneSearch" ? CREDENTIALS : "");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  const took = performance.now() - began;
  await pause(2_000);
  const { peak, worst } = await watched();
  console.log(
    `${load.posts} posts of ${load.megabytes} MB by ${load.by}: from ${before} to ${peak} MB, ${residentMegabytes()} MB after, a page at worst ${seconds(worst)} s, answers ${JSON.stringify(Object.fromEntries(statuses))} in ${seconds(took)} s`,
  );
}

/** Sends forms without their last byte and keeps the connections open. */
async function holding(forms: number) {
  const before = residentMegabytes();
  const size = 15_000;
  const head = `POST /sign-in HTTP/1.1\r\nHost: localhost:${PORT}\r\nOrigin: http://localhost:${PORT}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${size + 1}\r\n\r\n`;
  const statuses = new Map<string, number>();
  const watched = watch();
  const began = performance.now();
  let first = 0;
  const sockets = Array.from({ length: forms }, () => {
    const socket = open(head + "a".repeat(size));
    socket.once("data", (answer: Buffer) => {
      const status = answer.toString("latin1", 9, 12);
      if (status === "408") first ||= performance.now() - began;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    return new Promise((resolve) => socket.once("close", resolve));
  });
  await Promise.all(sockets);
  const { peak, worst } = await watched();
  console.log(
    `${forms} forms that never end: from ${before} to ${peak} MB, a page at worst ${seconds(worst)} s, answers ${JSON.stringify(Object.fromEntries(statuses))}, the first ended after ${seconds(first)} s, the last after ${seconds(performance.now() - began)} s`,
  );
}

function watch() {
  const watching = new AbortController();
  let peak = 0;
  let worst = 0;
  const memory = setInterval(() => (peak = Math.max(peak, residentMegabytes())), 20);
  const visitor = (async () => {
    while (!watching.signal.aborted) {
      const began = performance.now();
      await ask("/");
      worst = Math.max(worst, performance.now() - began);
      await pause(50);
    }
  })();
  return async () => {
    watching.abort();
    await visitor;
    clearInterval(memory);
    return { peak, worst };
  };
}

/** @returns the status, or how the connection ended */
function post(megabytes: number, beginning: string): Promise<number | string> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(MEGABYTE, "A");
    const first = `<SearchResultsSend><Authentication><AuthenticationData>${beginning}</AuthenticationData></Authentication><EmbeddedFileBinaryObject>`;
    const sending = openRequest({
      host: "127.0.0.1",
      port: PORT,
      path: "/webhooks/searches",
      method: "POST",
      agent: false,
      headers: {
        Host: `localhost:${PORT}`,
        "Content-Length": first.length + megabytes * MEGABYTE - MEGABYTE,
      },
    });
    sending
      .on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sending.write(first);
    let left = megabytes - 1;
    const more = () => {
      while (left-- > 0) if (!sending.write(chunk)) return void sending.once("drain", more);
      sending.end();
    };
    more();
  });
}

function residentMegabytes() {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Returns the longest wait of repeated health checks on new connections. */
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

function cpuMs() {
  const stat = readFileSync(`/proc/${server.pid}/stat`, "utf8");
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")")).split(" ");
  return (Number(user) + Number(system)) * 10;
}

function seconds(ms: number) {
  return (ms / 1_000).toFixed(2);
}

async function untilReady() {
  for (let attempt = 0; attempt < 9_000; attempt++) {
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
