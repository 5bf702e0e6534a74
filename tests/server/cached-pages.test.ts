import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { cookieOf } from "#tests/support/cookies.ts";
import { logged } from "#tests/support/log-guard.ts";
import { startServer } from "./test-server.ts";

beforeEach(() => {
  vi.resetModules();
});

const HTML = `<!DOCTYPE html>\n<p>${"The same for everybody. ".repeat(200)}€</p>`;
const policy = "default-src 'self'";

async function startWithPage() {
  const { cachePage } = await import("#app/server/cached-pages.server.ts");
  await cachePage("/page", { html: Buffer.from(HTML), policy });
  return startServer((_request, response) => response.end("rendered"));
}

function fetchBytes(port: number, path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": encoding };
    const sending = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve(Buffer.concat(parts)));
    });
    sending.on("error", reject);
    sending.end();
  });
}

describe("a cached page", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ["", undefined, (body: Buffer) => body],
    ["zstd", undefined, (body: Buffer) => body],
    ["identity;q=0", undefined, (body: Buffer) => body],
  ])(
    "a cached page has the right encoding for the Accept-Encoding %j (Content-Encoding: %s)",
    async (accepted, encoding, read) => {
      const { port, send } = await startWithPage();
      const { status, headers } = await send({
        path: "/page",
        headers: { "Accept-Encoding": accepted },
      });
      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-cache",
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
      });
      expect(read(await fetchBytes(port, "/page", accepted)).toString()).toBe(HTML);
    },
  );

  test("a cached page is uncompressed if the browser sends no Accept-Encoding", async () => {
    const { send } = await startWithPage();
    const { headers, body } = await send({ path: "/page" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(body).toBe(HTML);
  });

  test("a cached page answers 304 to a browser that has the same version, with or without cookies", async () => {
    const { send } = await startWithPage();
    const first = await send({ path: "/page", headers: { "Accept-Encoding": "br" } });
    const etag = String(first.headers.etag);
    const again = (headers: Record<string, string>) => send({ path: "/page", headers });
    expect(await again({ "Accept-Encoding": "br", "If-None-Match": etag })).toMatchObject({
      status: 304,
      body: "",
    });
    expect((await again({ "Accept-Encoding": "br", "If-None-Match": "*" })).status).toBe(304);
    expect((await again({ "Accept-Encoding": "gzip", "If-None-Match": etag })).status).toBe(200);
    const known = await again({ Cookie: "sid=1", "Accept-Encoding": "br", "If-None-Match": etag });
    expect(known).toMatchObject({ status: 304, headers: { "cache-control": "no-cache" } });
  });

  test("a cached page answers HEAD with the headers only", async () => {
    const { send } = await startWithPage();
    const { status, headers, body } = await send({ method: "HEAD", path: "/page" });
    expect({ status, body }).toEqual({ status: 200, body: "" });
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(HTML)));
  });

  type Asked = { path: string; method?: string; headers?: Record<string, string> };
  test.each<[string, Asked]>([
    ["with a query", { path: "/page?contact=sent" }],
    ["with a message", { path: "/page", headers: { Cookie: "sid=1; flash=x" } }],
    ["after a choice of cookies", { path: "/page", headers: { Cookie: "cookie-choice=x" } }],
    ["for its data", { path: "/page.data" }],
    ["by a form", { path: "/page", method: "POST", headers: { Origin: "http://localhost:3000" } }],
  ])("a page is rendered instead of the cached one if it is requested %s", async (_how, asked) => {
    const { send } = await startWithPage();
    const headers = { Host: "localhost:3000", ...asked.headers };
    expect(await send({ ...asked, headers })).toMatchObject({ status: 200, body: "rendered" });
  });

  test.each([
    ["http://localhost:3000", "flash"],
    ["https://fanlight.example", "__Host-flash"],
  ])(
    "a page is rendered instead of the cached one for a visitor to %s who has a flash message (SE-9)",
    async (origin, name) => {
      vi.stubEnv("APP_URL", origin);
      const { redirectWithFlash } = await import("#app/forms/flash.server.ts");
      const redirected = await redirectWithFlash("/page", { kind: "success", title: "Saved" });
      const Cookie = cookieOf(redirected.headers.getSetCookie()[0]);
      expect(Cookie).toMatch(new RegExp(`^${name}=`));
      const { send } = await startWithPage();
      const headers = { Host: new URL(origin).host, "X-Forwarded-Proto": "https" };
      expect((await send({ path: "/page", headers })).body).toBe(HTML);
      expect((await send({ path: "/page", headers: { ...headers, Cookie } })).body).toBe(
        "rendered",
      );
    },
  );

  test("a page that has been cached is not replaced by a later version", async () => {
    const { send } = await startWithPage();
    const { cachePage } = await import("#app/server/cached-pages.server.ts");
    await cachePage("/page", { html: Buffer.from("another"), policy });
    expect((await send({ path: "/page" })).body).toBe(HTML);
  });
});

describe("files of the build", () => {
  const script = "console.log('a')";
  const files = {
    "assets/a-1.js": script,
    "assets/a-1.js.br": brotliCompressSync(script),
    "assets/a-1.js.gz": gzipSync(script),
    "favicon.svg": "<svg/>",
    "assets/font.woff2": "font",
  };

  async function findIn(gone: string[] = []) {
    const folder = await mkdtemp(join(tmpdir(), "fanlight-files-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    const { filesIn } = await import("#app/server/files.server.ts");
    const find = filesIn(folder);
    for (const name of gone) await rm(join(folder, name));
    return find;
  }

  test.each([
    ["/assets/a-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
    ["/assets/font.woff2", "font/woff2", "public, max-age=31536000, immutable"],
    ["/favicon.svg", "image/svg+xml; charset=utf-8", "public, max-age=3600"],
  ])("the file %s has the type %s and the Cache-Control %s", async (path, type, caching) => {
    const file = (await findIn())(path);
    expect(file?.headers).toEqual({ "Content-Type": type, "Cache-Control": caching });
  });

  test("a file that a newer build has deleted is skipped with a warning", async () => {
    const find = await findIn(["favicon.svg"]);
    expect(find("/favicon.svg")).toBeUndefined();
    expect(find("/assets/a-1.js")).toBeDefined();
    expect(logged("warn")).toMatchObject([{ what: "build file missing", code: "ENOENT" }]);
  });

  test("a file has the compressed versions that the build made", async () => {
    const find = await findIn();
    const { bodies, etag } = find("/assets/a-1.js") ?? expect.fail("is not found");
    expect(brotliDecompressSync(bodies.br ?? "").toString()).toBe(script);
    expect(gunzipSync(bodies.gzip ?? "").toString()).toBe(script);
    expect(bodies.identity.toString()).toBe(script);
    expect(etag).toMatch(/^[\w+/]{22}$/);
    expect(find("/favicon.svg")?.bodies).not.toHaveProperty("br");
  });

  test.each([
    "/",
    "/assets/",
    "/assets",
    "/assets/../favicon.svg",
    "/assets/b.js",
    "//favicon.svg",
  ])("the path %s matches no file", async (path) => {
    expect((await findIn())(path)).toBeUndefined();
  });
});
