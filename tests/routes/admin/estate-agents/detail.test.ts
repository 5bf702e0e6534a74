import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, negotiator, valuer } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { open, send } from "../pages.ts";
import { toPath } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

function listFacts(html: string): Record<string, string> {
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, term, fact]) => [term!, visibleText(fact!)]));
}

describe("the page of an estate agent (I-012 M-021 M-022 M-025 M-028 M-030)", () => {
  test("the page of an estate agent shows every section with its values", async () => {
    const id = await insertAgent(db, {
      brand_id: await insertBrand(db, "Northgate"),
      valuers: [valuer("Val", { is_subscribed: true })],
      negotiators: [negotiator("Ned")],
      coordinator: {
        first_name: "Cora",
        last_name: "Dale",
        email: "cora@example.test",
        phone_number: null,
        is_subscribed: false,
      },
      checks: {
        requests_seller_thirdfort_checks: true,
        requests_buyer_thirdfort_checks: true,
        receives_seller_thirdfort_checks: false,
        receives_buyer_thirdfort_checks: true,
        thirdfort_requester_emails: ["a@example.test", "b@example.test"],
      },
    });
    const { html, status, title } = await open(toPath(id), ada);
    expect(status).toBe(200);
    expect(title).toBe("Northgate York - Fanlight");
    expect(visibleText(html.split("Breadcrumb")[1]!.split("</nav>")[0]!)).toContain(
      "Home Estate Agents Northgate York",
    );
    for (const label of ["ID", "Office"]) {
      expect(html).toMatch(new RegExp(`Copy<span class="vh"> (<!-- -->)?${label}</span>`));
    }
    expect(listFacts(html)).toMatchObject({
      ID: expect.stringContaining(id),
      Office: expect.stringContaining("Northgate York"),
      Brand: "Northgate",
      Name: "Northgate York",
      Phone: "01904 555010",
      Address: "Not provided",
      "Requests checks on": "Sellers, buyers and giftors",
      "Receives checks on": "Buyers and giftors",
      "Requester emails": "a@example.test, b@example.test",
    });
    const titles = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text);
    expect(titles).toEqual([
      "Valuers",
      "Office Coordinator",
      "Office details",
      "Negotiators",
      "Thirdfort Checks",
    ]);
  });

  test.each(["0".repeat(24), "abc", "undefined", "%27%20or%201=1"])(
    "the page of an estate agent answers 404 for the id %s (M-065 AMB-A13)",
    async (id) => {
      for (const part of ["", "/office", "/checks", "/coordinator", "/coordinator/delete"]) {
        const { status, text, title } = await open(`${toPath(id)}${part}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("There was an error finding estate agent");
        expect(title).toMatch(/^(There was an error finding estate agent|Office|Thirdfort)/);
        expect(text).toContain("Menu");
      }
      const posted = await send(`${toPath(id)}/checks`, ada, { opened: "{}" });
      expect(posted.status).toBe(404);
    },
  );

  test("the page of an estate agent shows an error if it cannot be read (M-061)", async () => {
    expectError(/relation "negotiators" does not exist/);
    const id = await insertAgent(db);
    await withoutTable(db, "negotiators", async () => {
      const { status, text } = await open(toPath(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the estate agent details");
      expect(text).toContain("Menu");
    });
  });
});

test("each dialog of an estate agent has the office’s name in its title", async () => {
  const id = await insertAgent(db, {
    office: { office_name: "Northgate Selby" },
    coordinator: {
      first_name: "Cora",
      last_name: "Dale",
      email: "cora@example.test",
      phone_number: null,
      is_subscribed: false,
    },
  });
  for (const part of [
    "office",
    "checks",
    "coordinator",
    "coordinator/delete",
    "valuers/add",
    "negotiators/add",
  ]) {
    const { title } = await open(`/admin/estate-agents/${id}/${part}`, ada);
    expect(title, part).toContain("Northgate Selby");
  }
});
