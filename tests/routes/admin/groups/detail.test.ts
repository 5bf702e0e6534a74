import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { open } from "../pages.ts";

import { groupPages, page } from "./group-pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
const { aGroup, assignOne, giveSolicitors } = groupPages(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

describe("the Details tab of a group (I-007 P-058 P-059 P-062)", () => {
  test("the Details tab of a group lists each unit’s matter with a link, in the order of the form (P-058 P-059 WF-17.1)", async () => {
    const { id, units } = await aGroup("detail court");
    const agent = await assignOne(units[1]!);
    await giveSolicitors(units[2]!);
    const { html, text, title } = await open(page(id), ada);
    expect(title).toBe("Detail Court - Details - Fanlight");
    expect(text).toContain(
      "Address Asking price Seller solicitor Buyer solicitor Estate agent " +
        "Plot 1, Elm Field, York, YO30 7BN £300,001 Not assigned Not assigned Estate agent not assigned " +
        "Plot 2, Elm Field, York, YO30 7BN £300,002 Not assigned Not assigned Northgate York " +
        "Plot 3, Elm Field, York, YO30 7BN £300,003 Before LLP, Ashby & Co Before LLP, Ashby & Co Estate agent not assigned",
    );
    const links = units.map((unit) => html.indexOf(`href="/admin/transactions/${unit}"`));
    expect(links).toEqual([...links].sort((one, other) => one - other));
    expect(links).not.toContain(-1);
    expect(text).toContain("Representative Rae Elm");
    expect(text).toContain("Company seller Elmfield Homes Limited");
    expect(text).toContain("£900,006");
    expect(agent).toBeTruthy();
    expect((await open(page(id, "/details"), ada)).text).toContain("Plot 3, Elm Field");
  });

  test("the page of a unit’s matter names its group and shows the payment (K-003 K-035 AMB-E14)", async () => {
    const stripe_transaction_id = "pi_of_the_group";
    const paid_at = new Date("2026-11-02T10:00:00Z");
    const { id, units } = await insertGroup(
      db,
      { name: "paid court", stripe_transaction_id },
      { stripe_transaction_id, status: "succeeded", paid_at },
    );
    const { html, text } = await open(`/admin/transactions/${units[0]!}`, ada);
    expect(text).toContain("Group Transaction");
    expect(text).toContain("Paid via Stripe on 02/11/2026");
    expect(html).toMatch(new RegExp(`<a [^>]*href="${page(id)}"[^>]*>Paid Court</a>`));
    expect(text).toContain("Transaction type Development");
    const orders = await open(`/admin/transactions/${units[0]!}/orders`, ada);
    expect(orders.text).toContain(stripe_transaction_id);
    expect((await open(page(id), ada)).text).toContain(
      `Stripe transaction ID ${stripe_transaction_id}`,
    );
  });

  test.each(["x'--", "0".repeat(24)])(
    "the Details tab answers 404 for the group %s (P-063 AMB-A13)",
    async (id) => {
      for (const part of ["", "/details", "/ops", "/ops/solicitors", "/ops/estate-agent"]) {
        const { status, text, html } = await open(page(id, part), ada);
        expect(status).toBe(404);
        expect(text).toContain("Transaction group not found");
        expect(html).toContain('aria-label="Breadcrumb"');
      }
    },
  );

  test("the Details tab of a group shows an error if it cannot be read (P-064)", async () => {
    expectError(/column .*name.* does not exist/);
    const { id } = await aGroup("unread court");
    await withoutTable(db, "transaction_groups.name", async () => {
      const { status, text } = await open(page(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transactions group details");
    });
  });
});
