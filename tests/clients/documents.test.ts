import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode("%PDF-1.4 hello %%EOF");

describe("document storage in a local folder (X-050)", () => {
  test("document storage in a local folder stores, returns and deletes a document, and rejects an invalid key", async () => {
    vi.stubEnv("DATA_DIR", folder);
    vi.resetModules();
    const { putDocument, getDocument, deleteDocument, documentLink } =
      await import("#app/clients/documents.server.ts");
    await putDocument("test/a/b.pdf", bytes);
    await putDocument("test/a/b.pdf", bytes);
    expect(await getDocument("test/a/b.pdf")).toEqual(bytes);
    expect(await getDocument("test/a/c.pdf")).toBeNull();
    expect(await documentLink("test/a/b.pdf", "b.pdf")).toBeNull();
    expect(readdirSync(join(folder, "documents/test/a"))).toEqual(["b.pdf"]);
    for (const key of ["../a.pdf", "/a.pdf", "a//b.pdf", "a/../b.pdf", "A.pdf", "a.exe", ""]) {
      await expect(putDocument(key, bytes)).rejects.toThrow("not a document key");
      await expect(getDocument(key)).rejects.toThrow("not a document key");
      await expect(deleteDocument(key)).rejects.toThrow("not a document key");
    }
    await deleteDocument("test/a/b.pdf");
    await deleteDocument("test/a/b.pdf");
    expect(await getDocument("test/a/b.pdf")).toBeNull();
  });
});

describe("document storage in a bucket (X-050)", () => {
  test("a document’s link is signed, lasts one minute and downloads the document under its name, and an unreachable bucket throws", async () => {
    for (const [name, value] of Object.entries({
      S3_BUCKET: "papers",
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
      OUTBOUND_DEADLINE_MS: "4000",
    })) {
      vi.stubEnv(name, value);
    }
    vi.resetModules();
    const { getDocument, putDocument, deleteDocument, documentLink } =
      await import("#app/clients/documents.server.ts");
    const link = new URL((await documentLink("test/a/b.pdf", "Local search.pdf")) ?? "");
    expect(link.origin + link.pathname).toBe("http://127.0.0.1:9/papers/test/a/b.pdf");
    expect(link.searchParams.get("X-Amz-Expires")).toBe("60");
    expect(link.searchParams.get("response-content-disposition")).toBe(
      "attachment; filename*=UTF-8''Local%20search.pdf",
    );
    expect(link.searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
    await expect(getDocument("test/a/b.pdf")).rejects.toThrow();
    await expect(putDocument("test/a/b.pdf", bytes)).rejects.toThrow();
    await expect(deleteDocument("test/a/b.pdf")).rejects.toThrow();
  });
});

describe("streamed documents, and the list of erased people", () => {
  const HASH = "0".repeat(64);

  async function tryOut() {
    vi.resetModules();
    const { erasureKey, listErasures, openDocument, putDocument, putFile } =
      await import("#app/clients/documents.server.ts");
    const file = join(folder, "large.zip");
    writeFileSync(file, bytes);
    await putFile("test/copies/a.zip", file);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const opened = await openDocument("test/copies/a.zip");
    expect((await buffer(opened!)).equals(bytes)).toBe(true);
    expect(await openDocument("test/copies/b.zip")).toBeNull();
    expect(await listErasures()).toEqual([]);
    await putDocument(erasureKey(HASH), bytes);
    expect(await listErasures()).toEqual([`test/erasures/${HASH}.json`]);
  }

  test("document storage in a local folder streams documents and lists erased people", async () => {
    vi.stubEnv("DATA_DIR", join(folder, "another"));
    await tryOut();
  });

  test("document storage in a bucket streams documents, and lists erased people over two pages", async () => {
    const kept = new Map<string, Buffer>();
    const server = createServer((request, response) => void answer(request, response));
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
      const key = pathname.replace("/papers/", "");
      if (request.method === "PUT") {
        kept.set(key, chunked(await buffer(request), request.headers["content-encoding"]));
        return response.end();
      }
      const found = kept.get(key);
      if (found) return response.end(found);
      response.setHeader("Content-Type", "application/xml");
      if (searchParams.has("list-type")) return response.end(listed(searchParams, kept));
      response.statusCode = 404;
      return response.end("<Error><Code>NoSuchKey</Code></Error>");
    };
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const [name, value] of Object.entries({
      S3_BUCKET: "papers",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    })) {
      vi.stubEnv(name, value);
    }
    await tryOut();
  });

  /** Returns the content of an upload. A streamed upload has its length on a line before it. */
  const chunked = (body: Buffer, encoding: string | undefined) =>
    encoding === "aws-chunked"
      ? body.subarray(body.indexOf("\r\n") + 2, body.indexOf("\r\n") + 2 + bytes.length)
      : body;

  function listed(query: URLSearchParams, kept: ReadonlyMap<string, Buffer>) {
    const prefix = query.get("prefix") ?? "";
    const keys = [...kept.keys()].filter((key) => key.startsWith(prefix));
    const more = query.has("continuation-token")
      ? keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")
      : "<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>";
    return `<ListBucketResult>${more}</ListBucketResult>`;
  }
});
