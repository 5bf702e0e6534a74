import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startEdge } from "./edge-server.ts";

beforeEach(() => {
  vi.resetModules();
});

const host = "localhost:3000";
const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** An app that answers when it is told to. */
function slowApp() {
  const begun: ServerResponse[] = [];
  const listener: RequestListener = (_request, response) => void begun.push(response);
  return { begun, listener, answerAll: () => begun.forEach((response) => response.end("done")) };
}

/** A connection, and everything that it has heard. */
function open(port: number) {
  const heard: string[] = [];
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("data", (part: string) => heard.push(part)).on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, closed, text: () => heard.join("") };
}

const settled = () => pause(100);

describe("one request of a connection at a time", () => {
  test("the first is answered, the others are never begun, and the connection says that it is the last", async () => {
    const app = slowApp();
    const { port } = await startEdge(app.listener);
    const visitor = open(port);
    visitor.socket.write(ask("/").repeat(50));
    await expect.poll(() => app.begun.length).toBe(1);
    await settled();
    expect(app.begun).toHaveLength(1);
    app.answerAll();
    await visitor.closed;
    expect(visitor.text().match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(visitor.text()).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*done/s);
    expect(app.begun).toHaveLength(1);
  });

  test("also when its head has already been sent", async () => {
    const app = slowApp();
    const { port } = await startEdge(app.listener);
    const visitor = open(port);
    visitor.socket.write(ask("/"));
    await expect.poll(() => app.begun.length).toBe(1);
    app.begun[0]?.write("half, ");
    visitor.socket.write(ask("/again"));
    await settled();
    app.answerAll();
    await visitor.closed;
    expect(visitor.text()).toMatch(/half, .*done/s);
    expect(app.begun).toHaveLength(1);
  });

  test("who asks without end is cut off", async () => {
    const app = slowApp();
    const { port } = await startEdge(app.listener);
    const visitor = open(port);
    visitor.socket.write(ask("/").repeat(102));
    await visitor.closed;
    expect([visitor.text(), app.begun]).toEqual(["", []]);
  });

  test("who waits for the answer asks as often as they like", async () => {
    const { port } = await startEdge((_request, response) => response.end("done"));
    const visitor = open(port);
    for (let count = 1; count <= 5; count++) {
      visitor.socket.write(ask("/"));
      await expect.poll(() => visitor.text().match(/done/g)?.length).toBe(count);
    }
    visitor.socket.destroy();
  });
});

describe("more requests than can be under way", () => {
  beforeEach(() => {
    vi.stubEnv("MAX_REQUESTS", "3");
  });

  test("the next one is told to come back, and health checks are answered", async () => {
    const app = slowApp();
    const { port, send } = await startEdge(app.listener);
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

  test("whoever is slow, to send or to fetch, keeps nobody out", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const { port, send } = await startEdge((request, response) => {
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

  test("a form that has come in whole is counted like a page", async () => {
    const app = slowApp();
    const { port, send } = await startEdge((request, response) => {
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

  test("whoever leaves makes room, also with requests behind the one that was begun", async () => {
    const app = slowApp();
    const { port, send } = await startEdge(app.listener);
    const { activeRequests } = await import("#app/edge/drain.server.ts");
    const visitors = [1, 2, 3].map(() => open(port));
    visitors.forEach(({ socket }) => socket.write(ask("/").repeat(20)));
    await expect.poll(() => app.begun.length).toBe(3);
    expect(activeRequests()).toBe(3);
    visitors.forEach(({ socket }) => socket.destroy());
    await expect.poll(activeRequests).toBe(0);
    const next = send({ headers: { Host: host } });
    await expect.poll(() => app.begun.length).toBe(4);
    app.answerAll();
    expect((await next).status).toBe(200);
  });
});

test("whoever stands at the door is heard before the next page is begun", async () => {
  let begun = 0;
  const { port, send } = await startEdge((_request, response) => {
    begun++;
    const end = performance.now() + 2;
    while (performance.now() < end);
    response.end("done");
  });
  await send({ headers: { Host: host } });
  const visitors = Array.from({ length: 80 }, () => open(port));
  visitors.forEach(({ socket }) => socket.write(ask("/")));
  await send({ path: "/healthz" });
  expect(begun).toBeLessThan(20);
  await Promise.all(visitors.map(({ text }) => expect.poll(text).toContain("done")));
  visitors.forEach(({ socket }) => socket.destroy());
});

test("what was asked on a connection that is gone is not looked at, and not counted", async () => {
  const { isFirstOfItsConnection } = await import("#app/edge/turns.server.ts");
  const request = new IncomingMessage(new Socket());
  request.socket.destroy();
  expect(isFirstOfItsConnection(request, new ServerResponse(request))).toBe(false);
  const another = new IncomingMessage(new Socket());
  expect(isFirstOfItsConnection(another, new ServerResponse(another))).toBe(true);
});

test("nothing is begun for a visitor who has left before their turn", async () => {
  const { queueRequest } = await import("#app/edge/turns.server.ts");
  const begun: string[] = [];
  for (const name of ["first", "left", "last"]) {
    const request = new IncomingMessage(new Socket());
    queueRequest(request, new ServerResponse(request), () => begun.push(name));
    if (name === "left") request.socket.destroy();
  }
  expect(begun).toEqual([]);
  await expect.poll(() => begun).toEqual(["first", "last"]);
});
