import { connect } from "node:net";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { maxBodyBytes } from "#app/server/body-limits.server.ts";
import { sampleSize } from "#tests/support/proof.ts";
import { startServer } from "./test-server.ts";

beforeEach(() => {
  vi.resetModules();
});

const origin = "http://localhost:3000";
const host = "localhost:3000";

const reader =
  (read: string[]): RequestListener =>
  (request, response) => {
    const body = new Request("http://localhost", {
      method: "POST",
      body: createReadableStreamFromReadable(request),
      duplex: "half",
    });
    body.text().then(
      (text) => {
        read.push(`read ${text.length}`);
        response.end("the app");
      },
      () => {
        read.push("failed");
        response.statusCode = 500;
        response.setHeader("X-Late", "1");
        response.end("too late");
      },
    );
  };
const megabyte = "x".repeat(1024 * 1024);
const part = "x".repeat(64 * 1024);
const documents = "/dashboard/sell/65a000000000000000000001/documents";
const staffDocuments = "/admin/transactions/65a000000000000000000001/documents/request";
const multipart = "Content-Type: multipart/form-data; boundary=x";

/** Slow cases, which run only in a proof. */
const large: [string, string, string | string[], number][] = [
  ["results of searches", "/webhooks/searches", megabyte.repeat(50), 200],
  ["results at a secret address", "/webhooks/searches/secret", megabyte.repeat(50), 200],
  [
    "more than that at a secret address",
    "/webhooks/searches/secret",
    Array<string>(51).fill(megabyte),
    413,
  ],
  ["200 MB of documents", "/webhooks/searches", Array<string>(200).fill(megabyte), 413],
];

test.each<[string, string, string | string[], number]>([
  ["a full form", "/", megabyte, 200],
  ["a form too large", "/", `${megabyte}x`, 413],
  ["a form too large on the path of uploads", documents, `${megabyte}x`, 413],
  ["a form on staff’s path of documents", staffDocuments, `${megabyte}x`, 413],
  ["a full webhook", "/webhooks/stripe", part.repeat(4), 200],
  ["a webhook too large", "/webhooks/stripe", `${part.repeat(4)}x`, 413],
  ["a full webhook about a check", "/webhooks/thirdfort", part.repeat(4), 200],
  ["a webhook about a check too large", "/webhooks/thirdfort", `${part.repeat(4)}x`, 413],
  ["an email with its files", "/webhooks/postmark/inbound", megabyte.repeat(36), 200],
  ["an email too large", "/webhooks/postmark/inbound", megabyte.repeat(51), 413],
  ["more than any search has", "/webhooks/searches", Array<string>(51).fill(megabyte), 413],
  ...(sampleSize(0, 1) ? large : []),
  ["a full form in chunks", "/", Array<string>(16).fill(part), 200],
  ["a form too large, in chunks", "/", Array<string>(17).fill(part), 413],
  ["a form much too large, in chunks", "/", Array<string>(320).fill(part), 413],
  ["a webhook too large, in chunks", "/webhooks/stripe", Array<string>(5).fill(part), 413],
])(
  "the size of a request body is limited: %s gets the status $3",
  async (_what, path, body, status) => {
    const read: string[] = [];
    const { send } = await startServer(reader(read));
    const answer = await send({
      method: "POST",
      path,
      body,
      headers: { Host: host, Origin: origin },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty("x-late");
    const declared = typeof body === "string";
    const size = declared ? body.length : body.join("").length;
    expect(read).toEqual(status === 200 ? [`read ${size}`] : declared ? [] : ["failed"]);
  },
);

test("the app gets all chunks of a body, even if it starts reading after they have arrived", async () => {
  const read: string[] = [];
  const { send } = await startServer((request, response) => {
    setTimeout(reader(read), 50, request, response);
  });
  const headers = { Host: host, Origin: origin };
  await send({ method: "POST", body: [part, part], headers });
  expect(read).toEqual([`read ${2 * part.length}`]);
});

test("a body that the app does not read is discarded, and the app’s answer is sent", async () => {
  const { port } = await startServer((_request, response) => response.end("not interested"));
  const socket = connect(port, "127.0.0.1");
  const answered = new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  socket.on("error", () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (let i = 0; i < 40; i++) socket.write(`10000\r\n${part}\r\n`);
  expect(await answered).toMatch(/^HTTP\/1\.1 200 .*not interested/s);
  socket.destroy();
});

/** Receives the body of a request that our middleware accepts, and never answers. */
const keep: RequestListener = (request) => {
  request.on("error", () => undefined);
  request.resume();
};

/** Starts a POST with an incomplete body. Returns the socket, and a promise of the answer. */
function beginPost(port: number, path: string, { sent, of }: { sent: number; of: number }) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const answered = new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  const type = path === documents ? `${multipart}\r\n` : "";
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${type}Content-Length: ${of}\r\n\r\n`,
  );
  socket.write("x".repeat(sent));
  return { socket, answered };
}

describe("memory limit for all unfinished request bodies", () => {
  const MEGABYTE = megabyte.length;

  async function startKeeping() {
    const { bodyBytesInMemory: heldBytes } = await import("#app/server/body-limits.server.ts");
    let read = 0;
    const { port, send } = await startServer((request, response) => {
      request.on("data", (chunk: Buffer) => (read += chunk.length));
      keep(request, response);
      if (request.url?.endsWith("/asked")) request.on("end", () => response.end("the app"));
    });
    const post = (path: string, body: string | string[] = "x") =>
      send({ method: "POST", path, body, headers: { Host: host, Origin: origin } });
    return {
      port,
      post,
      heldBytes,
      untilRead: (all: number) => vi.waitUntil(() => read === all, 10_000),
    };
  }

  test("a form that exceeds the memory limit gets a 503 with Retry-After, until other requests have ended", async () => {
    const { port, post, heldBytes, untilRead } = await startKeeping();
    const half = { sent: MEGABYTE - 1, of: MEGABYTE };
    const waiting = Array.from({ length: 30 }, () => beginPost(port, "/sign-in", half));
    await untilRead(30 * (MEGABYTE - 1));
    const refused = await post("/asked", megabyte);
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("10");
    expect((await post("/webhooks/searches/asked")).status).toBe(200);
    waiting.forEach(({ socket }) => socket.destroy());
    await vi.waitUntil(() => heldBytes() === 0, 10_000);
    expect((await post("/asked", megabyte)).status).toBe(200);
  });

  test("a chunked body gets a 503 when it exceeds the memory limit, and its memory is released", async () => {
    const { port, post, heldBytes, untilRead } = await startKeeping();
    const { socket } = beginPost(port, "/webhooks/searches", {
      sent: 40 * MEGABYTE,
      of: 41 * MEGABYTE,
    });
    await untilRead(40 * MEGABYTE);
    const refused = await post("/webhooks/searches", Array<string>(30).fill(megabyte));
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBe("10");
    socket.destroy();
    await vi.waitUntil(() => heldBytes() === 0, 10_000);
  });

  test("a request whose declared length exceeds the memory limit gets a 503 before it sends its body", async () => {
    const { port, untilRead } = await startKeeping();
    beginPost(port, "/webhooks/searches", { sent: 40 * MEGABYTE, of: 41 * MEGABYTE });
    await untilRead(40 * MEGABYTE);
    const { answered } = beginPost(port, "/webhooks/searches", { sent: 0, of: 40 * MEGABYTE });
    expect(await answered).toMatch(/^HTTP\/1\.1 503 /);
  });

  test("a form counts towards the memory limit before any of its body has arrived", async () => {
    const { port, post, heldBytes } = await startKeeping();
    beginPost(port, "/sign-in", { sent: 0, of: 1_000 });
    await vi.waitUntil(() => heldBytes() > 0);
    expect(heldBytes()).toBeLessThan(MEGABYTE);
    expect((await post("/asked")).status).toBe(200);
  });

  test("a request’s memory is released after its answer, including a 413", async () => {
    const { post, heldBytes } = await startKeeping();
    await post("/asked", megabyte);
    await post("/asked", `${megabyte}x`);
    await post("/asked", Array<string>(17).fill(part));
    await vi.waitUntil(() => heldBytes() === 0, 10_000);
  });
});

test.each([
  ["/dashboard/sell/65a000000000000000000001/documents", "multipart/form-data; boundary=x", 100],
  ["/dashboard/buy/65a000000000000000000001/messages", "multipart/form-data; boundary=x", 100],
  ["/dashboard/buy/65a000000000000000000001/messages", "application/x-www-form-urlencoded", 1],
  ["/dashboard/buy/65a000000000000000000001/messages/x", "multipart/form-data; boundary=x", 1],
])("a body to %s of the type %s has at most %i MB", (path, type, most) => {
  expect(maxBodyBytes(path, { "content-type": type })).toBe(most * megabyte.length);
});

test.each([
  ["a body", "/webhooks/searches", 30_000],
  ["an upload", documents, 15 * 60_000],
])("%s that arrives too slowly gets a 408", async (_what, path, ms) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { port } = await startServer((request, response) => {
    keep(request, response);
    start();
  });
  const { answered } = beginPost(port, path, { sent: 10, of: 1_000 });
  await started;
  vi.advanceTimersByTime(ms - 1);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(1);
  expect(await answered).toMatch(/^HTTP\/1\.1 408 /);
});

describe("uploads", () => {
  const upload = (port: number, of: number, sent = 0) => beginPost(port, documents, { sent, of });

  test.each([
    ["100 MB", 100 * megabyte.length, "next"],
    ["100 MB and a byte", 100 * megabyte.length + 1, "413"],
  ])("an upload that declares %s is judged before its body arrives", async (_what, of, outcome) => {
    const { port } = await startServer((_request, response) => response.end("next"));
    const answer = await upload(port, of).answered;
    expect(answer).toContain(outcome);
  });

  test("an upload in chunks is cut off at 100 MB", async () => {
    const { port } = await startServer(keep);
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => undefined);
    const answered = new Promise<string>((resolve) =>
      socket.once("data", (data) => resolve(data.toString())),
    );
    socket.write(
      `POST ${documents} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${multipart}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let sent = 0; sent <= 100; sent++) socket.write(`100000\r\n${megabyte}\r\n`);
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("50 uploads of 20 MB at once count only as their connections, and forms still have room", async () => {
    const { bodyBytesInMemory } = await import("#app/server/body-limits.server.ts");
    let read = 0;
    const { port, send } = await startServer((request, response) => {
      request.on("data", (chunk: Buffer) => (read += chunk.length));
      keep(request, response);
      if (request.url === "/") request.on("end", () => response.end("the app"));
    });
    for (let count = 0; count < 50; count++) upload(port, 20 * megabyte.length, megabyte.length);
    await vi.waitUntil(() => read === 50 * megabyte.length, 10_000);
    expect(bodyBytesInMemory()).toBeLessThan(4 * megabyte.length);
    const headers = { Host: host, Origin: origin };
    const { status } = await send({ method: "POST", body: megabyte, headers });
    expect(status).toBe(200);
  });
});

test.each([
  ["two lengths", "Content-Length: 3\r\nContent-Length: 4"],
  ["a length and chunks", "Content-Length: 3\r\nTransfer-Encoding: chunked"],
  ["a negative length", "Content-Length: -1"],
  ["a hexadecimal length", "Content-Length: 0x10"],
])("a request with %s gets a 400 before the app sees it", async (_what, headers) => {
  const read: string[] = [];
  const { port } = await startServer(reader(read));
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const answered = new Promise<string>((resolve) =>
    socket.once("data", (data) => resolve(data.toString())),
  );
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${headers}\r\n\r\nabcd`);
  expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
  expect(read).toEqual([]);
});

test("the app gets an error if a body ends before its declared length, and the memory is released", async () => {
  const read: string[] = [];
  const { port } = await startServer(reader(read));
  const { bodyBytesInMemory: heldBytes } = await import("#app/server/body-limits.server.ts");
  const { socket } = beginPost(port, "/", { sent: 10, of: 1_000 });
  socket.end();
  await vi.waitUntil(() => read.length > 0);
  expect(read).toEqual(["failed"]);
  await vi.waitUntil(() => heldBytes() === 0, 10_000);
});

test("a compressed body reaches the app compressed", async () => {
  const read: string[] = [];
  const { send } = await startServer(reader(read));
  const body = gzipSync(megabyte.repeat(10)).toString("latin1");
  const headers = { Host: host, Origin: origin, "Content-Encoding": "gzip" };
  expect((await send({ method: "POST", body, headers })).status).toBe(200);
  expect(Number(read[0]?.replace("read ", ""))).toBeLessThan(megabyte.length);
});
