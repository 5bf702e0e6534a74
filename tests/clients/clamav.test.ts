import { createServer } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EICAR, serveClamAv } from "#mocks/clamav.ts";

async function useScanner(options: Parameters<typeof serveClamAv>[0] = {}) {
  const scanner = await serveClamAv(options);
  onTestFinished(scanner.close);
  return { ...scanner, ...(await clientFor(scanner.url)) };
}

async function clientFor(url: string | undefined) {
  vi.stubEnv("CLAMAV_URL", url);
  vi.resetModules();
  return import("#app/clients/clamav/client.server.ts");
}

const streamOf = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

describe("a scan by ClamAV", () => {
  test("a document without a virus is clean", async () => {
    const { scanDocument, commands } = await useScanner();
    expect(await scanDocument(streamOf("%PDF-1.4 a water bill"))).toBe("clean");
    expect(commands).toEqual(["zINSTREAM"]);
  });

  test("a document with a virus is infected, even if the virus is in two chunks", async () => {
    const { scanDocument } = await useScanner();
    const content = streamOf("%PDF-1.4 ", EICAR.slice(0, 30), "", EICAR.slice(30));
    expect(await scanDocument(content)).toBe("infected");
  });

  test("a document of 20 MB is streamed", async () => {
    const { scanDocument } = await useScanner();
    const chunk = Buffer.alloc(64 * 1024, "x");
    expect(await scanDocument(streamOf(...Array<Buffer>(320).fill(chunk)))).toBe("clean");
  });

  test("a scanner on a socket of the file system answers", async () => {
    const { url } = await useScanner();
    const folder = mkdtempSync(join(tmpdir(), "clamd-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "clamd.ctl");
    const { connect } = await import("node:net");
    const proxy = createServer((socket) => {
      const scanner = connect(Number(new URL(url).port), "127.0.0.1");
      socket.pipe(scanner).pipe(socket);
    });
    await new Promise<void>((listening) => proxy.listen(path, listening));
    onTestFinished(() => void proxy.close());
    const { scanDocument } = await clientFor(path);
    expect(await scanDocument(streamOf("text"))).toBe("clean");
  });

  test("the smoke test names the scanner’s version, and says if there is no scanner", async () => {
    const { smokeTest } = await useScanner();
    expect(await smokeTest()).toBe(
      "The scanner answers: ClamAV 1.4.2/27500/Sun Nov 29 09:00:00 2026.",
    );
    const { smokeTest: withoutScanner } = await clientFor("");
    expect(await withoutScanner()).toMatch(/^CLAMAV_URL is not set/);
  });
});

describe("a scan without a result", () => {
  test("a document above the scanner’s own limit throws an error of the kind too_large", async () => {
    const { scanDocument } = await useScanner({ maxBytes: 1_000 });
    const chunks = Array<string>(100).fill("x".repeat(64 * 1024));
    await expect(scanDocument(streamOf(...chunks))).rejects.toMatchObject({ kind: "too_large" });
  });

  test.each(["stream: lstat() failed. ERROR", "UNKNOWN COMMAND", "", "stream: OK FOUND it"])(
    "the answer %j throws an error of the kind bad_answer",
    async (answer) => {
      const { scanDocument } = await useScanner({ answer });
      await expect(scanDocument(streamOf("text"))).rejects.toMatchObject({ kind: "bad_answer" });
    },
  );

  test("a scanner that never answers throws an error of the kind timeout", async () => {
    const { scanDocument } = await useScanner({ answer: null });
    await expect(scanDocument(streamOf("text"), { ms: 50 })).rejects.toMatchObject({
      kind: "timeout",
    });
  });

  test("a scanner that is down throws an error of the kind unreachable", async () => {
    const { close, scanDocument } = await useScanner();
    await close();
    await expect(scanDocument(streamOf("text"))).rejects.toMatchObject({ kind: "unreachable" });
  });

  test("a scanner that closes the connection throws an error of the kind unreachable", async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { scanDocument } = await clientFor(`tcp://127.0.0.1:${port}`);
    await expect(scanDocument(streamOf("text"))).rejects.toMatchObject({ kind: "unreachable" });
  });

  test("a document whose stream fails gives no result", async () => {
    const { scanDocument } = await useScanner();
    async function* broken() {
      yield Buffer.from("half");
      await Promise.reject(new Error("the bucket failed"));
    }
    await expect(scanDocument(broken())).rejects.toMatchObject({ name: "ScannerError" });
  });
});

test.each([
  ["tcp://scanner:3310", true],
  ["/run/clamav/clamd.ctl", true],
  ["http://scanner:3310", false],
  ["scanner:3310", false],
  ["tcp://scanner", false],
])("the setting CLAMAV_URL=%s is accepted: %s", async (url, accepted) => {
  const { readSettings } = await import("#app/platform/env.server.ts");
  const read = () => readSettings({ ...process.env, CLAMAV_URL: url }).env.CLAMAV_URL;
  if (accepted) expect(read()).toBe(url);
  else expect(read).toThrow("CLAMAV_URL must be tcp://host:port or the path of a socket");
});
