import { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { portableFileName, writeZip } from "#app/platform/zip.server.ts";
import { sampleSize } from "#tests/support/proof.ts";

const MB = 1024 * 1024;

function memory() {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { sink, files: () => unzipSync(Buffer.concat(chunks)) };
}

test("a ZIP file contains its files unchanged and in order", async () => {
  const { sink, files } = memory();
  await writeZip(sink, async (add) => {
    await add("a/é.txt", ["one ", "two"], { compress: true });
    await add("b.bin", [new Uint8Array([0, 1, 2])], { compress: false });
    await add("empty.txt", [], { compress: true });
  });
  const found = files();
  expect(Object.keys(found)).toEqual(["a/é.txt", "b.bin", "empty.txt"]);
  expect(Buffer.from(found["a/é.txt"]!).toString()).toBe("one two");
  expect([...found["b.bin"]!]).toEqual([0, 1, 2]);
});

/** Size in MB of each of the four files: large enough to show buffering. A proof writes 2 GB. */
const FILE_MB = sampleSize(100, 512);

test("writing a large ZIP file uses less than 200 MB of memory", async () => {
  const piece = new Uint8Array(MB);
  const before = process.memoryUsage().rss;
  let most = before;
  let written = 0;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      written += chunk.length;
      setImmediate(done);
    },
  });
  await writeZip(sink, async (add) => {
    for (let file = 0; file < 4; file++)
      await add(`${file}.bin`, pieces(FILE_MB), { compress: false });
  });
  expect(written).toBeGreaterThan(4 * FILE_MB * MB);
  expect(most - before).toBeLessThan(200 * MB);

  function* pieces(count: number) {
    for (let n = 0; n < count; n++) {
      most = Math.max(most, process.memoryUsage().rss);
      yield piece;
    }
  }
});

test("writing a ZIP file fails with the error of an unreadable file or a full disk", async () => {
  const broken = async function* () {
    yield "a";
    await pause(1);
    throw new Error("gone");
  };
  const { sink } = memory();
  const unread = writeZip(sink, (add) => add("a.txt", broken(), { compress: true }));
  await expect(unread).rejects.toThrow("gone");
  expect(sink.destroyed).toBe(true);

  const full = new Writable({ write: (_chunk, _, done) => done(new Error("no space left")) });
  const endless = function* () {
    for (;;) yield new Uint8Array(MB);
  };
  const unwritten = writeZip(full, (add) => add("a.bin", endless(), { compress: false }));
  await expect(unwritten).rejects.toThrow("no space left");
});

test.each([
  ["../../etc/passwd", ".. .. etc passwd.pdf"],
  ["C:\\Windows\\system.ini", "C Windows system.ini.pdf"],
  ['a<b>c:d"e|f?g*h', "a b c d e f g h.pdf"],
  ["lease\u202egpj.exe\u0000\r\n", "lease gpj.exe.pdf"],
  ["Tŷ Gwyn (2)_v1-b.pdf", "Tŷ Gwyn (2)_v1-b.pdf"],
  ["/", "document.pdf"],
])("a ZIP file contains the file %j under the name %j (SE-8)", (called, name) => {
  expect(portableFileName(called, ".pdf")).toBe(name);
});
