import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startServer } from "./test-server.ts";

beforeEach(() => {
  vi.resetModules();
});

const host = "localhost:3000";
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

function slowApp() {
  const begun: ServerResponse[] = [];
  const listener: RequestListener = (_request, response) => void begun.push(response);
  return { begun, listener, answerAll: () => begun.forEach((response) => response.end("done")) };
}

function open(port: number) {
  const heard: string[] = [];
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("data", (part: string) => heard.push(part)).on("error", () => undefined);
  return { socket, text: () => heard.join("") };
}

describe("limit of concurrent requests", () => {
  beforeEach(() => {
    vi.stubEnv("MAX_REQUESTS", "3");
  });

  test("a request above the limit of concurrent requests gets a 503 with Retry-After, but health checks are answered", async () => {
    const app = slowApp();
    const { port, send } = await startServer(app.listener);
    const visitors = [1, 2, 3].map(() => open(port));
    visitors.forEach(({ socket }) => socket.write(ask("/")));
    await expect.poll(() => app.begun.length).toBe(3);

    const refused = await send({ headers: { Host: host } });
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("10");
    expect(refused.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(refused.body).toContain("We're having trouble connecting to our servers.");
    expect((await send({ path: "/healthz" })).status).toBe(200);

    app.answerAll();
    await Promise.all(visitors.map(({ text }) => expect.poll(text).toContain("done")));
    const next = send({ headers: { Host: host } });
    await expect.poll(() => app.begun.length).toBe(4);
    app.answerAll();
    expect((await next).status).toBe(200);
    visitors.forEach(({ socket }) => socket.destroy());
  });

  test("requests that are slow to arrive or to download do not count towards the limit", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const { port, send } = await startServer((request, response) => {
      if (request.url === "/large") response.end(large);
      else request.resume().once("end", () => response.end("done"));
    });
    const origin = `Origin: http://${host}\r\n`;
    const senders = [1, 2, 3, 4].map(() => open(port));
    senders.forEach(({ socket }) =>
      socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\n${origin}Content-Length: 4\r\n\r\nab`),
    );
    const fetchers = [1, 2, 3, 4].map(() => open(port));
    for (const { socket } of fetchers) {
      socket.write(ask("/large"));
      await new Promise((heard) => socket.once("data", heard));
      socket.pause();
    }
    expect((await send({ headers: { Host: host } })).status).toBe(200);
    senders.forEach(({ socket }) => socket.write("cd"));
    await Promise.all(senders.map(({ text }) => expect.poll(text).toContain("done")));
    [...senders, ...fetchers].forEach(({ socket }) => socket.destroy());
  });

  test("a form that has arrived completely counts towards the limit", async () => {
    const app = slowApp();
    const { port, send } = await startServer((request, response) => {
      request.resume().once("end", () => app.listener(request, response));
    });
    const origin = `Origin: http://${host}\r\n`;
    const senders = [1, 2, 3].map(() => open(port));
    senders.forEach(({ socket }) =>
      socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\n${origin}Content-Length: 2\r\n\r\nab`),
    );
    await expect.poll(() => app.begun.length).toBe(3);
    expect((await send({ headers: { Host: host } })).status).toBe(503);
    app.answerAll();
    senders.forEach(({ socket }) => socket.destroy());
  });

  test("the request of a visitor who leaves no longer counts towards the limit", async () => {
    const app = slowApp();
    const { port, send } = await startServer(app.listener);
    const { activeRequests } = await import("#app/server/drain.server.ts");
    const visitors = [1, 2, 3].map(() => open(port));
    visitors.forEach(({ socket }) => socket.write(ask("/")));
    await expect.poll(() => app.begun.length).toBe(3);
    expect(activeRequests()).toBe(3);
    visitors.forEach(({ socket }) => socket.destroy());
    await expect.poll(activeRequests).toBe(0);
    const next = send({ headers: { Host: host } });
    await expect.poll(() => app.begun.length).toBe(4);
    app.answerAll();
    expect((await next).status).toBe(200);
  });

  test("the limit also applies to requests that one connection pipelines", async () => {
    const app = slowApp();
    const { port } = await startServer(app.listener);
    const visitor = open(port);
    visitor.socket.write(ask("/").repeat(50));
    await expect.poll(() => app.begun.length).toBe(3);
    app.answerAll();
    await expect.poll(() => visitor.text().match(/HTTP\/1\.1 503/g)?.length).toBe(47);
    expect(app.begun).toHaveLength(3);
    visitor.socket.destroy();
  });
});
