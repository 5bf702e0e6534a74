import { describe, expect, test } from "vitest";
import { isUnlisted } from "#app/server/headers.server.ts";
import { paths } from "#app/paths.ts";
import { attribute, ROOT_DATA, tags, visibleText } from "#tests/ui/render.tsx";
import { findSection, listAnchors, open } from "./pages.tsx";

describe("the accessibility page (AX-6)", async () => {
  const { html, title, status } = await open(paths.accessibility());

  test("the accessibility page has no scripts, and search engines may index it (AX-6)", () => {
    expect(status).toBe(200);
    expect(title).toBe("Accessibility - Fanlight");
    expect(visibleText(html.match(/<h1.*?<\/h1>/)?.[0] ?? "")).toBe("Accessibility");
    expect(tags(html, "script")).toEqual([]);
    expect(html).not.toContain('name="robots"');
    expect(isUnlisted(paths.accessibility())).toBe(false);
  });

  test("the accessibility page shows when it was last updated, and no note that it is a legal draft (AX-6)", () => {
    expect(html).toMatch(/<p>Last updated \d{1,2} [A-Z][a-z]+ 20\d\d<\/p>/);
    expect(html).not.toContain("Draft for legal review");
  });

  test("the accessibility page has sections about what was tested and not tested, contacts and complaints (AX-6)", () => {
    expect(listAnchors(html)).toEqual(["tested", "not-tested", "contact", "complaints"]);
    const tested = findSection(html, "tested").text;
    for (const fact of ["320 pixels", "with scripts off", "keyboard alone", "contrast"])
      expect(tested).toContain(fact);
    const lacking = findSection(html, "not-tested").text;
    for (const fact of ["screen reader", "Safari", "200%", "Forced colours", "PDF"])
      expect(lacking).toContain(fact);
  });

  test("the accessibility page links to our email, our phone and the complaints service (AX-6)", () => {
    const hrefs = (anchor: string) =>
      tags(findSection(html, anchor).html, "a").map((tag) => attribute(tag, "href"));
    expect(hrefs("contact")).toEqual([`mailto:${ROOT_DATA.supportEmail}`, "tel:01904000000"]);
    expect(hrefs("complaints")).toEqual(["https://www.equalityadvisoryservice.com/"]);
  });
});

test.each([paths.home(), paths.accessibility(), paths.legal.privacy()])(
  "the footer of the page at %s links to the accessibility page (AX-6)",
  async (path) => {
    const { html } = await open(path);
    const footer = html.slice(html.indexOf("<footer"), html.indexOf("</footer>"));
    expect(footer).toContain(`<a href="${paths.accessibility()}">Accessibility</a>`);
  },
);
