import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { expect, onTestFinished, test } from "vitest";

async function start() {
  const child = fork("tests/http/drain-process.ts", {
    execArgv: ["--import", "tsx"],
    stdio: "ignore",
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
  return new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent }, (response) => {
      let body = "";
      response.on("data", (part) => (body += String(part)));
      response.on("end", () => resolve({ body, connection: response.headers.connection }));
    }).on("error", reject);
  });
}

test("on SIGTERM what was begun is finished, jobs stop, the database closes last, and nobody new is let in", async () => {
  const { child, said, hears, port, exited } = await start();
  // A browser that keeps its connection must not hold up the end.
  const browser = new Agent({ keepAlive: true });
  await ask(port, "/quick", browser);
  const slow = ask(port, "/slow");
  await hears("working");

  child.kill("SIGTERM");
  await hears("jobs stopped");
  await expect(ask(port, "/quick")).rejects.toThrow("ECONNREFUSED");
  expect(await slow).toEqual({ body: "done", connection: "close" });
  expect(await exited).toEqual([0, null]);
  expect(said.slice(1)).toEqual(["working", "jobs stopping", "jobs stopped", "database closed"]);
  browser.destroy();
});

test("a second signal ends the process at once", async () => {
  const { child, hears, port, exited } = await start();
  ask(port, "/slow").catch(() => undefined);
  await hears("working");
  child.kill("SIGTERM");
  await hears("jobs stopping");
  child.kill("SIGTERM");
  expect(await exited).toEqual([null, "SIGTERM"]);
});
