import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { waitUntil } from "#tests/support/concurrency.ts";

async function start(delay = 0) {
  const child = fork("tests/server/drain-process.ts", {
    execArgv: ["--import", "tsx"],
    stdio: "ignore",
    env: { ...process.env, SHUTDOWN_DELAY_MS: String(delay) },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: unknown[] = [];
  child.on("message", (word) => said.push(word));
  const hears = async (word: string) => {
    while (!said.includes(word)) await once(child, "message");
  };
  const [port] = (await once(child, "message")) as [number];
  return { child, said, hears, port, exited: once(child, "exit") };
}

function ask(port: number, path: string, agent: Agent | false = false) {
  return new Promise<{ status?: number; body: string; connection?: string }>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent }, (response) => {
      let body = "";
      response.on("data", (part) => (body += String(part)));
      response.on("end", () =>
        resolve({ status: response.statusCode, body, connection: response.headers.connection }),
      );
    }).on("error", reject);
  });
}

test("a process that receives SIGTERM refuses new connections, finishes active requests, stops its jobs and closes the database last", async () => {
  const { child, said, hears, port, exited } = await start(200);
  const browser = new Agent({ keepAlive: true });
  await ask(port, "/quick", browser);
  const slow = ask(port, "/slow");
  await hears("working");

  child.kill("SIGTERM");
  await hears("jobs stopped");
  await waitUntil(() => expect(ask(port, "/quick")).rejects.toThrow("ECONNREFUSED"));
  expect(await slow).toEqual({ status: 200, body: "done", connection: "close" });
  expect(await exited).toEqual([0, null]);
  expect(said.slice(1)).toEqual(["working", "jobs stopping", "jobs stopped", "database closed"]);
  browser.destroy();
});

test("a process that receives SIGTERM still answers visitors, with Connection: close, and reports that it is not ready", async () => {
  const { child, port, hears } = await start(60 * 60_000);
  child.kill("SIGTERM");
  await hears("jobs stopping");
  const keeping = new Agent({ keepAlive: true });
  for (const wave of [1, 2]) {
    const visitors = Array.from({ length: 30 }, () => ask(port, "/quick", keeping));
    const answers = await Promise.all(visitors);
    expect(answers, `wave ${wave}`).toEqual(
      answers.map(() => ({ status: 200, body: "quick", connection: "close" })),
    );
    expect(await ask(port, "/readyz")).toMatchObject({ status: 503, body: "not ready\n" });
    await pause(50);
  }
});

test("a process that receives SIGINT, which a keyboard sends, ends without waiting for more visitors", async () => {
  const { child, port, hears, exited } = await start(60_000);
  await ask(port, "/quick");
  child.kill("SIGINT");
  await hears("jobs stopped");
  await expect(ask(port, "/quick")).rejects.toThrow("ECONNREFUSED");
  expect(await exited).toEqual([0, null]);
});

test("a second SIGTERM ends the process straight away", async () => {
  const { child, hears, port, exited } = await start();
  ask(port, "/endless").catch(() => undefined);
  await hears("working");
  child.kill("SIGTERM");
  await hears("jobs stopping");
  child.kill("SIGTERM");
  expect(await exited).toEqual([null, "SIGTERM"]);
});
