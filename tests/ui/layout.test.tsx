import "./router.ts";
import { readdirSync, readFileSync } from "node:fs";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { describe, expect, test } from "vitest";
import { Breadcrumbs, shortenTrail } from "#app/ui/breadcrumbs.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { ErrorPage } from "#app/ui/error-page.tsx";
import { NumberedTable } from "#app/routes/admin/shared/numbered-table.tsx";
import { MoreOrLess } from "#app/routes/admin/stats/panel.tsx";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { LoadMore, pagesAround } from "#app/ui/pagination.tsx";
import { RouteDialog } from "#app/ui/route-dialog.tsx";
import { SignedInFrame } from "#app/ui/signed-in-layout.tsx";
import { SignedOutFrame } from "#app/ui/signed-out-layout.tsx";
import { VisitorHeader } from "#app/ui/visitor-header.tsx";
import { stepText } from "#app/ui/step-indicator.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { attribute, render, tags, visibleText } from "./render.tsx";

describe("the error page", () => {
  test("the error page shows “404! Page not found” for an unknown path, with a button to the homepage (A-041, A-042)", async () => {
    const html = await render(<ErrorPage error={new ErrorResponse(404, "Not Found", null)} />);
    expect(html).toContain('<h1 tabindex="-1">404! Page not found</h1>');
    const main = html.slice(html.indexOf("<main"));
    const button = tags(main, "a").find((tag) => attribute(tag, "class") === "button");
    expect(attribute(button, "href")).toBe("/");
    expect(visibleText(html)).toContain("Go to homepage");
  });

  test.each([
    ["V-004", 403, "You don't have permission to perform this action."],
    ["V-006", 429, "Too many requests. Please wait a moment and try again."],
    ["V-012", 500, "Something went wrong."],
  ])("the error page for a $1 shows its message and links ($0)", async (_row, status, text) => {
    const html = await render(<ErrorPage error={new ErrorResponse(status, "", null)} />, {
      path: "/leads/a?b=1",
    });
    expect(visibleText(html)).toContain(text);
    expect(visibleText(html)).toContain("Go to homepage");
    expect(visibleText(html)).toContain("Please contact support at support@fanlight.example");
    const again = tags(html, "a").find((tag) => attribute(tag, "href") === "/leads/a?b=1");
    expect(again !== undefined).toBe(status !== 403);
  });

  test("the error page of a failure shows the support address and a reference, but not the error’s message (V-012, AMB-A13)", async () => {
    const said = visibleText(
      await render(<ErrorPage error={new Error("relation users does not exist")} />),
    );
    expect(said).toContain("Something went wrong.");
    expect(said).toContain("Anything you’d already saved is safe");
    expect(said).not.toContain("Your answers are saved");
    expect(said).toContain("Please contact support at support@fanlight.example");
    expect(said).toContain("Reference req-1");
    expect(said).not.toContain("relation");
  });

  test("the error page shows the message of a 409 (AMB-V06)", async () => {
    const refusal = new ErrorResponse(409, "Conflict", {
      message: "Somebody else has changed this.",
    });
    expect(visibleText(await render(<ErrorPage error={refusal} />))).toContain(
      "Somebody else has changed this.",
    );
  });
});

describe("the top bar", () => {
  const user = { first_name: "Ada", last_name: "Lovelace" };

  test("the top bar shows a customer's name, the estate agent's office and Sign Out (F-024, F-025, F-026, F-027, F-029)", async () => {
    const html = await render(
      <SignedInFrame user={{ ...user, type: "customer" }} officeName="Northgate, Leeds">
        Content
      </SignedInFrame>,
    );
    const header = html.slice(0, html.indexOf("</header>"));
    expect(visibleText(header)).toBe(
      "Fanlight Switch Properties Ada Lovelace Northgate, Leeds Sign Out",
    );
    expect(header).toContain('href="/welcome-back"');
    expect(header).toMatch(/<form method="post" action="\/sign-out">/);
  });

  test("the top bar links to /admin for staff only (F-028)", async () => {
    const bar = (type: "admin" | "customer") =>
      render(<SignedInFrame user={{ ...user, type }}>Content</SignedInFrame>);
    expect(await bar("admin")).toContain('href="/admin"');
    expect(await bar("customer")).not.toContain('href="/admin"');
  });

  test("the top bar has the landing page’s links for a visitor, and the page has one main element to skip to (AX-13)", async () => {
    const html = await render(<SignedOutFrame>Content</SignedOutFrame>);
    const home = await render(<VisitorHeader follows />);
    expect(html).toContain("<header");
    const links = (page: string) => tags(page.slice(0, page.indexOf("</header>")), "a");
    expect(links(html)).toEqual(links(home));
    expect(visibleText(html.slice(html.indexOf("<nav"), html.indexOf("</nav>")))).toBe(
      "Estate Agents Get Started Sign In",
    );
    expect(tags(html, "main")).toEqual(['<main id="main" tabindex="-1">']);
  });
});

describe("navigation", () => {
  test("a trail of more than ten breadcrumbs is shortened to Home and the last nine (I-061, I-062, AMB-I03)", () => {
    const items = Array.from({ length: 12 }, (_, index) => ({ label: String(index) }));
    const trail = shortenTrail(items, { label: "Home", to: "/admin" }).map(({ label }) => label);
    expect(trail).toEqual(["Home", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
  });

  test("the last breadcrumb is marked as the current page", async () => {
    const html = await render(
      <Breadcrumbs items={[{ label: "Users", to: "/admin/users" }, { label: "Ada" }]} />,
    );
    expect(html).toContain('<span aria-current="page">Ada</span>');
  });

  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 3, 4, 5, 0, 12]],
    [4, 12, [1, 2, 3, 4, 5, 6, 0, 12]],
    [5, 12, [1, 2, 3, 4, 5, 6, 7, 0, 12]],
    [6, 12, [1, 0, 4, 5, 6, 7, 8, 0, 12]],
    [12, 12, [1, 0, 8, 9, 10, 11, 12]],
  ])(
    "page %i of %i links to the pages %j: the first, the last and five around the current one (M-015, AMB-M08)",
    (page, last, expected) => {
      expect(pagesAround(page, last)).toEqual(expected);
    },
  );

  test("a list shows how many of its items are shown, with a link if there are more (V-041)", async () => {
    const some = await render(<LoadMore shown={20} total={1024} to="?show=40" />);
    expect(visibleText(some)).toBe("Showing 20 of 1,024 items Load More");
    expect(some).toContain('href="/page?show=40"');
    expect(visibleText(await render(<LoadMore shown={7} total={7} to={null} />))).toBe(
      "Showing 7 of 7 items",
    );
  });

  test("every kind of list has its count and its link to the next items in one element", async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({ id: String(index) }));
    const pagers = [
      <LoadMore key="more" shown={20} total={1024} to="?show=40" />,
      <MoreOrLess key="less" what="offices" shown={10} total={12} more="?offices=12" less={null} />,
      <NumberedTable
        key="pages"
        caption="Offices"
        name="offices"
        columns={[{ key: "id", title: "ID", cell: ({ id }) => id }]}
        list={{ items: rows, page: 1, pages: 2, first: 1, last: 10, total: 12 }}
        empty="None"
      />,
    ];
    for (const pager of pagers) {
      const html = await render(pager);
      expect(html).toMatch(
        /<div class="pager"><p class="hint" role="status">[^<]* of [^<]*<\/p>.*<a /,
      );
      expect(html.match(/role="status"/g)).toHaveLength(1);
    }
  });

  test.each([
    [2, 5, 3, "Step 2 of 5, about 3 minutes left"],
    [4, 5, 1, "Step 4 of 5, about 1 minute left"],
    [5, 5, undefined, "Step 5 of 5"],
  ])(
    "the progress line of step %s of %s (minutes left: %s) is “%s”",
    (step, of, minutes, expected) => {
      expect(stepText(step, of, minutes)).toBe(expected);
    },
  );
});

describe("small components", () => {
  test("a copy button is hidden without scripts, but its value is shown (V-039)", async () => {
    const html = await render(<CopyButton label="reference" value="FL-1" />);
    expect(html).toContain("<span>FL-1</span>");
    expect(tags(html, "button")[0]).toContain('hidden=""');
    expect(visibleText(html)).toBe("FL-1 Copy reference");
  });

  test("a table has scopes, and is in a region that the keyboard can scroll", async () => {
    const html = await render(
      <DataTable
        caption="Users"
        rows={[{ id: "1", name: "Ada" }]}
        rowKey={(row) => `${row.id} of £1,000`}
        columns={[
          {
            key: "name",
            title: "Name",
            cell: (row) => row.name,
            sort: { to: "?sort=name", now: "ascending" },
          },
          { key: "id", title: "Id", cell: (row) => row.id },
        ]}
      />,
    );
    expect(html).toContain('role="region"');
    expect(html).toContain('id="row-1-of-1-000"');
    expect(html).toContain('tabindex="0"');
    expect(html).toContain('<th scope="col" aria-sort="ascending">');
    expect(html).toContain('<th scope="row">Ada</th>');
  });

  test("a dialog without scripts is an open panel with its heading", async () => {
    const html = await render(
      <RouteDialog title="Add a note" back="/admin">
        Form
      </RouteDialog>,
    );
    expect(tags(html, "dialog")[0]).toContain('open=""');
    expect(visibleText(html)).toBe("Add a note Form");
    expect(html).toMatch(/<h2[^>]*>Add a note<\/h2>/);
  });

  test("a dialog that is a page has the page’s h1", async () => {
    const html = await render(
      <RouteDialog title="Add a seller" back="/sell" isPage>
        Form
      </RouteDialog>,
    );
    expect(html).toMatch(/<h1[^>]*>Add a seller<\/h1>/);
  });

  test("a missing answer is shown as “Not provided”, and its “Change” link names the answer", async () => {
    const html = await render(
      <SummaryList
        rows={[{ term: "Notes", description: "", change: { to: "/a", hiddenText: "notes" } }]}
      />,
    );
    expect(visibleText(html)).toBe("Notes Not provided Change notes");
  });

  test("amounts are formatted as British pounds (W-003, W-004)", () => {
    expect([formatPence(119_000), formatPence(5), formatPounds(350_000)]).toEqual([
      "£1,190.00",
      "£0.05",
      "£350,000",
    ]);
  });
});

describe("the stylesheet", () => {
  const folder = new URL("../../app/", import.meta.url);
  const sheets = readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".css"))
    .map((name) => ({ name, css: readFileSync(new URL(name, folder), "utf8") }));
  const all = sheets.map(({ css }) => css).join("\n");

  test("the stylesheet uses only the breakpoints 640, 768, 1024, 1280 and 1536 px, and 1152 for staff (A-046, A-047)", () => {
    const widths = [...all.matchAll(/\((?:min|max)-width: ([\d.]+)rem\)/g)].map(
      ([, rem]) => Number(rem) * 16,
    );
    expect(widths.length).toBeGreaterThan(0);
    expect(widths.filter((px) => ![640, 768, 1024, 1152, 1280, 1536].includes(px))).toEqual([]);
    expect(all).not.toMatch(/max-width: [\d.]+(px|rem)\)/);
  });

  test("app/styles.css imports every file once", () => {
    const index = sheets.find(({ name }) => name === "styles.css")?.css ?? "";
    const imported = [...index.matchAll(/@import "\.\/(.*)";/g)].map(([, name]) => name);
    const files = sheets.map(({ name }) => name).filter((name) => name !== "styles.css");
    expect(imported.sort()).toEqual(files.sort());
  });

  test("the stylesheet’s layouts are 768, 1150 and 1440 px wide (A-048)", () => {
    const tokens = readFileSync(new URL("ui/styles/tokens.css", folder), "utf8");
    const width = (name: string) =>
      Number(tokens.match(new RegExp(`--width-${name}: ([\\d.]+)rem`))?.[1]) * 16;
    expect([width("narrow"), width("page"), width("wide")]).toEqual([768, 1150, 1440]);
  });

  test("the stylesheet has colour values only in tokens.css", () => {
    for (const { name, css } of sheets) {
      if (name !== "ui/styles/tokens.css")
        expect(css, name).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i);
    }
  });

  test("the stylesheet has a target size of 44 px and no font size in px", () => {
    expect(all).toContain("--tap: 2.75rem");
    expect(all).not.toMatch(/font-size: [\d.]+px/);
  });
});
