import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  BUYER_LEGAL_FEES,
  SEARCH_PACK_PENCE,
  SERVICE_FEE_PENCE,
  withVat,
} from "#app/domain/payments/costs.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { CLAIMS } from "#app/routes/site/claims.ts";
import { CASE_STUDIES, QUESTIONS, QUOTES } from "#app/routes/site/content.ts";
import { open } from "#tests/routes/legal/pages.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { attribute, byId, tags, words } from "#tests/ui/render.tsx";

const { db } = useTestDatabase();

let html: string;
let text: string;
beforeAll(async () => {
  ({ html, text } = await open("/"));
});

/** The part of the page that is under a heading of that id. */
function part(heading: string) {
  const start = html.indexOf(`aria-labelledby="${heading}"`);
  expect(start, heading).toBeGreaterThan(0);
  return html.slice(start, html.indexOf("</section>", start));
}

const linksIn = (piece: string) =>
  [...piece.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, inside = ""]) => [
    words(inside),
    href,
  ]);

describe("the landing page", () => {
  test("G-001 is at / and ships no script but the one of the contact form's button", () => {
    expect(html).toMatch(/<h1>/);
    const [button, ...others] = tags(html, "script");
    expect(attribute(button, "src")).toContain("contact-button");
    expect(others).toEqual(['<script type="application/ld+json">']);
    expect(html).not.toMatch(/ on[a-z]+="| style="|modulepreload/);
  });

  test("G-002 G-003 G-004 its navigation leads to agents, to the contact form and to sign-in", () => {
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    const expected = [
      ["Estate Agents", "/partner-sign-up"],
      ["Get Started", "/#contact"],
      ["Sign In", "/sign-in"],
    ];
    // Once for wide screens, once in the menu of small ones.
    expect(linksIn(header)).toEqual([["Fanlight", "/"], ...expected, ...expected]);
    expect(byId(html, "contact")).toMatch(/^<section/);
  });

  test("G-005 its mobile menu opens without scripts", () => {
    const menu = /<details class="visitor-menu">.*?<\/details>/.exec(html)?.[0] ?? "";
    expect(words(menu)).toBe("Menu Estate Agents Get Started Sign In");
  });

  test("G-006 says what it is", () => {
    expect(words(/<h1>.*?<\/h1>/.exec(html)?.[0] ?? "")).toBe(
      "The only quick & easy way to sell your home",
    );
  });

  test("G-007 shows three steps, in their order", () => {
    const steps = [...part("steps").matchAll(/<h3>(.*?)<\/h3>/g)].map(([, step]) => step);
    expect(steps).toEqual(["Sign up", "Onboard with a solicitor", "Exchange and complete"]);
  });

  test("G-008 G-020 G-021 G-022 shows three cards, each with a claim", () => {
    const cards = [...part("benefits").matchAll(/<h3>(.*?)<\/h3>/g)].map(([, card]) => card);
    expect(cards).toEqual([
      "Cut up to 6 months",
      "Sell without fear of fall-throughs",
      "Free legals and searches worth £2,500+ for buyers",
    ]);
  });

  test("G-009 AMB-B17 shows three case studies to open, each labelled an example", () => {
    const studies = part("case-studies");
    expect(tags(studies, "details")).toHaveLength(3);
    expect(words(studies).match(/\bExample\b/g)).toHaveLength(3);
    for (const { home } of CASE_STUDIES) expect(words(studies)).toContain(home);
  });

  test("G-010 AMB-G02 shows quotes in a row that the keyboard can move, each labelled an example", () => {
    const quotes = part("quotes");
    expect(quotes).toMatch(/role="region" aria-label="[^"]+" tabindex="0"/);
    expect(tags(quotes, "blockquote")).toHaveLength(QUOTES.length);
    expect(words(quotes).match(/\bExample\b/g)).toHaveLength(QUOTES.length);
  });

  test("G-011 answers questions", () => {
    const questions = part("questions");
    expect(tags(questions, "details")).toHaveLength(QUESTIONS.length);
    for (const { question, answer } of QUESTIONS) {
      expect(words(questions)).toContain([question, ...answer].join(" "));
    }
  });

  test("G-012 has the contact form", () => {
    const form = tags(html, "form").find((tag) => attribute(tag, "id") === "contact-us");
    expect(attribute(form, "method")).toBe("post");
  });

  test("G-014 has a banner for estate agents", () => {
    expect(linksIn(part("partners"))).toEqual([["Become a partner", "/partner-sign-up"]]);
  });

  test("G-015 G-016 G-017 G-018 says for whom it is made", () => {
    expect(words(part("every-home"))).toContain(
      [
        "Made for every seller, every situation and every home",
        "Whether or not you have found an estate agent",
        "Whether or not you found your next home",
        "Whether you have a house or flat",
      ].join(" "),
    );
  });
});

describe("what it claims (AMB-G01)", () => {
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
  ])("%s %s, in one place", (_row, claim) => {
    expect(Object.values(CLAIMS)).toContain(claim);
    const places = text.split(claim).length - 1;
    expect(places).toBe(1);
  });

  test("is all that there is: no other figure is promised", () => {
    const claimed = new Set(
      Object.values(CLAIMS)
        .join(" ")
        .match(/\d[\d,-]*%?\+?/g),
    );
    const said = text.match(/\d[\d,-]*(?:%| weeks| months)/g) ?? [];
    for (const figure of said) {
      // VAT has its rate.
      if (figure !== "20%") expect(claimed).toContain(figure.split(" ")[0]);
    }
    expect(said.length).toBeGreaterThan(5);
  });
});

describe("what it costs, before anything is asked", () => {
  test("W-007 W-021 the service fee with its VAT, in the hero and in full", () => {
    expect(text).toContain("Our service fee is £200.00 plus VAT (£240.00 including VAT).");
    expect(words(part("costs-heading"))).toMatch(
      /Service fee £200\.00 VAT \(20%\) £40\.00 To pay £240\.00/,
    );
  });

  test("W-021 is what the catalogue charges", async () => {
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

  test("W-020 the search pack, with and without VAT", () => {
    expect(text).toContain("Search pack £400.00 plus £80.00 VAT £480.00");
  });

  test("W-009 to W-016 every band of the buyer's core legal fees", () => {
    const start = html.indexOf('id="costs"');
    const rows = [...html.slice(start).matchAll(/<tr[^>]*>(.*?)<\/tr>/g)]
      .map(([, row = ""]) => words(row))
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

test("AMB-B17 AMB-G02 with every vendor's key there are no invented case studies and quotes", async () => {
  vi.resetModules();
  vi.doMock("#app/platform/env.server.ts", async (load) => ({
    ...(await load<object>()),
    doubled: new Set(),
  }));
  const { loader } = await import("#app/routes/site/home.tsx");
  const request = new Request("http://localhost:3000/");
  expect(loader({ request, params: {}, context: {} })).toMatchObject({ studies: [], quotes: [] });
  vi.doUnmock("#app/platform/env.server.ts");
});

test("every picture is only for show, and holds its place before it arrives", () => {
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
