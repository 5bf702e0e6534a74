import { describe, expect, test } from "vitest";
import { z } from "zod";
import { paths } from "#app/paths.ts";
import { isUnlisted } from "#app/server/headers.server.ts";
import { QUESTIONS } from "#app/routes/site/content.ts";
import { loader as manifest } from "#app/routes/site/manifest.ts";
import { loader as prefetch } from "#app/routes/site/prefetch.ts";
import { loader as robots } from "#app/routes/site/robots.ts";
import { loader as security } from "#app/routes/site/security.ts";
import { loader as sitemap } from "#app/routes/site/sitemap.ts";
import { moduleFor, open, show } from "#tests/routes/legal/pages.tsx";
import { attribute, tags } from "#tests/ui/render.tsx";

const origin = "http://localhost:3000";

const listed = [...(await sitemap().text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
  ([, address = ""]) => new URL(address),
);

describe("sitemap.xml", () => {
  test("the sitemap lists each of our public pages once, by its full URL", () => {
    expect(sitemap().headers.get("Content-Type")).toBe("application/xml");
    expect(listed.map(({ origin: own }) => own)).toEqual(listed.map(() => origin));
    expect(new Set(listed.map(String)).size).toBe(listed.length);
    expect(listed.map(({ pathname }) => pathname)).toContain("/");
  });

  test.each(listed.map(({ pathname }) => pathname))(
    "the sitemap’s page at %s answers 200 and may be indexed",
    (path) => {
      expect(moduleFor(path)).toBeDefined();
      expect(isUnlisted(path)).toBe(false);
    },
  );
});

describe("robots.txt", () => {
  /** Returns true if the longest matching rule of robots.txt allows the path (RFC 9309). */
  async function allows(path: string) {
    const rules = [...(await robots().text()).matchAll(/^(Allow|Disallow): (.+)$/gm)]
      .filter(([, , start = ""]) => path.startsWith(start))
      .sort(([, , a = ""], [, , b = ""]) => b.length - a.length);
    return rules[0]?.[1] !== "Disallow";
  }

  test.each([
    [paths.home(), "allowed", true],
    [paths.getStarted("sell"), "allowed", true],
    [paths.getStarted("buy"), "allowed", true],
    [paths.signIn(), "allowed", true],
    [paths.partnerSignUp(), "allowed", true],
    // Crawlers must read these pages to see their noindex tag (H-006).
    [paths.legal.sellerTerms(), "allowed", true],
    [paths.legal.buyerTerms(), "allowed", true],
    [paths.legal.privacy(), "allowed", true],
    [paths.leads.form("valuer@example.test"), "allowed", true],
    [paths.sell.payment(), "disallowed", false],
    [paths.buy.welcome(), "disallowed", false],
    [paths.dashboard.sell("0123456789abcdef01234567"), "disallowed", false],
    [paths.welcomeBack(), "disallowed", false],
    [paths.admin.transactions(), "disallowed", false],
    [paths.mocks.postbox(), "disallowed", false],
    [paths.authenticate({ token: "a" }), "disallowed", false],
  ])("the path %s is %s by the rules in robots.txt", async (path, _rule, allowed) => {
    expect(await allows(path)).toBe(allowed);
  });

  test("robots.txt allows every page of the sitemap, and links to the sitemap", async () => {
    for (const { pathname } of listed) expect(await allows(pathname), pathname).toBe(true);
    expect(await robots().text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  });
});

test("security.txt has a contact, an expiry date and its canonical URL (RFC 9116)", async () => {
  const text = await security().text();
  expect(security().headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^Contact: mailto:support@fanlight\.example$/m);
  expect(text).toMatch(/^Canonical: http:\/\/localhost:3000\/\.well-known\/security\.txt$/m);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "").getTime();
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("prefetch rules cover public pages only, and no page with personal data", async () => {
  const response = prefetch();
  expect(response.headers.get("Content-Type")).toBe("application/speculationrules+json");
  const [{ where, eagerness }] = z
    .object({ prefetch: z.tuple([z.object({ where: Where, eagerness: z.string() })]) })
    .parse(await response.json()).prefetch;
  expect(eagerness).toBe("moderate");
  expect(where.href_matches).toContain("/sign-in");
  expect(where.href_matches.filter((path) => isUnlisted(path))).toEqual([
    "/seller/terms/v1",
    "/buyer/terms/v1",
    "/privacy-policy",
    "/cookie-policy",
  ]);
});

const Where = z.object({ href_matches: z.string().array() });

test("the web manifest has the product’s name and the icons in both sizes", async () => {
  const response = manifest();
  expect(response.headers.get("Content-Type")).toBe("application/manifest+json");
  expect(await response.json()).toMatchObject({
    name: "Fanlight",
    start_url: "/",
    icons: expect.arrayContaining([
      expect.objectContaining({ sizes: "192x192" }),
      expect.objectContaining({ sizes: "512x512" }),
      expect.objectContaining({ purpose: "maskable" }),
    ]),
  });
});

function meta(html: string, name: string) {
  const tag = tags(html, "meta").find((each) =>
    [attribute(each, "name"), attribute(each, "property")].includes(name),
  );
  return attribute(tag, "content");
}

const canonical = (html: string) =>
  attribute(
    tags(html, "link").find((tag) => attribute(tag, "rel") === "canonical"),
    "href",
  );

describe("metadata of pages", () => {
  test.each([
    "/",
    "/sign-in",
    "/sell/get-started",
    "/buy/get-started",
    "/partner-sign-up",
    "/accessibility",
  ])(
    "the page at %s has a canonical URL, a description and a picture for sharing",
    async (path) => {
      const { html, title } = await open(path);
      expect(canonical(html)).toBe(`${origin}${path}`);
      expect(meta(html, "description")?.length).toBeGreaterThan(50);
      expect(meta(html, "description")?.length).toBeLessThan(170);
      expect(meta(html, "og:url")).toBe(`${origin}${path}`);
      expect(meta(html, "og:title")).toBe(title);
      expect(meta(html, "og:description")).toBe(meta(html, "description"));
      expect(meta(html, "og:image")).toBe(`${origin}/share.png`);
      expect(meta(html, "og:image:alt")).toMatch(/Fanlight/);
      expect(meta(html, "twitter:card")).toBe("summary_large_image");
    },
  );

  test.each(["//", "/sign-in/"])(
    "the path %s has the canonical URL of the page it shows",
    async (path) => {
      const { html } = await open(path);
      expect(canonical(html)).toBe(`${origin}${path.includes("sign-in") ? "/sign-in" : "/"}`);
    },
  );

  test("a page that must not be indexed has no canonical URL, description or picture (H-006)", async () => {
    const hidden = {
      handle: { title: "Hidden", description: "A hidden page", robots: "noindex, nofollow" },
      default: () => null,
    };
    const { html } = await show(hidden, "/hidden");
    expect(meta(html, "robots")).toBe("noindex, nofollow");
    expect(canonical(html)).toBeUndefined();
    expect(meta(html, "og:title")).toBeUndefined();
  });

  test("a page that fails has no canonical URL", async () => {
    const broken = {
      handle: { title: "Broken", description: "A page that breaks" },
      loader: () => {
        throw new Error("broken");
      },
      default: () => null,
    };
    const { html } = await show(broken, "/broken");
    expect(canonical(html)).toBeUndefined();
  });
});

test("structured data describes the organisation and the page’s questions", async () => {
  const { html } = await open("/");
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  expect(json).not.toContain("<");
  const Graph = z.object({
    "@context": z.literal("https://schema.org"),
    "@graph": z.array(z.record(z.string(), z.unknown())),
  });
  const [organisation, faq] = Graph.parse(JSON.parse(json))["@graph"];
  expect(organisation).toMatchObject({
    "@type": "Organization",
    name: "Fanlight",
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    email: "support@fanlight.example",
  });
  expect(faq).toMatchObject({
    "@type": "FAQPage",
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
    })),
  });
});
