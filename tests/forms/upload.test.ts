import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type * as FileSystem from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Upload } from "#app/forms/upload.server.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { pdfOf } from "#tests/support/pdf.ts";

const folder = mkdtempSync(join(tmpdir(), "uploads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const uploads = join(folder, "uploads");

beforeEach(() => {
  rmSync(uploads, { recursive: true, force: true });
  vi.stubEnv("DATA_DIR", folder);
  vi.resetModules();
  vi.doUnmock("node:fs/promises");
});

const pdf = new Uint8Array(pdfOf("Water bill"));
const MEGABYTE = 1024 * 1024;

type Sent = { name: string; bytes: Uint8Array<ArrayBuffer> };

function formWith(files: readonly Sent[], fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes } of files) form.append("files", new File([bytes], name));
  return form;
}

function requestWith(body: BodyInit, type?: string) {
  return new Request("http://localhost", {
    method: "POST",
    body,
    ...(type && { headers: { "Content-Type": type } }),
    ...(body instanceof ReadableStream && { duplex: "half" as const }),
  });
}

async function receive(request: Request) {
  const { withUpload } = await import("#app/forms/upload.server.ts");
  return withUpload(request, ({ form, files, problems }: Upload) =>
    Promise.resolve({
      fields: [...form].filter(([name]) => name !== "files"),
      files,
      problems,
      contents: files.map(({ path }) => readFileSync(path)),
    }),
  );
}

const send = (files: readonly Sent[], fields?: Readonly<Record<string, string>>) =>
  receive(requestWith(formWith(files, fields)));

const leftOver = () => readdirSync(uploads);

describe("an upload", () => {
  test("has the typed fields, and each file with its type, size and hash, and leaves no temporary file", async () => {
    const photo = Buffer.from("\xff\xd8\xff\xe0 photo", "latin1");
    const got = await send(
      [
        { name: "bill.pdf", bytes: pdf },
        { name: "IMG_1.JPG", bytes: photo },
      ],
      { request: "65a000000000000000000001", note: "Two\0 files" },
    );
    expect(got.problems).toEqual([]);
    expect(got.fields).toEqual([
      ["request", "65a000000000000000000001"],
      ["note", "Two files"],
    ]);
    expect(got.files).toMatchObject([
      { file_name: "bill.pdf", file_type: "pdf", size_bytes: pdf.length },
      { file_name: "IMG_1.JPG", file_type: "jpg", size_bytes: photo.length },
    ]);
    expect(got.contents.map((bytes) => Buffer.from(bytes))).toEqual([Buffer.from(pdf), photo]);
    expect(got.files.map(({ sha256 }) => sha256)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(leftOver()).toEqual([]);
  });

  test("of the same file twice has the same hash twice", async () => {
    const { files } = await send([
      { name: "a.pdf", bytes: pdf },
      { name: "b.pdf", bytes: pdf },
    ]);
    expect(files[0]?.sha256).toBe(files[1]?.sha256);
  });

  test("with an empty file field, as browsers send it, has no file and no problem", async () => {
    const got = await send([{ name: "", bytes: new Uint8Array() }], { request: "" });
    expect(got).toMatchObject({ files: [], problems: [], fields: [["request", ""]] });
  });

  test("without files has its fields", async () => {
    const got = await receive(requestWith(new URLSearchParams({ request: "x" })));
    expect(got).toMatchObject({ files: [], problems: [], fields: [["request", "x"]] });
  });

  test("leaves no temporary file if the work throws", async () => {
    const { withUpload } = await import("#app/forms/upload.server.ts");
    const request = requestWith(formWith([{ name: "bill.pdf", bytes: pdf }]));
    await expect(
      withUpload(request, () => Promise.reject(new Error("the work failed"))),
    ).rejects.toThrow("the work failed");
    expect(leftOver()).toEqual([]);
  });
});

describe("a file that is refused", () => {
  test.each<[string, string, Uint8Array<ArrayBuffer>, string]>([
    [
      "a program with the name of a PDF",
      "holiday.pdf",
      Buffer.from("MZ\x90\0 program"),
      "“holiday.pdf” isn’t a PDF, photo, Word or Excel file",
    ],
    [
      "a web page with the name of a photo",
      "me.jpg",
      Buffer.from("<html><script>alert(1)</script>"),
      "“me.jpg” isn’t a PDF, photo, Word or Excel file",
    ],
    [
      "a text",
      "notes.txt",
      Buffer.from("Only words"),
      "“notes.txt” isn’t a PDF, photo, Word or Excel file",
    ],
    ["an empty file", "scan.pdf", new Uint8Array(), "“scan.pdf” is empty. Choose another file"],
    [
      "a file of more than 20 MB",
      "plan.pdf",
      Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(20 * MEGABYTE)]),
      "“plan.pdf” is larger than 20 MB. Choose a smaller file",
    ],
  ])(
    "%s is named in a sentence, and the other files are accepted",
    async (_, name, bytes, problem) => {
      const got = await send([
        { name, bytes },
        { name: "bill.pdf", bytes: pdf },
      ]);
      expect(got.problems).toEqual([problem]);
      expect(got.files.map(({ file_name }) => file_name)).toEqual(["bill.pdf"]);
    },
  );

  test("a file of exactly 20 MB is accepted", async () => {
    const bytes = Buffer.alloc(20 * MEGABYTE);
    bytes.write("%PDF-");
    const got = await send([{ name: "plan.pdf", bytes }]);
    expect(got.problems).toEqual([]);
    expect(got.files[0]?.size_bytes).toBe(20 * MEGABYTE);
  });

  test.each([
    ["10 files", 10, 10, []],
    ["11 files", 11, 0, ["Choose up to 10 files at a time"]],
    ["10,000 files", 10_000, 0, ["Choose up to 10 files at a time"]],
  ])("%s in one upload: %i sent, %i accepted", async (_, count, accepted, problems) => {
    const part = (headers: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
    const files = Array.from({ length: count }, (_value, index) =>
      part(`name="files"; filename="${index}.pdf"`, `%PDF-${index}`),
    );
    const body = `${part('name="request"', "typed")}${files.join("")}--b--\r\n`;
    const got = await receive(requestWith(body, "multipart/form-data; boundary=b"));
    expect(got.files).toHaveLength(accepted);
    expect(got.problems).toEqual(problems);
    expect(got.fields).toEqual([["request", "typed"]]);
    expect(leftOver()).toEqual([]);
  });
});

describe("the name of an uploaded file", () => {
  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\Sam\\bill.pdf", "bill.pdf"],
    ["/", "document"],
    ["..", "document"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["a\u0000b\u001f\u2028c.pdf", "abc.pdf"],
    ["Grundbuch – Übersicht.pdf", "Grundbuch – Übersicht.pdf"],
    ["  bill.pdf  ", "bill.pdf"],
    [`${"x".repeat(300)}.pdf`, `${"x".repeat(251)}.pdf`],
    [`${"x".repeat(250)}😀.pdf`, `${"x".repeat(250)}.pdf`],
    ["x".repeat(300), "x".repeat(255)],
  ])("%j becomes %j", async (given, cleaned) => {
    const { cleanFileName } = await import("#app/domain/documents/uploaded-file.ts");
    expect(cleanFileName(given)).toBe(cleaned);
    expect(cleaned.length).toBeLessThanOrEqual(255);
  });

  test("a path in the form’s own header is cut too", async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="files"; filename="..\\..\\bill.pdf"\r\n\r\n%PDF-1.4\r\n--b--\r\n`;
    const { files } = await receive(requestWith(body, "multipart/form-data; boundary=b"));
    expect(files.map(({ file_name }) => file_name)).toEqual(["bill.pdf"]);
  });
});

describe("an upload that fails", () => {
  const start = `--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.4`;
  const type = "multipart/form-data; boundary=b";

  test("an upload that is cut off half-way is refused and leaves no temporary file", async () => {
    await expect(receive(requestWith(start, type))).rejects.toMatchObject({
      status: 400,
      message: "Your files didn’t arrive completely. Send them again",
    });
    expect(leftOver()).toEqual([]);
  });

  test("an upload whose connection breaks is refused and leaves no temporary file", async () => {
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (parts++ === 0) controller.enqueue(Buffer.from(start));
        else if (parts < 40) controller.enqueue(Buffer.alloc(64 * 1024));
        else controller.error(new Error("aborted"));
      },
    });
    await expect(receive(requestWith(body, type))).rejects.toMatchObject({ status: 400 });
    expect(leftOver()).toEqual([]);
  });

  test.each([
    ["a form without a boundary", "x", "multipart/form-data"],
    [
      "a field with an unknown name",
      `--b\r\nContent-Disposition: form-data; name="a b"\r\n\r\n1\r\n--b--\r\n`,
      type,
    ],
  ])("%s gets a 400", async (_, body, given) => {
    await expect(receive(requestWith(body, given))).rejects.toMatchObject({ status: 400 });
  });

  test("more than 100 fields get a 413", async () => {
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, "x"]));
    await expect(send([], fields)).rejects.toMatchObject({ status: 413 });
  });

  test("a full disk gets a sentence, the typed fields stay, and no temporary file is left", async () => {
    expectError(/receive uploaded files/);
    vi.doMock("node:fs/promises", async (original) => ({
      ...(await original<typeof FileSystem>()),
      open: () =>
        Promise.resolve({
          writeFile: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })),
          close: () => Promise.resolve(),
        }),
    }));
    const large = Buffer.alloc(5 * MEGABYTE);
    const files = [
      { name: "a.pdf", bytes: large },
      { name: "b.pdf", bytes: large },
    ];
    const got = await send(files, { request: "typed" });
    expect(got).toMatchObject({
      files: [],
      problems: ["We couldn’t save your files. Try again in a few minutes"],
      fields: [["request", "typed"]],
    });
    expect(leftOver()).toEqual([]);
  });

  test("a disk on which no folder can be created gets the same sentence", async () => {
    expectError(/create folder for uploads/);
    expectError(/receive uploaded files/);
    writeFileSync(uploads, "not a folder");
    const got = await send([{ name: "a.pdf", bytes: pdf }]);
    expect(got.problems).toEqual(["We couldn’t save your files. Try again in a few minutes"]);
  });
});

test("a temporary folder of a killed process is deleted after an hour, and one in use is not", async () => {
  const { deleteStaleFolders } = await import("#app/clients/temporary-folders.server.ts");
  for (const name of ["upload-old", "upload-new"])
    mkdirSync(join(uploads, name), { recursive: true });
  writeFileSync(join(uploads, "upload-old", "0"), "half a file");
  const anHourAgo = Date.now() / 1000 - 3_601;
  utimesSync(join(uploads, "upload-old"), anHourAgo, anHourAgo);
  expect(await deleteStaleFolders()).toBe(1);
  expect(leftOver()).toEqual(["upload-new"]);
});
