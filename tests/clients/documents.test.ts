import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode("%PDF-1.4 hello %%EOF");

describe("X-050 documents in a folder", () => {
  test("what was put is what is got; nothing is left beside it", async () => {
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
      await expect(putDocument(key, bytes)).rejects.toThrow("no key");
      await expect(getDocument(key)).rejects.toThrow("no key");
      await expect(deleteDocument(key)).rejects.toThrow("no key");
    }
    await deleteDocument("test/a/b.pdf");
    await deleteDocument("test/a/b.pdf");
    expect(await getDocument("test/a/b.pdf")).toBeNull();
  });
});

describe("X-050 documents in a bucket", () => {
  test("a link is good for a minute, for this document and under its name", async () => {
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
    // Nobody is there.
    await expect(getDocument("test/a/b.pdf")).rejects.toThrow();
    await expect(putDocument("test/a/b.pdf", bytes)).rejects.toThrow();
    await expect(deleteDocument("test/a/b.pdf")).rejects.toThrow();
  });
});
