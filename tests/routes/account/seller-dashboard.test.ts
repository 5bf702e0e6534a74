import { describe, expect, test } from "vitest";
import { chargedCosts } from "#app/routes/dashboard/seller-costs.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { bea } from "#tests/support/sales.ts";
import { readOnboarding, signIn } from "#tests/support/sign-in.ts";
import { words } from "#tests/ui/render.tsx";
import { assignSolicitor, findSale } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const complete = { terms: true, complete: true };

describe("F-030 F-032 to F-036 WF-01.10 the seller's dashboard", () => {
  test("welcome, next steps and help", async () => {
    const sam = await signIn(db);
    const id = await findSale(db, sam.id, complete);
    const { html, text, status } = await open(`/dashboard/sell/${id}`, sam);
    expect(status).toBe(200);
    expect(html).toContain("Selling 12 Arch Street</h1>");
    expect(text).toContain("Welcome, Sam.");
    expect(text).toMatch(
      /Complete your ID check .* text message .* Sign the engagement letter .* Fill in the TA forms/,
    );
    const subject = encodeURIComponent(`Matter ${id}: 12 Arch Street, York, YO1 7HZ`);
    expect(html).toContain(`href="mailto:support@fanlight.example?subject=${subject}"`);
    expect(text).toContain("Email Support support@fanlight.example");
  });

  test("F-034 AMB-F06 the ID check is done once it is complete, and nothing else is told of it", async () => {
    const sam = await signIn(db, { last_name: "Seller" });
    const id = await findSale(db, sam.id, complete);
    const check = { transaction_id: id, person_type: "seller" as const, last_name: "SELLER" };
    const person = { first_name: "sam", email: sam.email, phone_number: "+447400123456" };
    for (const [status, isDone] of [
      ["failed", false],
      ["complete", true],
      ["pending", false],
    ] as const) {
      await db
        .insertInto("checks")
        .values({ ...check, ...person, status })
        .execute();
      const { text } = await open(`/dashboard/sell/${id}`, sam);
      expect(text.includes("Complete your ID check Done")).toBe(isDone);
      expect(text.includes("Look out for a text message")).toBe(!isDone);
      expect(text).not.toContain("Failed");
    }
  });

  test("F-045 AMB-F05 the example of legal fees", async () => {
    const sam = await signIn(db);
    const { text } = await open(`/dashboard/sell/${await findSale(db, sam.id, complete)}`, sam);
    expect(text).toMatch(/legal fees are paid on completion, for example £1,300 ?\./);
  });

  test("F-049 AMB-F09 the first two of its sellers", async () => {
    const sam = await signIn(db);
    const cy = { ...bea, first_name: "Cy" };
    const change = { additional_sellers: [bea, cy] };
    const { text } = await open(
      `/dashboard/sell/${await findSale(db, sam.id, { ...complete, change })}`,
      sam,
    );
    expect(text).toContain("Sam Seller and Bea Byron 12 Arch Street");
    expect(text).not.toContain("Cy");
  });

  test("the solicitor, once assigned", async () => {
    const sam = await signIn(db);
    const id = await findSale(db, sam.id, complete);
    const before = await open(`/dashboard/sell/${id}`, sam);
    expect(before.text).toContain("We introduce you to your solicitor by email.");
    await assignSolicitor(db, id);
    const { text, html } = await open(`/dashboard/sell/${id}`, sam);
    expect(text).toContain("Your solicitor Priya Nair Able Law priya@able.example +447400123458");
    expect(html).toContain('href="mailto:priya@able.example"');
    expect(text).not.toContain("We introduce you");
    expect(text).not.toContain("for staff only");
  });
});

describe("costs so far", () => {
  const items = [{ product_name: "Service fee", product_price_pence: 24000 }];
  const paid_at = new Date();
  test.each([
    [
      "paid by card",
      { items, code: null, paid_at },
      ["Service fee £240.00"],
      "Paid, including VAT £240.00",
    ],
    [
      "by a code",
      { items, code: "FRIEND10", paid_at },
      ["Service fee £240.00", "Referral code -£240.00"],
      "Paid, including VAT £0.00",
    ],
    [
      "not paid yet",
      { items, code: null, paid_at: null },
      ["Service fee £240.00"],
      "To pay, including VAT £240.00",
    ],
  ])("%s", (_name, order, rows, total) => {
    const costs = chargedCosts(order);
    const shown = (row: { label: string; amount: string }) => `${row.label} ${row.amount}`;
    expect(costs?.rows.map(shown)).toEqual(rows);
    expect(costs && shown(costs.total)).toBe(total);
  });
  test("nothing ordered", () => {
    expect(chargedCosts(null)).toBeNull();
  });
});

describe("AMB-A10 WF-05.8 whose it is", () => {
  test("a stranger is asked to sign in", async () => {
    const id = await findSale(db, (await signIn(db)).id, complete);
    expect((await open(`/dashboard/sell/${id}`)).location).toMatch(/^\/sign-in\?redirectTo=/);
  });

  test("another customer, and anybody with an id of nothing, gets the 404 page", async () => {
    const id = await findSale(db, (await signIn(db)).id, complete);
    const sam = await signIn(db);
    for (const path of [id, "0".repeat(24), "abc", "undefined"]) {
      const page = await open(`/dashboard/sell/${path}`, sam);
      expect(page.status).toBe(404);
      expect(page.title).toBe("404! Page not found - Fanlight");
      expect(page.text).not.toContain("Arch Street");
    }
  });

  test("staff may read it", async () => {
    const id = await findSale(db, (await signIn(db)).id, complete);
    const ada = await signIn(db, { type: "admin" });
    const { status, text } = await open(`/dashboard/sell/${id}`, ada);
    expect(status).toBe(200);
    expect(text).toContain("Selling 12 Arch Street");
  });
});

describe("E-042 F-017 F-018 a sale that is not complete", () => {
  test.each([
    ["terms accepted", { terms: true }, "/sell/payment?sale="],
    ["terms not accepted", {}, "/sell/terms-and-conditions?sale="],
  ])("%s: its seller goes on", async (_name, stage, location) => {
    const sam = await signIn(db);
    const id = await findSale(db, sam.id, stage);
    expect((await open(`/dashboard/sell/${id}`, sam)).location).toBe(`${location}${id}`);
    expect(await readOnboarding(db, sam.id)).toMatchObject({ intent: "sell", transaction_id: id });
  });

  test("staff see it where they work", async () => {
    const id = await findSale(db, (await signIn(db)).id);
    const ada = await signIn(db, { type: "admin" });
    expect((await open(`/dashboard/sell/${id}`, ada)).location).toBe(`/admin/transactions/${id}`);
    expect(await readOnboarding(db, ada.id)).toEqual({});
  });
});

describe("F-024 to F-029 AMB-F04 the top bar", () => {
  const findBar = (html: string) => words(html.split("</header>")[0]!);

  test("of a customer, and of staff", async () => {
    const customer = await open("/welcome-back", await signIn(db));
    expect(findBar(customer.html)).toBe("Fanlight Switch Properties Sam Seller Sign Out");
    expect(customer.html).toMatch(/<a [^>]*href="\/welcome-back"[^>]*>Switch Properties<\/a>/);
    const staff = await open("/welcome-back", await signIn(db, { type: "admin" }));
    expect(findBar(staff.html)).toBe("Fanlight Switch Properties Sam Seller Admin Sign Out");
    expect(staff.html).toMatch(/<a [^>]*href="\/admin"[^>]*>Admin<\/a>/);
  });

  test("F-027 the office of the matter that is open, else of the newest, for those who were invited", async () => {
    const sam = await signIn(db);
    const older = await findSale(db, sam.id, complete);
    const newer = await findSale(db, sam.id, complete);
    await assignAgent(older, "Northgate York");
    await assignAgent(newer, "Southgate Leeds");
    expect(findBar((await open("/welcome-back", sam)).html)).not.toContain("gate");

    await invite(sam.id);
    expect(findBar((await open("/welcome-back", sam)).html)).toContain(
      "Sam Seller Southgate Leeds",
    );
    const { html } = await open(`/dashboard/sell/${older}`, sam);
    expect(findBar(html)).toContain("Sam Seller Northgate York");
  });

  test("a matter without an agent names none, nor does somebody else's", async () => {
    const sam = await signIn(db);
    await invite(sam.id);
    await findSale(db, sam.id, complete);
    const other = await findSale(db, (await signIn(db)).id, complete);
    await assignAgent(other, "Eastgate Hull");
    expect(findBar((await open("/welcome-back", sam)).html)).not.toContain("gate");
    expect(findBar((await open(`/dashboard/sell/${other}`, sam)).html)).not.toContain("Eastgate");
  });
});

async function invite(user_id: string) {
  const admin = await signIn(db, { type: "admin" });
  await db
    .insertInto("invitations")
    .values({ role: "sell", user_id, new_user: true, invited_by: admin.id, link_click_count: 1 })
    .execute();
}

async function assignAgent(transaction_id: string, office: string) {
  const { id: estate_agent_id } = await insertOffice(db, office, { brand_name: "Gate" });
  await db
    .updateTable("transactions")
    .set({ estate_agent_status: "assigned", estate_agent_id })
    .where("id", "=", transaction_id)
    .execute();
}
