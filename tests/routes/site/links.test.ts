import { decode } from "html-entities";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { weigh } from "#tests/bench/weight.ts";
import { BuiltService, freePort } from "#tests/support/built-service.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { type Page, Visitor } from "#tests/support/http-visitor.ts";
import { attribute, byId, tags } from "#tests/ui/render.tsx";

useTestDatabase();

let service: BuiltService;
const pages = new Map<string, Page>();
const links: { from: string; to: URL }[] = [];

beforeAll(async () => {
  service = new BuiltService(await freePort(), { DOUBLES: "true" });
  await service.start();
  await crawl();
});
afterAll(() => service.stop());

async function crawl() {
  const visitor = new Visitor(service.base);
  const waiting: string[] = [paths.home()];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await visitor.get(path);
    pages.set(path, page);
    for (const to of listLinks(path, page)) {
      links.push({ from: path, to });
      waiting.push(to.pathname + to.search);
    }
  }
}

function listLinks(path: string, { html }: Page): URL[] {
  return (
    tags(html, "a")
      .map((tag) => new URL(decode(attribute(tag, "href") ?? ""), service.base + path))
      .filter(({ origin }) => origin === service.base)
      // Doubles run only in a demonstration, so their pages are not part of the site.
      .filter(({ pathname }) => !pathname.startsWith(paths.mocks.home()))
  );
}

describe("the public site", () => {
  test("the crawl of the public site finds the home, sign-in, sign-up and legal pages", () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        paths.home(),
        paths.signIn(),
        paths.getStarted("sell"),
        paths.getStarted("buy"),
        paths.partnerSignUp(),
        paths.accessibility(),
        ...Object.values(paths.legal).map((path) => path()),
      ]),
    );
  });

  test("every link of the public site leads to a page, or to sign-in with a return path (A-041)", () => {
    const dead = links.filter(({ to }) => {
      const redirectTo = to.pathname + to.search;
      const page = pages.get(redirectTo);
      return page?.status !== 200 && page?.location !== paths.signIn({ redirectTo });
    });
    expect(dead.map(({ from, to }) => `${to.pathname} on ${from}`)).toEqual([]);
  });

  test("every link of the public site to an anchor finds its element (H-017)", () => {
    const lost = links.filter(({ to: { pathname, search, hash } }) => {
      const html = pages.get(pathname + search)?.html ?? "";
      return hash && !byId(html, decodeURIComponent(hash.slice(1)));
    });
    expect(lost.map(({ from, to }) => `${to.pathname}${to.hash} on ${from}`)).toEqual([]);
  });

  test("every style, font, icon and picture of the public site can be downloaded", async () => {
    const named = new Set<string>();
    for (const { html } of pages.values()) {
      for (const tag of [...tags(html, "link"), ...tags(html, "img"), ...tags(html, "meta")]) {
        const address = ["href", "src"].map((name) => attribute(tag, name)).find(Boolean);
        if (address) named.add(address);
        const shared = attribute(tag, "property") === "og:image" && attribute(tag, "content");
        if (shared) named.add(shared);
      }
    }
    expect([...named]).toEqual(expect.arrayContaining(["/apple-touch-icon.png", "/favicon.svg"]));
    const statuses = await Promise.all(
      [...named].map(async (name) => [name, (await fetch(new URL(name, service.base))).status]),
    );
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe("the landing page of the built service on a first visit", () => {
  const landing = () => pages.get(paths.home())?.html ?? "";

  test("the landing page weighs at most 64 kB, with no script except the contact button’s (G-001 G-034)", async () => {
    const weight = await weigh(service.base, landing());
    expect(weight.scripts).toBeLessThan(2_000);
    expect(weight.fonts).toBeGreaterThan(10_000);
    expect(weight.pictures).toBeGreaterThan(1_000);
    expect(weight.total).toBeLessThanOrEqual(64_000);
  });

  test("the landing page preloads both typefaces", () => {
    const preloaded = tags(landing(), "link").filter((tag) => attribute(tag, "rel") === "preload");
    const fonts = preloaded.map((tag) => /(fraunces|public-sans)-/.exec(tag)?.[1]);
    expect(fonts.sort()).toEqual(["fraunces", "public-sans"]);
  });

  test.each([
    ["share.png", 1200, 630],
    ["apple-touch-icon.png", 180, 180],
    ["icon-192.png", 192, 192],
    ["icon-512.png", 512, 512],
    ["favicon-32.png", 32, 32],
  ])("the file %s is a PNG picture of %i by %i pixels", async (name, width, height) => {
    const response = await fetch(new URL(name, service.base));
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const png = Buffer.from(await response.arrayBuffer());
    // In a PNG file, the width and height follow the name of the first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  });
});
