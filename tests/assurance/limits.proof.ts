import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { measureMemoryMb } from "#tests/bench/load.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { recordFigure } from "#tests/support/proof.ts";
import { Visitor } from "#tests/support/http-visitor.ts";

useTestDatabase();
const MEGABYTE = 1024 * 1024;
const SLOW_SOCKETS = 200;
/**
 * Maximum time for the service to end a slow request. It allows fifteen seconds for the head, and
 * checks every thirty seconds.
 */
const HEAD_TIMEOUT_MS = 60_000;

let service: BuiltService;
let usual: number;
beforeAll(async () => {
  service = new BuiltService(await freePort(), { DOUBLES: "true", WORKER: "off" });
  await service.start();
  await askFor(3_000);
  usual = await askFor(5_000);
});
afterAll(() => service.stop());

test.each<[string, readonly (number | "cut")[], () => Promise<number | "cut">]>([
  ["300 MB of declared length", [413], () => post(300, true)],
  ["300 MB in chunks", [413, "cut"], () => post(300, false)],
  ["10,000 fields", [413], postManyFields],
  ["200 sockets that send a byte a second", [408], sendSlowly],
])("the service rejects %s, stays fast and uses little memory", async (what, expected, attack) => {
  const before = measureMemoryMb(service.pid);
  let most = before;
  const clock = setInterval(() => {
    most = Math.max(most, measureMemoryMb(service.pid));
  }, 20);
  const attacked = attack();
  const waits = await askFor(5_000);
  const answer = await attacked;
  clearInterval(clock);
  const more = most - before;
  recordFigure(
    `${what}: ${answer}, ${more.toFixed(0)} MB more, others' p95 ${waits.toFixed(0)} ms (${usual.toFixed(0)} before)`,
  );
  expect(expected).toContain(answer);
  expect(more).toBeLessThan(100);
  expect(waits).toBeLessThan(Math.max(2 * usual, 50));
  expect(service.isRunning).toBe(true);
});

async function askFor(ms: number): Promise<number> {
  const visitor = new Visitor(service.base);
  const waits: number[] = [];
  const end = Date.now() + ms;
  while (Date.now() < end) {
    waits.push((await visitor.get(`${paths.signIn()}?${waits.length}`)).ms);
    await pause(20);
  }
  return waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? Infinity;
}

/** Sends as much as possible. Returns the status, or "cut" if the connection ends without one. */
function post(megabytes: number, isDeclared: boolean): Promise<number | "cut"> {
  return new Promise((resolve) => {
    const socket = open();
    const part = Buffer.alloc(MEGABYTE, "a");
    const head = isDeclared
      ? `Content-Length: ${megabytes * MEGABYTE}`
      : "Transfer-Encoding: chunked";
    socket.write(headOf(head));
    let sent = 0;
    const send = () => {
      while (sent < megabytes && !socket.destroyed) {
        sent += 1;
        if (!isDeclared) socket.write(`${MEGABYTE.toString(16)}\r\n`);
        const flows = socket.write(part);
        if (!isDeclared) socket.write("\r\n");
        if (flows) continue;
        socket.once("drain", send);
        return;
      }
    };
    answerOf(socket, resolve);
    send();
  });
}

async function postManyFields(): Promise<number> {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_none, n) => [`f${n}`, "x"]));
  return (await new Visitor(service.base).post(paths.signIn(), fields)).status;
}

async function sendSlowly(): Promise<number | "cut"> {
  const answers = await Promise.all(
    Array.from({ length: SLOW_SOCKETS }, () => {
      const socket = open();
      socket.write("GET / HTTP/1.1\r\n");
      const drip = setInterval(() => socket.write("X"), 1_000);
      return new Promise<number | "cut">((resolve) => {
        answerOf(socket, (answer) => {
          clearInterval(drip);
          resolve(answer);
        });
      });
    }),
  );
  return new Set(answers).size === 1 ? (answers[0] ?? "cut") : "cut";
}

function open(): Socket {
  const { hostname, port } = new URL(service.base);
  return connect(Number(port), hostname);
}

function headOf(length: string): string {
  const { host, origin } = new URL(service.base);
  const type = "application/x-www-form-urlencoded";
  return `POST ${paths.signIn()} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
}

function answerOf(socket: Socket, resolve: (answer: number | "cut") => void) {
  socket.setTimeout(2 * HEAD_TIMEOUT_MS, () => socket.destroy());
  socket.once("data", (data: Buffer) => {
    resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
    socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.once("close", () => resolve("cut"));
}
