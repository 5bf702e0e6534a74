import { connect } from "node:net";
import type { RequestListener } from "node:http";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { beforeEach, expect, test, vi } from "vitest";
import { startEdge } from "./edge-server.ts";

/** What the app gets to read of what is posted. */

beforeEach(() => {
  vi.resetModules();
});

const origin = "http://localhost:3000";
const host = "localhost:3000";

/** Reads as Remix does. */
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

test.each([
  ["a full form", "/", megabyte, 200],
  ["a form too large", "/", `${megabyte}x`, 413],
  ["a full webhook", "/webhooks/stripe", part.repeat(4), 200],
  ["a webhook too large", "/webhooks/stripe", `${part.repeat(4)}x`, 413],
  ["a full webhook about a check", "/webhooks/thirdfort", part.repeat(4), 200],
  ["a webhook about a check too large", "/webhooks/thirdfort", `${part.repeat(4)}x`, 413],
  ["an email with its files", "/webhooks/postmark/inbound", megabyte.repeat(36), 200],
  ["an email too large", "/webhooks/postmark/inbound", megabyte.repeat(51), 413],
  ["results of searches", "/webhooks/searches", megabyte.repeat(4), 200],
  ["more than any search has", "/webhooks/searches", Array<string>(33).fill(megabyte), 413],
  ["200 MB of documents", "/webhooks/searches", Array<string>(200).fill(megabyte), 413],
  ["a full form in chunks", "/", Array<string>(16).fill(part), 200],
  ["a form too large, in chunks", "/", Array<string>(17).fill(part), 413],
  ["a form much too large, in chunks", "/", Array<string>(320).fill(part), 413],
  ["a webhook too large, in chunks", "/webhooks/stripe", Array<string>(5).fill(part), 413],
])("%s", async (_what, path, body, status) => {
  const read: string[] = [];
  const { send } = await startEdge(reader(read));
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
});

test("a body in chunks is whole for an app that takes its time", async () => {
  const read: string[] = [];
  const { send } = await startEdge((request, response) => {
    setTimeout(reader(read), 50, request, response);
  });
  const headers = { Host: host, Origin: origin };
  await send({ method: "POST", body: [part, part], headers });
  expect(read).toEqual([`read ${2 * part.length}`]);
});

test("a body that nobody reads is thrown away, however long it is", async () => {
  const { port } = await startEdge((_request, response) => response.end("not interested"));
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
