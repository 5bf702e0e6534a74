import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  BUYER_LEGAL_FEES,
  SEARCH_PACK_PENCE,
  SERVICE_FEE_PENCE,
  withVat,
} from "#app/domain/payments/costs.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { CLAIMS } from "#app/routes/site/claims.ts";
import { CASE_STUDIES, QUESTIONS, QUOTES } from "#app/routes/site/content.ts";
import { open } from "#tests/routes/legal/pages.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { attribute, byId, tags, visibleText } from "#tests/ui/render.tsx";

const { db } = useTestDatabase();

let html: string;
let text: string;
beforeAll(async () => {
  ({ html, text } = await open("/"));
});

function part(heading: string) {
  const start = html.indexOf(`aria-labelledby="${heading}"`);
  expect(start, heading).toBeGreaterThan(0);
  return html.slice(start, html.indexOf("</section>", start));
}

const linksIn = (piece: string) =>
  [...piece.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, inside = ""]) => [
    visibleText(inside),
    href,
  ]);

describe("the landing page", () => {
  test("the landing page is at / and has no script except the contact button’s (G-001)", () => {
    expect(html).toMatch(/<h1>/);
    const [button, ...others] = tags(html, "script");
    expect(attribute(button, "src")).toContain("contact-button");
    expect(others).toEqual(['<script type="application/ld+json">']);
    expect(html).not.toMatch(/ on[a-z]+="| style="|modulepreload/);
  });

  test("the landing page has navigation to agents, contact form and sign-in (G-002 G-003 G-004)", () => {
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    const expected = [
      ["Estate Agents", "/partner-sign-up"],
      ["Get Started", "/#contact"],
      ["Sign In", "/sign-in"],
    ];
    // The links appear twice, for wide screens and in the mobile menu.
    expect(linksIn(header)).toEqual([["Fanlight", "/"], ...expected, ...expected]);
    expect(byId(html, "contact")).toMatch(/^<section/);
  });

  test("the landing page has a mobile menu that opens if scripts are disabled (G-005)", () => {
    const menu = /<details class="visitor-menu">.*?<\/details>/.exec(html)?.[0] ?? "";
    expect(visibleText(menu)).toBe("Menu Estate Agents Get Started Sign In");
  });

  test("the landing page has the headline “The only quick & easy way to sell your home” (G-006)", () => {
    expect(visibleText(/<h1>.*?<\/h1>/.exec(html)?.[0] ?? "")).toBe(
      "The only quick & easy way to sell your home",
    );
  });

  test("the landing page shows three steps in order (G-007)", () => {
    const steps = [...part("steps").matchAll(/<h3>(.*?)<\/h3>/g)].map(([, step]) => step);
    expect(steps).toEqual(["Sign up", "Onboard with a solicitor", "Exchange and complete"]);
  });

  test("the landing page shows three cards, each with one of our claims (G-008 G-020 G-021 G-022)", () => {
    const cards = [...part("benefits").matchAll(/<h3>(.*?)<\/h3>/g)].map(([, card]) => card);
    expect(cards).toEqual([
      "Cut up to 6 months",
      "Sell without fear of fall-throughs",
      "Free legals and searches worth £2,500+ for buyers",
    ]);
  });

  test("the landing page shows three case studies, each labelled an example (G-009 AMB-B17)", () => {
    const studies = part("case-studies");
    expect(tags(studies, "details")).toHaveLength(3);
    expect(visibleText(studies).match(/\bExample\b/g)).toHaveLength(3);
    for (const { home } of CASE_STUDIES) expect(visibleText(studies)).toContain(home);
  });

  test("the landing page shows quotes that scroll by keyboard, each labelled an example (G-010 AMB-G02)", () => {
    const quotes = part("quotes");
    expect(quotes).toMatch(/role="region" aria-label="[^"]+" tabindex="0"/);
    expect(tags(quotes, "blockquote")).toHaveLength(QUOTES.length);
    expect(visibleText(quotes).match(/\bExample\b/g)).toHaveLength(QUOTES.length);
  });

  test("the landing page has the specified questions and answers (G-011)", () => {
    const questions = part("questions");
    expect(tags(questions, "details")).toHaveLength(QUESTIONS.length);
    for (const { question, answer } of QUESTIONS) {
      expect(visibleText(questions)).toContain([question, ...answer].join(" "));
    }
  });

  test("the landing page has the contact form (G-012)", () => {
    const form = tags(html, "form").find((tag) => attribute(tag, "id") === "contact-us");
    expect(attribute(form, "method")).toBe("post");
  });

  test("the landing page has a banner for estate agents (G-014)", () => {
    expect(linksIn(part("partners"))).toEqual([["Become a partner", "/partner-sign-up"]]);
  });

  test("the landing page names the people it is for (G-015 G-016 G-017 G-018)", () => {
    expect(visibleText(part("every-home"))).toContain(
      [
        "Made for every seller, every situation and every home",
        "Whether or not you have found an estate agent",
        "Whether or not you found your next home",
        "Whether you have a house or flat",
      ].join(" "),
    );
  });
});

describe("claims of the landing page (AMB-G01)", () => {
  test.each([
    ["G-019", "Sell 80% faster than the market"],
    ["G-020", "Sell without fear of fall-throughs"],
    ["G-021", "Free legals and searches worth £2,500+ for buyers"],
    ["G-022", "Cut up to 6 months"],
    ["G-023", "37% of transactions fail"],
    ["G-024", "We reply within 24 hours"],
    ["G-025", "Starting now saves over 6 weeks"],
    ["G-026", "15 weeks saved"],
    ["G-027", "Sales 80-95% faster"],
    ["G-028", "Almost 40% fall through"],
  ])("the claim $1 is in CLAIMS, and appears once on the landing page ($0)", (_row, claim) => {
    expect(Object.values(CLAIMS)).toContain(claim);
    const places = text.split(claim).length - 1;
    expect(places).toBe(1);
  });

  test("CLAIMS contains every percentage, number of weeks and number of months on the landing page", () => {
    const claimed = new Set(
      Object.values(CLAIMS)
        .join(" ")
        .match(/\d[\d,-]*%?\+?/g),
    );
    const said = text.match(/\d[\d,-]*(?:%| weeks| months)/g) ?? [];
    for (const figure of said) {
      // The VAT rate is not one of our claims.
      if (figure !== "20%") expect(claimed).toContain(figure.split(" ")[0]);
    }
    expect(said.length).toBeGreaterThan(5);
  });
});

describe("costs on the landing page", () => {
  test("the landing page shows the service fee with and without VAT, in a sentence and in the costs table (W-007 W-021)", () => {
    expect(text).toContain("Our service fee is £200.00 plus VAT (£240.00 including VAT).");
    expect(visibleText(part("costs-heading"))).toMatch(
      /Service fee £200\.00 VAT \(20%\) £40\.00 To pay £240\.00/,
    );
  });

  test("the prices in the code equal the product prices in the database (W-021)", async () => {
    const products = await db
      .selectFrom("products")
      .select(["charged_at_registration", "price_pence"])
      .orderBy("price_pence")
      .execute();
    expect(products).toEqual([
      { charged_at_registration: true, price_pence: withVat(SERVICE_FEE_PENCE) },
      { charged_at_registration: false, price_pence: withVat(SEARCH_PACK_PENCE) },
    ]);
  });

  test("the landing page shows the price of the search pack with and without VAT (W-020)", () => {
    expect(text).toContain("Search pack £400.00 plus £80.00 VAT £480.00");
  });

  test("the landing page shows every band of the buyer’s core legal fees (W-009 to W-016)", () => {
    const start = html.indexOf('id="costs"');
    const rows = [...html.slice(start).matchAll(/<tr[^>]*>(.*?)<\/tr>/g)]
      .map(([, row = ""]) => visibleText(row))
      .filter((row) => /^(?:Under |£6,000,000)/.test(row));
    expect(rows).toEqual([
      "Under £500,000 £1,850.00 + £370.00 £2,220.00",
      "Under £1,000,000 £2,250.00 + £450.00 £2,700.00",
      "Under £1,500,000 £2,700.00 + £540.00 £3,240.00",
      "Under £2,000,000 £3,000.00 + £600.00 £3,600.00",
      "Under £4,000,000 £4,000.00 + £800.00 £4,800.00",
      "Under £6,000,000 £6,000.00 + £1,200.00 £7,200.00",
      "£6,000,000 and over £10,000.00 + £2,000.00 £12,000.00",
    ]);
    const lowest = BUYER_LEGAL_FEES[0]?.feePence ?? 0;
    expect(text).toContain(`from ${formatPence(withVat(lowest))}`);
  });
});

test("the landing page shows no invented case studies or quotes if doubles are off (AMB-B17 AMB-G02)", async () => {
  vi.resetModules();
  vi.doMock("#app/platform/env.server.ts", async (load) => ({
    ...(await load<object>()),
    vendorsWithDouble: new Set(),
  }));
  const { loader } = await import("#app/routes/site/home.tsx");
  const request = new Request("http://localhost:3000/");
  expect(loader({ request, params: {}, context: {} })).toMatchObject({ studies: [], quotes: [] });
  vi.doUnmock("#app/platform/env.server.ts");
});

test("the landing page’s pictures are decorative and have a fixed size", () => {
  const pictures = tags(html, "img");
  expect(pictures.length).toBeGreaterThan(4);
  for (const picture of pictures) {
    expect(attribute(picture, "alt")).toBe("");
    expect(attribute(picture, "width")).toMatch(/^\d+$/);
    expect(attribute(picture, "height")).toMatch(/^\d+$/);
  }
  for (const drawing of tags(html, "svg")) {
    expect(attribute(drawing, "aria-hidden")).toBe("true");
  }
});
