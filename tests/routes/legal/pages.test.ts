import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { paths } from "#app/paths.ts";
import { attribute, byId, ROOT_DATA, tags, visibleText } from "#tests/ui/render.tsx";
import { moduleFor, open, show } from "./pages.tsx";

const { legal } = paths;
const all = Object.values(legal).map((path) => path());

test.each([
  ["H-001", legal.buyerTerms(), "/buyer/terms/v1", "Buyer Terms & Conditions"],
  ["H-002", legal.sellerTerms(), "/seller/terms/v1", "Seller Terms & Conditions"],
  ["H-003", legal.privacy(), "/privacy-policy", "Privacy Policy"],
  ["H-005", legal.cookies(), "/cookie-policy", "Cookie Policy"],
])(
  "the path $1 shows the legal page with the title $3 ($0)",
  async (_row, path, address, title) => {
    expect(path).toBe(address);
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(visibleText(page.html.match(/<h1.*?<\/h1>/)?.[0] ?? "")).toBe(title);
    expect(page.title).toBe(`${title} - Fanlight`);
  },
);

test("/privacy redirects permanently to /privacy-policy (H-004)", async () => {
  expect(await open("/privacy")).toMatchObject({ status: 301, location: "/privacy-policy" });
});

describe.each(all)("the legal page at %s", (path) => {
  test("the legal page has a robots tag that excludes search engines, and has no scripts (H-006)", async () => {
    const { html } = await open(path);
    const robots = tags(html, "meta").find((tag) => attribute(tag, "name") === "robots");
    expect(attribute(robots, "content")).toBe("noindex, nofollow");
    expect(tags(html, "script")).toEqual([]);
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("the legal page has a navigation header, dark for terms and light for policies (H-007)", async () => {
    const { html } = await open(path);
    const theme = path.includes("terms") ? "dark" : "light";
    const header = tags(html, "header");
    expect(header).toHaveLength(1);
    expect(attribute(header[0], "data-theme")).toBe(theme);
    const navigation = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    expect(visibleText(navigation)).toBe(
      "Fanlight Estate Agents Get Started Sign In Menu Estate Agents Get Started Sign In",
    );
  });

  test("the legal page has the footer with links to all legal pages (H-008)", async () => {
    const { html } = await open(path);
    const footer = html.slice(html.indexOf("<footer"), html.indexOf("</footer>"));
    expect(tags(footer, "a").map((tag) => attribute(tag, "href"))).toEqual(
      expect.arrayContaining(all),
    );
  });

  test("the legal page names the company in the text and in the footer", async () => {
    const { html } = await open(path);
    const text = html.slice(html.indexOf("legal-text"), html.indexOf("</main>"));
    for (const part of [text, html.slice(html.indexOf("<footer"))]) {
      expect(visibleText(part)).toContain(
        "Fanlight is a service of Arch Conveyancing Limited, registered in England and Wales, company number 01234567. Registered office: 2 Office Row, York YO1 7HZ. Regulated by the Council for Licensed Conveyancers, licence 1.",
      );
      expect(part).toContain('<a href="tel:01904000000">01904 000000</a>');
    }
  });

  test("the legal page links to the privacy policy, the support email address and the contact form (H-010 H-011 H-012)", async () => {
    const { html } = await open(path);
    const text = html.slice(html.indexOf("legal-text"), html.indexOf("</main>"));
    const hrefs = tags(text, "a").map((tag) => attribute(tag, "href"));
    expect(hrefs).toContain(`mailto:${ROOT_DATA.supportEmail}`);
    if (path !== legal.privacy()) expect(hrefs).toContain(legal.privacy());
    expect(hrefs).toContain("/#contact");
  });

  test("every link of the legal page leads to a page or an element (H-017)", async () => {
    const { html, text } = await open(path);
    const hrefs = tags(html, "a").map((tag) => attribute(tag, "href") ?? "");
    const inside = hrefs.filter((href) => href.startsWith("#"));
    expect(inside.length).toBeGreaterThan(4);
    for (const href of inside) expect(byId(html, href.slice(1)), href).toBeDefined();
    const pages = hrefs.filter((href) => href.startsWith("/"));
    for (const href of pages) expect(moduleFor(href), href).toBeDefined();
    const rest = hrefs.filter((href) => !/^[#/]/.test(href));
    expect(new Set(rest)).toEqual(new Set([`mailto:${ROOT_DATA.supportEmail}`, "tel:01904000000"]));
    expect(text).not.toMatch(/[{}]/);
  });

  test("no two elements of the legal page have the same id", async () => {
    const { html } = await open(path);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("the content of the legal page is as wide as that of other pages (H-009)", async () => {
    const { html } = await open(path);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    const wraps = tags(main, "div").filter((tag) => attribute(tag, "class")?.startsWith("wrap"));
    expect(wraps.length).toBe(2);
    for (const wrap of wraps) expect(attribute(wrap, "data-width")).toBeUndefined();
  });
});

test("a page that is not a legal page has scripts and no robots tag (H-006)", async () => {
  const { html } = await show({ default: () => null, handle: { title: "Sign in" } }, "/sign-in");
  expect(html).toContain("<script");
  expect(html).not.toContain('name="robots"');
});

test("the stylesheets set a page width of 1150 px, even for legal pages (H-009)", () => {
  const css = (name: string) =>
    readFileSync(new URL(`../../../app/${name}.css`, import.meta.url), "utf8");
  const rem = /--width-page: ([\d.]+)rem;/.exec(css("ui/styles/tokens"))?.[1];
  expect(Number(rem) * 16).toBe(1150);
  expect(css("ui/styles/layout")).toMatch(/\.wrap \{[^}]*max-width: var\(--width-page\);/);
  expect(css("routes/legal/legal-page")).not.toMatch(
    /\.legal(-head)? (> \.wrap )?\{[^}]*max-width/,
  );
});

describe("the audience of the legal pages (H-013)", () => {
  test.each(all.filter((path) => path !== legal.cookies()))(
    "the legal page at %s addresses individuals and partners",
    async (path) => {
      const { text } = await open(path);
      expect(text).toMatch(/Individuals/);
      expect(text).toMatch(/Partners/);
      expect(text).toMatch(/estate agents?, solicitors? (and|or) conveyancers?/);
    },
  );
});

describe("the draft notice of legal pages (AMB-H01)", () => {
  test.each(all)("the page at %s shows the draft notice outside production", async (path) => {
    expect((await open(path)).text).toContain("Draft for legal review");
  });

  test.each([
    ["production", [], "not shown", false],
    ["production", ["stripe"], "shown", true],
    ["development", [], "shown", true],
  ])(
    "the draft notice in %s with the doubles %j is %s",
    async (NODE_ENV, doubles, _state, draft) => {
      vi.resetModules();
      vi.doMock("#app/platform/env.server.ts", () => ({
        env: { NODE_ENV },
        vendorsWithDouble: new Set(doubles),
      }));
      const { isDraft } = await import("#app/domain/terms/accepted-terms.server.ts");
      expect(isDraft()).toBe(draft);
      vi.doUnmock("#app/platform/env.server.ts");
    },
  );
});
