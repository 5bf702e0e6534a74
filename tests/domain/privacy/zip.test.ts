import { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { plainName, writeZip } from "#app/platform/zip.server.ts";
import { size } from "#tests/support/proof.ts";

const MB = 1024 * 1024;

/** Keeps what is written to it. */
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

test("(23) files are read one after another, and come out as they went in", async () => {
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

/** Two gigabytes in a proof. Kept whole, what is written here would be seen in memory all the same. */
const FILE_MB = size(100, 512);

test("(23) files of gigabytes need no more memory than a few pieces of them", async () => {
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

test("(23) a file that cannot be read, and a disk that is full, end it with their error", async () => {
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
])("the name %j of a file is %j in a ZIP (SE-8)", (called, name) => {
  expect(plainName(called, ".pdf")).toBe(name);
});
